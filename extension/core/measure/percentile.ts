import { formatNumber } from '../report/numbers';
import { type Distribution, size } from './distribution';
import { type Figure, figure, insufficient } from './figure';

// Shares in parts of ten thousand, so that ranks are exact integers.
const WHOLE = 10_000;
const SHARES = { p50: 5_000, p90: 9_000, p99: 9_900, 'p99.9': 9_990, 'p99.99': 9_999 } as const;

export type PercentileName = keyof typeof SHARES;

/** The percentiles that are shown, rising. */
export const PERCENTILES = [
  'p50',
  'p90',
  'p99',
  'p99.9',
  'p99.99',
] as const satisfies readonly PercentileName[];

/**
 * How many samples a percentile needs: so many that one of them is expected at or beyond it.
 * That is 2 for p50, 10 for p90, 100 for p99, 1,000 for p99.9 and 10,000 for p99.99.
 */
export function samplesNeeded(name: PercentileName): number {
  return WHOLE / (WHOLE - SHARES[name]);
}

/** Percentiles by nearest rank: the smallest sample that at least this share does not exceed. */
export function percentiles(distribution: Distribution): Record<PercentileName, Figure> {
  const count = size(distribution);
  const ranks = PERCENTILES.map((name) => Math.ceil((count * SHARES[name]) / WHOLE));
  const values = ranked(distribution, ranks);
  const figures = PERCENTILES.map((name, at): [PercentileName, Figure] => {
    const needed = samplesNeeded(name);
    const value = values[at];
    if (value !== undefined && count >= needed) return [name, figure(value)];
    return [name, insufficient(thinText(name, count))];
  });
  return Object.fromEntries(figures) as Record<PercentileName, Figure>;
}

/** Why there is no percentile of so few samples. */
export function thinText(name: PercentileName, count: number): string {
  return `${name} needs ${formatNumber(samplesNeeded(name))} samples, not ${formatNumber(count)}`;
}

/** The lower median of any distribution, however small. */
export function median(distribution: Distribution): number | undefined {
  return ranked(distribution, [Math.ceil(size(distribution) / 2)])[0];
}

/** The middle eight tenths of at least ten samples, by nearest rank. */
export function middleOf(
  distribution: Distribution,
): readonly [low: number, high: number] | undefined {
  const count = size(distribution);
  const [low, high] = ranked(distribution, [Math.ceil(count / 10), Math.ceil((count * 9) / 10)]);
  return count < 10 || low === undefined || high === undefined ? undefined : [low, high];
}

/** The samples at rising ranks, counted from 1, in one pass. */
function ranked(distribution: Distribution, ranks: readonly number[]): readonly number[] {
  const found: number[] = [];
  let seen = 0;
  for (const [value, count] of distribution) {
    seen += count;
    while (seen >= (ranks[found.length] ?? Infinity)) found.push(value);
    if (found.length === ranks.length) break;
  }
  return found;
}
