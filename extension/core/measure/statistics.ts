import { type Distribution, size } from './distribution';

/** The plain figures of a distribution that has at least one sample. */
export interface Statistics {
  readonly count: number;
  readonly mean: number;
  /** The mean without the largest hundredth, rounded down to whole samples. */
  readonly trimmedMean: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation with n - 1; 0 for one sample. */
  readonly deviation: number;
}

/** The plain figures, or nothing for an empty distribution. */
export function statistics(distribution: Distribution): Statistics | undefined {
  const min = distribution[0]?.[0];
  const max = distribution.at(-1)?.[0];
  if (min === undefined || max === undefined) return undefined;
  const count = size(distribution);
  const mean = meanOf(distribution, count);
  const squares = distribution.reduce((sum, [value, n]) => sum + n * (value - mean) ** 2, 0);
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
  const trimmedMean = meanOf(distribution, count - Math.floor(count / 100));
  return { count, mean, trimmedMean, min, max, deviation };
}

/** The mean of the smallest `count` samples. */
function meanOf(distribution: Distribution, count: number): number {
  let left = count;
  let sum = 0;
  for (const [value, times] of distribution) {
    const taken = Math.min(times, left);
    sum += value * taken;
    left -= taken;
  }
  return sum / count;
}
