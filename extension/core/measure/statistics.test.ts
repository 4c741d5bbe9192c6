import { expect, test } from 'vitest';
import { statistics } from './statistics';

test('an empty distribution has no figures', () => {
  expect(statistics([])).toBeUndefined();
});

test('plain figures', () => {
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
