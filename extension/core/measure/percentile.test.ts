import { expect, test } from 'vitest';
import { formatNumber } from '../report/numbers';
import { type Distribution, distributionOf } from './distribution';
import { median, type PercentileName, percentiles, samplesNeeded } from './percentile';

const percentile = (distribution: Distribution, name: PercentileName) =>
  percentiles(distribution)[name];

const upTo = (count: number) =>
  distributionOf(Float64Array.from({ length: count }, (_, i) => i + 1));

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

test('repeated values count each', () => {
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
