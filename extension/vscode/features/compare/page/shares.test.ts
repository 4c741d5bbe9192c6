import { expect, it } from 'vitest';
import type { LayersDrawing } from './layers';
import { roundShares } from './layers-plot';

const drawing = (tallest: number, most: number): LayersDrawing => ({
  axis: { range: { low: 0, high: 1 }, scale: 'linear', width: 100 },
  bins: [],
  totals: [10, most],
  tallest,
});

it.each([
  [0.81, [0.2, 0.4, 0.6, 0.8]],
  [1, [0.25, 0.5, 0.75, 1]],
  [0.034, [0.01, 0.02, 0.03]],
])('marks round shares up to %d', (tallest, shares) => {
  const found = roundShares(drawing(tallest, 1000), 'linear', 100).map(({ share }) => share);
  expect(found).toHaveLength(shares.length);
  shares.forEach((share, at) => expect(found[at]).toBeCloseTo(share));
});

it('marks powers of ten on a logarithmic scale, down to one sample', () => {
  const found = roundShares(drawing(0.9, 1000), 'log', 100);
  expect(found.map(({ share }) => share)).toEqual([0.1, 0.01, 0.001]);
  expect(found.every(({ height }, at) => at === 0 || height < found[at - 1]!.height)).toBe(true);
});
