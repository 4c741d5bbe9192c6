import { expect, test } from 'vitest';
import { toDistribution } from '../measure/distribution';
import { compareColumns } from './compare';
import { evaluateGate } from './gate';
import { createRandom, exampleColumn, type Random } from './testing';

/* Operations that take few steps of their clock: what it shows is one step or another, by its phase. */

const STEP = 10;
const READING = 20;
const LOOP = 3;
/** Operations of a batch, and batches of a repeat. */
const SIZE = 25;
const BATCHES = 40;

/** Five repeats of an operation, in each of which it takes a little more or less. */
function measure(random: Random, cost: number) {
  const uniform = () => {
    const value = 1000 * random.normal();
    return value - Math.floor(value);
  };
  const read = (duration: number) => STEP * Math.floor(uniform() + duration / STEP);
  const readAll = (count: number, duration: number) => {
    return Float64Array.from({ length: count }, () => read(duration));
  };
  const operations = Array.from({ length: 5 }, (_, repeat) => {
    const own = cost * (1 + 0.005 * random.normal());
    const elapsed = [...readAll(BATCHES, SIZE * (LOOP + own))];
    const change = {
      repeat,
      quiet: toDistribution(readAll(200, READING + own)),
      batches: { size: SIZE, elapsed, ticked: [] },
      empty: {
        samples: toDistribution(readAll(64, READING)),
        batches: [...readAll(BATCHES, SIZE * LOOP)],
      },
    };
    return { name: 'a/b', runs: [[1]], change };
  });
  const clock = { name: 'c', hz: 1e9, unit: 'ns', ratio: [1, 1], step: STEP } as const;
  return exampleColumn({ operations, pass: { rules: 2, clocks: [{ ...clock, ratio: [1, 1] }] } });
}

/** Counts how a gate of 5 % ends for pairs of an operation and one that takes so many times longer. */
function judgePairs(cost: number, factor: number) {
  const random = createRandom(`${cost} ${factor}`);
  const counts = { ok: 0, failed: 0, inconclusive: 0 };
  for (let pair = 0; pair < 30; pair += 1) {
    // At any phase of the steps.
    const own = cost * (0.95 + pair / 300);
    const compared = compareColumns([measure(random, own), measure(random, own * factor)]);
    counts[evaluateGate(compared, { verdict: 'regressed', delta: 0.05 }).outcome] += 1;
  }
  return counts;
}

test.each([2.2, 5.2, 130])('by a clock of 10 ns, a tenth more of %d ns passes no gate', (cost) => {
  // By chance one of twenty may.
  expect(judgePairs(cost, 1.1).ok).toBeLessThanOrEqual(1);
});

test.each([5.2, 130])('%d ns are found to be the same, and a tenth more as well', (cost) => {
  expect(judgePairs(cost, 1)).toMatchObject({ ok: 30 });
  expect(judgePairs(cost, 1.1).failed).toBeGreaterThan(24);
});
