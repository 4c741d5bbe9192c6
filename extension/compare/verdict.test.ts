import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeRatio } from './outcome';

test.each([
  ['wholly inside', 1.0, 0.99, 1.01, 0.1, 'unchanged'],
  ['inside and smaller than the noise as well', 1.01, 1.005, 1.015, 0.1, 'unchanged'],
  ['exactly at delta', 1.02, 1.02, 1.02, 0, 'unchanged'],
  ['wholly above', 1.05, 1.03, 1.07, 0.01, 'regressed'],
  ['wholly above, with much noise', 1.05, 1.03, 1.07, 0.2, 'regressed'],
  ['wholly below', 0.95, 0.93, 0.97, 0.01, 'improved'],
  ['across the border, within the spread', 1.02, 0.99, 1.05, 0.03, 'within noise'],
  ['across both borders, within the spread', 1.0, 0.9, 1.1, 0.05, 'within noise'],
  ['across the border, beyond the spread', 1.04, 1.01, 1.07, 0.03, 'inconclusive'],
  ['across the border from below', 0.96, 0.93, 0.99, 0.03, 'inconclusive'],
] as const)('%s', (_, value, low, high, noise, verdict) => {
  expect(judgeRatio({ value, interval: { low, high } }, 0.02, noise)).toBe(verdict);
});

test('without an interval there is no verdict', () => {
  expect(judgeRatio({ value: 3, interval: undefined }, 0.02, 0)).toBe('inconclusive');
});

test('swapped sides swap improved and regressed', () => {
  const share = fc.double({ min: 0, max: 0.1, noNaN: true });
  const swapped = new Map([
    ['improved', 'regressed'],
    ['regressed', 'improved'],
  ]);
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      share,
      share,
      (value, width, noise) => {
        const ratio = { value, interval: { low: value / (1 + width), high: value * (1 + width) } };
        const inverse = {
          value: 1 / value,
          interval: { low: 1 / ratio.interval.high, high: 1 / ratio.interval.low },
        };
        const verdict = judgeRatio(ratio, 0.02, noise);
        const expected = swapped.get(verdict) ?? verdict;
        expect(judgeRatio(inverse, 0.02, noise)).toBe(expected);
      },
    ),
  );
});
