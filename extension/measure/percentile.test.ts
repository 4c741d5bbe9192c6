import { describe, expect, test } from 'vitest';
import { createRandom } from '../compare/testing';
import { type Distribution, toDistribution } from './distribution';
import { formatNumber } from './figure';
import {
  type Batches,
  batchMeans,
  averageCounts,
  fineMedian,
  median,
  type PercentileName,
  percentiles,
  samplesNeeded,
  upperBounds,
} from './percentile';

describe('percentile', () => {
  const percentile = (distribution: Distribution, name: PercentileName) =>
    percentiles(distribution)[name];

  const upTo = (count: number) =>
    toDistribution(Float64Array.from({ length: count }, (_, i) => i + 1));

  test.each([
    ['p50', 2],
    ['p90', 10],
    ['p99', 100],
    ['p99.9', 1_000],
    ['p99.99', 10_000],
  ] as const)('%s needs %d samples', (name, needed) => {
    expect(samplesNeeded(name)).toBe(needed);
    expect(percentile(upTo(needed), name)).toHaveProperty('value');
    expect(percentile(upTo(needed - 1), name)).toEqual({
      insufficient: `${name} needs ${formatNumber(needed)} samples, not ${formatNumber(needed - 1)}`,
    });
  });

  test.each<[PercentileName, number, number]>([
    ['p50', 2, 1],
    ['p50', 3, 2],
    ['p50', 100, 50],
    ['p90', 10, 9],
    ['p90', 11, 10],
    ['p99', 100, 99],
    ['p99', 101, 100],
    ['p99.9', 1_000, 999],
    ['p99.99', 10_000, 9_999],
  ])('%s of 1..%d is %d', (name, count, value) => {
    expect(percentile(upTo(count), name)).toEqual({ value });
  });

  test('counts repeated values each', () => {
    expect(
      percentile(
        [
          [7, 89],
          [9, 11],
        ],
        'p90',
      ),
    ).toEqual({ value: 9 });
    expect(
      percentile(
        [
          [7, 90],
          [9, 10],
        ],
        'p90',
      ),
    ).toEqual({ value: 7 });
  });

  test.each([
    [[], undefined],
    [[[5, 1]], 5],
    [
      [
        [5, 1],
        [6, 1],
      ],
      5,
    ],
    [
      [
        [5, 1],
        [6, 2],
      ],
      6,
    ],
  ] as const)('the lower median of %j is %s', (distribution, value) => {
    expect(median(distribution)).toBe(value);
  });

  test.each<[Distribution, number | undefined, number | undefined]>([
    [[], 1, undefined],
    [[[5, 4]], undefined, 5],
    [
      [
        [5, 1],
        [6, 3],
      ],
      undefined,
      5.5 + 1 / 3,
    ],
    // A clock of 10.01 ns: three quarters of the samples end one step later, one of them rounded up.
    [
      [
        [130, 10],
        [140, 29],
        [141, 1],
      ],
      10.01,
      140 + 1 / 30 + 10.01 * (1 / 3 - 0.5),
    ],
    [
      [
        [1, 5],
        [1.3, 5],
        [2.4, 90],
      ],
      1,
      2.4 + 40 / 90 - 0.5,
    ],
  ])('the fine median of %j with steps of %d is %d', (distribution, step, value) => {
    const found = fineMedian(distribution, step);
    if (value === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(value, 9);
  });
});

describe('batches', () => {
  const batches = (count: number, change: Partial<Batches> = {}): Batches => ({
    size: 100,
    elapsed: new Array<number>(count).fill(14_800),
    ticked: [],
    empty: [300, 300, 340],
    smallest: 16,
    ...change,
  });

  describe('batchMeans', () => {
    test('is per operation and net of the empty loop', () => {
      expect(batchMeans(batches(30))).toMatchObject({
        count: 30,
        mean: { value: 145 },
        min: 145,
        max: 145,
        all: { count: 30, mean: 145, deviation: 0 },
        quiet: { count: 30, mean: 145 },
      });
    });

    test('does not depend on the order in which batches were measured', () => {
      const elapsed = [14_900, 14_800, 18_400, 14_700, 14_750];
      const empty = [340, 300, 301, 299, 390];
      const found = batchMeans(batches(0, { elapsed, empty }));
      expect(found).toMatchObject({ min: 143.99, max: 180.99 });
      expect(
        batchMeans(batches(0, { elapsed: elapsed.toSorted(), empty: empty.toSorted() })),
      ).toEqual(found);
    });

    test('needs thirty batches', () => {
      expect(batchMeans(batches(29))?.mean).toEqual({
        insufficient: 'a batch mean needs 30 batches, not 29',
      });
    });

    test('needs batches of sixteen operations', () => {
      const mean = (size: number) => batchMeans(batches(30, { size }))?.mean;
      expect(mean(16)).toHaveProperty('value');
      expect(mean(15)).toEqual({
        insufficient: 'a batch mean needs batches of 16 operations, not 15',
      });
    });

    test('keeps batches with a tick apart', () => {
      const elapsed = [14_800, 14_800, 18_400];
      expect(batchMeans(batches(0, { elapsed, ticked: [2] }))).toMatchObject({
        max: 181,
        mean: { insufficient: expect.any(String) as string },
        quiet: { count: 2, mean: 145 },
      });
    });

    test.each([
      ['no batches', batches(0)],
      ['batches of nothing', batches(30, { size: 0 })],
    ])('%s have no mean', (_, input) => {
      expect(batchMeans(input)).toBeUndefined();
    });
  });
});

describe('counted', () => {
  const counted = { unit: 'instructions', size: 10, counts: [1300, 1500], empty: [900, 300, 300] };

  describe('averageCounts', () => {
    test('is the count of one operation, net of the median empty loop', () => {
      expect(averageCounts([counted])).toEqual({ unit: 'instructions', mean: 110, batches: 2 });
    });

    test('merges repeats', () => {
      const other = { ...counted, counts: [1700], empty: [] };
      expect(averageCounts([counted, other])).toMatchObject({ mean: 120, batches: 3 });
    });

    test.each([
      ['no repeat', []],
      ['no batch', [{ ...counted, counts: [] }]],
      ['batches without operations', [{ ...counted, size: 0 }]],
      ['repeats that counted different things', [counted, { ...counted, unit: 'cycles' }]],
      ['repeats with other batches', [counted, { ...counted, size: 20 }]],
    ])('is undefined for %s', (_, repeats) => {
      expect(averageCounts(repeats)).toBeUndefined();
    });
  });
});

describe('the upper bound of a percentile', () => {
  const upTo = (count: number) =>
    toDistribution(Float64Array.from({ length: count }, (_, i) => i + 1));

  // 0.5 ** 5, 0.9 ** 29, 0.99 ** 299 and so on are the first powers below 0.05.
  test.each<[PercentileName, number]>([
    ['p50', 5],
    ['p90', 29],
    ['p99', 299],
    ['p99.9', 2_995],
    ['p99.99', 29_956],
  ])('exists for %s from %d samples on, as the largest one', (name, needed) => {
    expect(upperBounds(upTo(needed - 1))[name]).toBeNull();
    expect(upperBounds(upTo(needed))[name]).toBe(needed);
  });

  // Exact binomial quantiles; the larger ones are by the normal distribution.
  test.each<[PercentileName, number, number]>([
    ['p50', 100, 59],
    ['p50', 2_000, 2_000 - 962],
    ['p90', 10_000, 10_000 - 950],
    ['p99', 100_000, 100_000 - 947],
  ])('of %s for %d samples is the sample of rank %d', (name, count, rank) => {
    expect(upperBounds(upTo(count))[name]).toBeGreaterThanOrEqual(rank - 1);
    expect(upperBounds(upTo(count))[name]).toBeLessThanOrEqual(rank + 1);
  });

  test('holds in 19 of 20 measurements', () => {
    const random = createRandom('bounds');
    // Values of a normal distribution, 90 % of which are below 1.2816.
    const misses = Array.from({ length: 2000 }).filter(() => {
      const values = Float64Array.from({ length: 300 }, () => random.normal());
      return (upperBounds(toDistribution(values)).p90 ?? Infinity) < 1.2816;
    });
    expect(misses.length / 2000).toBeLessThan(0.055);
    expect(misses.length / 2000).toBeGreaterThan(0.02);
  });
});
