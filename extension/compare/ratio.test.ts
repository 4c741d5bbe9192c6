import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from './testing';
import {
  chanceOfAbove,
  chanceOfBelow,
  falseDiscoveryLimit,
  intervalText,
  computeRatio,
  ratioOfRuns,
  repeatsAgainstRounding,
  type RunFigures,
  spreadBetweenRuns,
} from './ratio';

const figures = (
  first: readonly number[],
  second: readonly number[],
  resolution = 0,
): RunFigures => ({
  first,
  second,
  resolution,
});
const side = fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 4, maxLength: 9 });

/** Figures of runs that spread by the given share of their mean. */
const draw = (random: ReturnType<typeof createRandom>, runs: number, spread: number, mean = 1000) =>
  Array.from({ length: runs }, () => mean * Math.exp(spread * random.normal()));

test('an interval is written with both ends, and may be exact or unknown', () => {
  expect(intervalText({ low: 0.95, high: 1.2 })).toBe('0.950 .. 1.200');
  expect(intervalText({ low: 1.2, high: 1.2 })).toBe('exact');
  expect(intervalText(undefined)).toBe('–');
});

test('swapped sides give the inverse ratio and interval', () => {
  fc.assert(
    fc.property(side, side, (one, other) => {
      const there = ratioOfRuns(figures(one, other));
      const back = ratioOfRuns(figures(other, one));
      expect((there?.value ?? NaN) * (back?.value ?? NaN)).toBeCloseTo(1, 12);
      expect((there?.interval?.low ?? NaN) * (back?.interval?.high ?? NaN)).toBeCloseTo(1, 12);
      expect(chanceOfAbove(figures(one, other), 1.02)).toBe(
        chanceOfBelow(figures(other, one), 1 / 1.02),
      );
    }),
  );
});

test('the error of a rate widens an interval by its share, and takes certainty from both sides', () => {
  const plain = figures([100, 101, 99, 100, 102], [130, 131, 129, 132, 130]);
  const unsure = { ...plain, rateError: 0.01 };
  const [one, other] = [ratioOfRuns(plain), ratioOfRuns(unsure)];
  expect(other?.value).toBe(one?.value);
  expect(other?.interval?.low).toBeCloseTo((one?.interval?.low ?? NaN) / 1.01, 12);
  expect(other?.interval?.high).toBeCloseTo((one?.interval?.high ?? NaN) * 1.01, 12);
  const near = ratioOfRuns(plain)?.interval?.low ?? NaN;
  expect(chanceOfAbove(unsure, near)).toBeCloseTo(chanceOfAbove(plain, near * 1.01), 12);
  expect(chanceOfBelow(unsure, 1.5)).toBeCloseTo(chanceOfBelow(plain, 1.5 / 1.01), 12);
});

test('a unit that is some times larger changes nothing', () => {
  fc.assert(
    fc.property(side, side, fc.integer({ min: 2, max: 1000 }), (one, other, factor) => {
      const larger = figures(
        one.map((x) => x * factor),
        other.map((x) => x * factor),
      );
      const plain = ratioOfRuns(figures(one, other))?.interval?.low;
      expect(ratioOfRuns(larger)?.interval?.low).toBeCloseTo(plain ?? NaN, 9);
    }),
  );
});

test.each([4, 5, 8, 20])('of %d runs a side, 19 of 20 intervals hold the truth', (runs) => {
  const random = createRandom(`coverage ${runs}`);
  let held = 0;
  for (let i = 0; i < 400; i += 1) {
    const { interval } =
      ratioOfRuns(figures(draw(random, runs, 0.05), draw(random, runs, 0.05))) ?? {};
    if (interval && interval.low <= 1 && interval.high >= 1) held += 1;
  }
  // Two standard deviations of the count below 95 %.
  expect(held).toBeGreaterThanOrEqual(371);
});

test('one disturbed run of ten does not widen the interval', () => {
  const calm = [1000, 1002, 1004, 1006, 1008, 1010, 1012, 1014, 1016, 1018];
  const disturbed = [...calm.slice(1), 1400];
  const { interval } = ratioOfRuns(figures(calm, disturbed)) ?? {};
  expect(interval?.high).toBeLessThan(1.02);
});

test.each([
  [3, 3, false],
  [3, 4, false],
  [4, 4, true],
  [3, 5, true],
])('%d against %d runs: an interval is %s', (first, second, isThere) => {
  const random = createRandom('few');
  const ratio = ratioOfRuns(figures(draw(random, first, 0.01), draw(random, second, 0.01)));
  expect(ratio?.interval !== undefined).toBe(isThere);
});

test('runs that all agree are as uncertain as their unit', () => {
  const same = ratioOfRuns(figures([100, 100, 100, 100], [100, 100, 100, 100], 1));
  expect(same?.interval?.low).toBeCloseTo(0.996, 3);
  expect(same?.interval?.high).toBeCloseTo(1.004, 3);
});

