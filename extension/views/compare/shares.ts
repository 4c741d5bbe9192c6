import { heightOf, type Look } from '../shared/histogram/bars';
import type { LayersDrawing } from './layers';

const LOG_SHARES = [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6];

/** Round shares up to the tallest bin, with the heights at which they stand. */
export function roundShares(
  { totals, tallest }: LayersDrawing,
  scale: Look['countScale'],
  height: number,
): { readonly share: number; readonly height: number }[] {
  const most = Math.max(...totals);
  const tall = heightOf(scale, Math.max(1, tallest * most), height);
  const shares = scale === 'log' ? LOG_SHARES.filter((each) => each * most >= 1) : linear(tallest);
  return shares
    .filter((share) => share <= tallest)
    .map((share) => ({ share, height: tall(share * most) }));
}

function linear(tallest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(tallest));
  const step = [0.25, 0.5, 1, 2].find((each) => tallest / (each * power) <= 5) ?? 2;
  const count = Math.floor(tallest / (step * power));
  return Array.from({ length: count }, (_, i) => (i + 1) * step * power);
}
