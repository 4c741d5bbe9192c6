import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDistribution, merge, shift, size, splitByFlag, statistics } from './distribution';

describe('distribution', () => {
  const naive = (values: readonly number[]) =>
    [...new Set(values)]
      .sort((a, b) => a - b)
      .map((value) => [value, values.filter((other) => other === value).length]);

  test.each([
    ['nothing', []],
    ['small values', [3, 1, 3, 3]],
    ['values too far apart for a table', [4_000_000_000, 1, 4_000_000_000]],
    ['fractions and negatives', [1.5, -2, 1.5]],
  ])('counts %s', (_, values) => {
    expect(toDistribution(Float64Array.from(values))).toEqual(naive(values));
  });

  test('both ways of counting agree', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300)), fc.boolean(), (values, far) => {
        const all = far ? [...values, 2 ** 40] : values;
        expect(toDistribution(Float64Array.from(all))).toEqual(naive(all));
      }),
    );
  });

  test('splits by flag and merges again', () => {
    const values = fc.array(fc.tuple(fc.nat(50), fc.nat(1)));
    fc.assert(
      fc.property(values, (pairs) => {
        const all = Float64Array.from(pairs, ([value]) => value);
        const [clear, set] = splitByFlag(
          all,
          Uint8Array.from(pairs, ([, flag]) => flag),
        );
        expect(set).toEqual(naive(pairs.filter(([, flag]) => flag === 1).map(([value]) => value)));
        expect(merge(clear, set)).toEqual(toDistribution(all));
        expect(size(clear) + size(set)).toBe(pairs.length);
      }),
    );
  });

  test('merges any number of parts', () => {
    const part = fc.array(fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const all = parts.map((values) => toDistribution(Float64Array.from(values)));
        expect(merge(...all)).toEqual(naive(parts.flat()));
      }),
    );
  });

  test('shifts every value', () => {
    expect(shift([[5, 2]], -6)).toEqual([[-1, 2]]);
  });
});

describe('statistics', () => {
  test('an empty distribution has no figures', () => {
    expect(statistics([])).toBeUndefined();
  });

  test('computes the plain figures', () => {
    const figures = statistics([
      [2, 1],
      [4, 3],
      [5, 2],
      [7, 1],
      [9, 1],
    ]);
    expect(figures).toMatchObject({ count: 8, mean: 5, min: 2, max: 9, trimmedMean: 5 });
    expect(figures?.deviation).toBeCloseTo(Math.sqrt(32 / 7));
  });

  test.each([
    ['one sample deviates from nothing', [[4, 1]], { deviation: 0, mean: 4 }],
    [
      'below a hundred samples nothing is trimmed',
      [
        [1, 98],
        [99, 1],
      ],
      { trimmedMean: 197 / 99 },
    ],
    [
      'of a hundred the largest goes',
      [
        [1, 99],
        [500, 1],
      ],
      { trimmedMean: 1 },
    ],
    [
      'of 250 the two largest go',
      [
        [1, 247],
        [4, 1],
        [500, 2],
      ],
      { trimmedMean: 251 / 248 },
    ],
  ] as const)('%s', (_, distribution, figures) => {
    expect(statistics(distribution)).toMatchObject(figures);
  });
});
