import { expect, test } from 'vitest';
import { compareColumns } from './compare';
import { evaluateGate, type Gate, listUndecided } from './gate';
import { createRandom, exampleColumn } from './testing';
import { LEAST_REPEATS, countLooks, MOST_REPEATS, offerTurns } from './turns';

test.each([
  [5, 5, 1],
  [5, 40, 4],
  [5, 30, 4],
  [5, 640, 8],
  [1, 1, 1],
  [7, 3, 1],
])('%d repeats, at most %d, are compared %d times', (least, most, looks) => {
  expect(countLooks({ least, most })).toBe(looks);
});

const gate: Gate = { verdict: 'regressed', delta: 0.05 };

test('turns decide nine of ten operations with as many repeats as are offered', () => {
  const random = createRandom('offer');
  const value = () => Math.round(1e6 * (1 + 0.04 * random.normal()));
  const pair = (repeats: number) =>
    [0, 1].map(() => {
      const runs = Array.from({ length: repeats }, () => [value()]);
      return exampleColumn({ operations: [{ name: 'a/b', runs }] });
    });
  const looks = countLooks({ least: LEAST_REPEATS, most: MOST_REPEATS });
  const shareDecided = (repeats: number) => {
    const pairs = Array.from({ length: 100 }, () => compareColumns(pair(repeats), { looks }));
    return pairs.filter((each) => evaluateGate(each, gate).outcome === 'ok').length / pairs.length;
  };
  const pilots = Array.from({ length: 40 }, () => pair(10));
  const offered = computeMedian(
    pilots.flatMap((each) => offerTurns(each, compareColumns(each), gate)?.repeats ?? []),
  );
  expect(shareDecided(offered)).toBeGreaterThanOrEqual(0.9);
  // For two runs that are compared once, fewer are enough.
  const once = computeMedian(
    pilots.flatMap((each) =>
      listUndecided(compareColumns(each), gate).map(({ repeats }) => repeats),
    ),
  );
  expect(once / offered).toBeCloseTo(0.65, 1);
});

function computeMedian(counts: readonly (number | undefined)[]): number {
  const sorted = counts.map((each) => each ?? NaN).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
