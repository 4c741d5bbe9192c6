import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distributionOf } from '../measure/distribution';
import { createRandom } from './random';
import { type Interval, ratioInterval, ratioOf, type Side, spreadBetweenRuns } from './ratio';
import { meanOfRun } from './sampler';
import { drawRuns } from './testing';

const sideOf = (runs: readonly (readonly number[])[], isExact = false): Side => ({
  runs: runs.flatMap((run) => meanOfRun(distributionOf(Float64Array.from(run))) ?? []),
  isExact,
});
const width = ({ low, high }: Interval): number => Math.log(high / low);

const run = fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 1, maxLength: 40 });
const side = fc.array(run, { minLength: 3, maxLength: 6 });

test('swapped sides give the inverse ratio and interval', () => {
  fc.assert(
    fc.property(side, side, (one, other) => {
      const [first, second] = [sideOf(one), sideOf(other)];
      const there = ratioInterval(first, second, 'seed');
      const back = ratioInterval(second, first, 'seed');
      expect((ratioOf(first, second) ?? NaN) * (ratioOf(second, first) ?? NaN)).toBeCloseTo(1, 12);
      expect((there?.low ?? NaN) * (back?.high ?? NaN)).toBeCloseTo(1, 12);
      expect((there?.high ?? NaN) * (back?.low ?? NaN)).toBeCloseTo(1, 12);
    }),
    { numRuns: 20 },
  );
});

test('a unit that is some times larger changes nothing', () => {
  fc.assert(
    fc.property(side, side, fc.integer({ min: 2, max: 1000 }), (one, other, factor) => {
      const scaled = (runs: number[][]) => sideOf(runs.map((each) => each.map((x) => x * factor)));
      const plain = ratioInterval(sideOf(one), sideOf(other), 'seed');
      const larger = ratioInterval(scaled(one), scaled(other), 'seed');
      expect(larger?.low).toBeCloseTo(plain?.low ?? NaN, 9);
      expect(larger?.high).toBeCloseTo(plain?.high ?? NaN, 9);
    }),
    { numRuns: 20 },
  );
});

test('the same seed gives the same interval, another one nearly so', () => {
  const random = createRandom('seeds');
  const [first, second] = [
    sideOf(drawRuns(random, { between: 0.01 })),
    sideOf(drawRuns(random, { between: 0.01 })),
  ];
  const interval = ratioInterval(first, second, 'a');
  expect(ratioInterval(first, second, 'a')).toEqual(interval);
  expect(ratioInterval(first, second, 'b')?.low).not.toBe(interval?.low);
  expect(ratioInterval(first, second, 'b')?.low).toBeCloseTo(interval?.low ?? NaN, 2);
});

test.each([
  [3, 0.03, 100],
  [5, 0.03, 100],
  [5, 0.003, 20],
])('of %d runs spread by %d, 19 of 20 intervals hold the truth', (runs, between, samples) => {
  const random = createRandom(`coverage ${runs} ${between}`);
  let held = 0;
  for (let i = 0; i < 100; i += 1) {
    const draw = (): Side => sideOf(drawRuns(random, { runs, between, samples }));
    const interval = ratioInterval(draw(), draw(), String(i));
    if (interval && interval.low <= 1 && interval.high >= 1) held += 1;
  }
  // Two standard deviations of the count below 95.
  expect(held).toBeGreaterThanOrEqual(91);
});

test('a side that repeats exactly adds nothing to the interval', () => {
  const runs = drawRuns(createRandom('exact'), { between: 0.01 });
  const exact = sideOf([[9_000, 11_000]], true);
  const both = ratioInterval(sideOf(runs), sideOf(runs), 'seed') ?? { low: NaN, high: NaN };
  const one = ratioInterval(exact, sideOf(runs), 'seed') ?? { low: NaN, high: NaN };
  expect(width(one)).toBeLessThan(width(both));
  expect(ratioInterval(exact, exact, 'seed')).toEqual({ low: 1, high: 1 });
});

test.each([
  [[[4]], [[8]], 2],
  [[[4], [8]], [[9, 9, 9, 9], [3]], 1],
  [[[0]], [[0]], 1],
  [[[0]], [[3]], undefined],
  [[[3]], [[-1]], undefined],
])('runs %j and %j: ratio %s', (first, second, ratio) => {
  expect(ratioOf(sideOf(first), sideOf(second))).toBe(ratio);
});

test('the spread between runs is their standard deviation over their mean', () => {
  expect(spreadBetweenRuns(sideOf([[9], [10], [11]]))).toBeCloseTo(0.1);
  expect(spreadBetweenRuns(sideOf([[9]]))).toBeUndefined();
});

test('resampled averages that reach zero leave no interval', () => {
  const rare = sideOf([
    [0, 0, 0, 9],
    [0, 0, 0, 9],
    [0, 0, 9, 9],
  ]);
  expect(ratioOf(rare, rare)).toBe(1);
  expect(ratioInterval(rare, sideOf([[5], [5], [5]]), 'seed')).toBeUndefined();
});
