import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toDistribution, merge, size } from './distribution';
import {
  findExtent,
  histogram,
  selectSamples,
  splitHistogram,
  textHistogram,
  thin,
} from './histogram';

describe('histogram', () => {
  describe('histogram', () => {
    test.each([
      ['nothing', [], 'linear', [], []],
      ['one value', [[70, 9]], 'linear', [70, 71], [9]],
      [
        'a value a column',
        [
          [70, 9],
          [72, 1],
        ],
        'linear',
        [70, 71, 72, 73],
        [9, 0, 1],
      ],
      [
        'two values a column',
        [
          [70, 9],
          [71, 1],
          [77, 2],
        ],
        'linear',
        [70, 72, 74, 76, 78],
        [10, 0, 0, 2],
      ],
      [
        'decades',
        [
          [1, 5],
          [9, 3],
          [9_999, 1],
        ],
        'log',
        [1, 10, 100, 1_000, 10_000],
        [8, 0, 0, 1],
      ],
      [
        'values below nothing',
        [
          [-2, 1],
          [40, 1],
        ],
        'linear',
        [-2, 9, 20, 31, 42],
        [1, 0, 0, 1],
      ],
    ] as const)('%s', (_, distribution, scale, edges, counts) => {
      expect(histogram(distribution, 4)).toEqual({ scale, edges, counts });
    });

    test('counts every value once, in at most as many columns as requested', () => {
      const values = fc.array(fc.nat(100_000), { minLength: 1 });
      fc.assert(
        fc.property(values, fc.integer({ min: 1, max: 40 }), (numbers, columns) => {
          const distribution = toDistribution(Float64Array.from(numbers));
          const { edges, counts } = histogram(distribution, columns);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(size(distribution));
          expect(counts.length).toBeLessThanOrEqual(columns);
          expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
        }),
      );
    });
  });

  describe('textHistogram', () => {
    test.each([
      [[], '      '],
      [[8], '█     '],
      [[8, 0, 1, 4], '█ ▁▄  '],
      [[1_000_000, 1], '█▁    '],
    ])('%j', (counts, text) => {
      expect(textHistogram({ scale: 'linear', edges: [], counts }, 6)).toBe(text);
    });
  });
});

describe('split histogram', () => {
  const distribution = fc
    .array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1 })
    .map((values) => toDistribution(Float64Array.from(values)));

  describe('a histogram of quiet and ticked samples', () => {
    it('counts both together as the plain histogram does', () => {
      fc.assert(
        fc.property(distribution, distribution, (quiet, ticked) => {
          const samples = { quiet, ticked };
          const plain = histogram(merge(quiet, ticked), 40);
          const range = findExtent(samples)!;
          const split = splitHistogram(samples, range, plain.scale, 40);
          expect({ ...plain, ticked: split.ticked }).toEqual(split);
          expect(split.ticked.reduce((sum, count) => sum + count, 0)).toBe(size(ticked));
        }),
      );
    });

    it('can show only a range, including its ends', () => {
      const samples = {
        quiet: [
          [10, 1],
          [20, 2],
          [30, 3],
        ] as const,
        ticked: [[31, 1]] as const,
      };
      expect(selectSamples(samples, { low: 20, high: 30 })).toEqual({
        quiet: [
          [20, 2],
          [30, 3],
        ],
        ticked: [],
      });
      const { counts, edges } = splitHistogram(samples, { low: 20, high: 30 }, 'linear', 2);
      expect([counts, edges]).toEqual([
        [2, 3],
        [20, 26, 32],
      ]);
    });

    it('has no extent without samples', () => {
      expect(findExtent({ quiet: [], ticked: [] })).toBeUndefined();
      expect(findExtent({ quiet: [], ticked: [[7, 1]] })).toEqual({ low: 7, high: 7 });
    });
  });
});

const values = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 300 });

test('loses no sample and keeps its ends, whatever its input', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 64 }), (all, most) => {
      const whole = toDistribution(Float64Array.from(all));
      const thinned = thin(whole, most);
      expect(thinned.length).toBeLessThanOrEqual(most);
      expect(size(thinned)).toBe(size(whole));
      expect([thinned[0]?.[0], thinned.at(-1)?.[0]]).toEqual([whole[0]?.[0], whole.at(-1)?.[0]]);
      expect(thinned.every(([value], at) => at === 0 || value > (thinned[at - 1]?.[0] ?? 0))).toBe(
        true,
      );
    }),
  );
});

test('leaves small input unchanged', () => {
  expect(thin([], 4)).toEqual([]);
  expect(thin([[7, 3]], 1)).toEqual([[7, 3]]);
});
