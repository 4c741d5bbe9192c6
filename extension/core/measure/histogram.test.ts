import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distributionOf, size } from './distribution';
import { histogram } from './histogram';
import { textHistogram } from './text-histogram';

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

  test('counts every value once, in at most the columns asked for', () => {
    const values = fc.array(fc.nat(100_000), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 40 }), (numbers, columns) => {
        const distribution = distributionOf(Float64Array.from(numbers));
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