describe('the chance of a difference', () => {
  test('is that of Mann and Whitney', () => {
    // One pair of 16 is out of order: 2 of the 70 orders are as extreme.
    expect(chanceOfAbove(figures([1, 2, 3, 5], [4, 6, 7, 8]), 1)).toBeCloseTo(2 / 70, 12);
    expect(chanceOfAbove(figures([4, 6, 7, 8], [1, 2, 3, 5]), 1)).toBeCloseTo(69 / 70, 12);
    // Pairs of equal figures count half, and round against a finding.
    expect(chanceOfAbove(figures([1, 2, 3, 4], [4, 6, 7, 8]), 1)).toBeCloseTo(2 / 70, 12);
  });

  test('counts all orders, however many runs there are', () => {
    const random = createRandom('many');
    const chance = chanceOfAbove(figures(draw(random, 40, 0.05), draw(random, 40, 0.05)), 1);
    const back = chanceOfBelow(figures(draw(random, 40, 0.05), draw(random, 40, 0.05)), 1);
    for (const each of [chance, back]) {
      expect(each).toBeGreaterThan(0);
      expect(each).toBeLessThan(1);
    }
  });

  // By a normal distribution with the mean and deviation of the counts.
  test.each([
    [80, 0.0256],
    [100, 0.0234],
    [101, 0.0239],
    [320, 0.0193],
    [640, 0.0204],
  ])('of %d runs a side is known', (runs, wanted) => {
    const side = (offset: number) => Array.from({ length: runs }, (_, at) => 1e6 + 2 * at + offset);
    // Two deviations apart.
    const shift = 1 + 2 * Math.round(Math.sqrt((runs * 2) / 3));
    const chance = chanceOfAbove(figures(side(0), side(shift)), 1);
    expect(Math.abs(chance - wanted)).toBeLessThan(0.001);
  });

  test('of sides wholly apart says how far they are apart', () => {
    const apart = (factor: number) =>
      chanceOfAbove(
        figures(
          [99, 100, 101, 100, 100],
          [99, 100, 101, 100, 100].map((x) => x * factor),
        ),
        1,
      );
    expect(apart(1.03)).toBeLessThan(1 / 252);
    expect(apart(1.3)).toBeLessThan(1e-6);
  });

  test('of runs that all agree is limited by their unit', () => {
    const equal = (value: number) => new Array<number>(5).fill(value);
    expect(chanceOfAbove(figures(equal(400), equal(420), 1), 1.02)).toBeLessThan(1e-6);
    expect(chanceOfAbove(figures(equal(4), equal(5), 1), 1.02)).toBeGreaterThan(1e-4);
  });

  test('of no change is not shown by runs that agree because they are rounded', () => {
    const equal = (value: number, runs = 5) => new Array<number>(runs).fill(value);
    expect(chanceOfBelow(figures(equal(400), equal(400), 1), 1.05)).toBeLessThan(0.01);
    expect(chanceOfBelow(figures(equal(5), equal(5), 1), 1.05)).toBeGreaterThan(0.05);
    const needed = Math.ceil(repeatsAgainstRounding(figures(equal(5), equal(5), 1), 0.05, 2));
    expect(needed).toBeGreaterThan(10);
    const many = figures(equal(5, needed), equal(5, needed), 1);
    expect(chanceOfBelow(many, 1.05)).toBeLessThan(0.05);
    // Runs that differ are rounded differently, so their ranks show all there is.
    const varied = figures([5, 5.02, 5.04, 5.06, 5.08], [5, 5.02, 5.04, 5.06, 5.08], 1);
    expect(chanceOfBelow(varied, 1.05)).toBeLessThan(0.01);
    expect(repeatsAgainstRounding(varied, 0.05, 2)).toBe(0);
  });

  test('of figures that are not above zero is no finding', () => {
    expect(chanceOfAbove(figures([0, 1, 1, 1], [5, 5, 5, 5]), 1)).toBe(1);
    expect(ratioOfRuns(figures([0, 1, 1, 1], [5, 5, 5, 5]))).toBeUndefined();
  });
});

test.each([
  [[], 0],
  [[0.2, 0.9], 0],
  [[0.01, 0.9], 0.01],
  [[0.04, 0.03, 0.9], 0],
  [[0.03, 0.002, 0.9], 0.03],
  [[0.049, 0.049], 0.049],
])('findings among chances %j count up to %d', (chances, limit) => {
  expect(falseDiscoveryLimit(chances, 0.05)).toBe(limit);
});

test.each([
  [4, 8, 2],
  [0, 0, 1],
  [0, 3, undefined],
  [3, -1, undefined],
])('%d and %d: ratio %s', (first, second, ratio) => {
  expect(computeRatio(first, second)).toBe(ratio);
});

test('the spread between runs is their standard deviation over their mean', () => {
  expect(spreadBetweenRuns([9, 10, 11])).toBeCloseTo(0.1);
  expect(spreadBetweenRuns([9])).toBeUndefined();
});
