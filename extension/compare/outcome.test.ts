import { expect, it, test } from 'vitest';
import { isEverything } from '../../test/everything';
import { compareColumns } from './compare';
import { evaluateGate, type Gate, undecidedIn } from './gate';
import { repeatsText } from './outcome';
import { createRandom, exampleColumn, type Random } from './testing';

const gate: Gate = { verdict: 'regressed', delta: 0.05 };

/** Compares runs of one value each, which spread by 4 %; every fourth may take twice as long. */
function draw(random: Random, runs: number, isDisturbed: boolean, looks: number) {
  const value = () => {
    const factor = isDisturbed && random.normal() > QUARTER ? 2 : 1;
    return Math.round(1e6 * factor * (1 + 0.04 * random.normal()));
  };
  const side = () =>
    exampleColumn({
      operations: [{ name: 'a/b', runs: Array.from({ length: runs }, () => [value()]) }],
    });
  return compareColumns([side(), side()], { looks });
}

/** Pilots whose estimates are judged together. */
const PILOTS = isEverything ? 60 : 20;

/** A quarter of a normal distribution is above. */
const QUARTER = 0.674;

test.each([
  [false, 1],
  [false, 7],
  [true, 7],
])('a pilot of 5 (disturbed: %s, %d looks) asks for enough repeats', (isDisturbed, looks) => {
  const random = createRandom(`pilot ${isDisturbed} ${looks}`);
  const asked: number[] = [];
  let decided = 0;
  while (asked.length < PILOTS) {
    const needed = undecidedIn(draw(random, 5, isDisturbed, looks), gate)[0]?.repeats;
    if (needed === undefined) continue;
    asked.push(needed);
    const { outcome } = evaluateGate(draw(random, needed, isDisturbed, looks), gate);
    if (outcome === 'ok') decided += 1;
  }
  expect(decided / asked.length).toBeGreaterThanOrEqual(0.75);
  const [median = NaN] = asked.toSorted((one, other) => one - other).slice(PILOTS / 2);
  expect(median).toBeLessThan(isDisturbed ? 150 : 40);
});

it.each([
  [[undefined], 'there are too few repeats to estimate how many would decide'],
  [[undefined, 24, undefined], 'there are too few repeats to estimate how many would decide'],
  [
    [undefined, 24],
    'about 24 repeats a side would decide half of them, the rest varies too much for an estimate',
  ],
  [[24], 'about 24 repeats a side would decide it'],
  [[24, 24], 'about 24 repeats a side would decide them'],
  [[160, 12, 40], 'about 40 repeats a side would decide half of them, about 160 all'],
])('names the repeats that decide: %j', (needed, text) => {
  expect(repeatsText(needed)).toBe(text);
});
