import type { Ratio } from './ratio';

/** The five words; a ratio above 1 is slower. */
export const VERDICTS = [
  'improved',
  'regressed',
  'unchanged',
  'within noise',
  'inconclusive',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The smallest change that matters, unless another is asked for. */
export const DELTA = { sampled: 0.02, exact: 0.01, instructions: 2 } as const;

/** A side of fewer runs says too little about the spread between runs. */
export const RUNS_NEEDED = 3;

// Figures of which one is exactly delta larger must not fall on either side by rounding.
const ROUNDING = 1e-12;

/**
 * The verdict on a ratio. `delta` and `noise` are relative and reach as far down as up on the
 * logarithmic scale, so that swapping the sides swaps `improved` and `regressed`.
 */
export function judgeRatio({ value, interval }: Ratio, delta: number, noise: number): Verdict {
  if (interval === undefined) return 'inconclusive';
  const border = Math.log1p(delta) + ROUNDING;
  const [low, high] = [Math.log(interval.low), Math.log(interval.high)];
  if (low >= -border && high <= border) return 'unchanged';
  if (low > border) return 'regressed';
  if (high < -border) return 'improved';
  return Math.abs(Math.log(value)) < Math.log1p(noise) ? 'within noise' : 'inconclusive';
}
