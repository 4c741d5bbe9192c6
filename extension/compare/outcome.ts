import type { ClockUnit } from '../agent';
import type { RankTest } from './rank-test';
import type { Ratio } from './ratio';

/** The outcome of comparing one operation with the baseline's. */
export type Outcome = Judged | MeanOnly | NotComparable;

/** Two measured operations; doubtful ones have no figures. */
export interface Judged {
  readonly kind: 'judged';
  readonly verdict: Verdict;
  /** Why the verdict is `inconclusive`. */
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly figures: RatioFigures | undefined;
}

export interface RatioFigures {
  readonly unit: ClockUnit;
  /** The source of the means. */
  readonly from: 'samples' | 'batches';
  /** Ratio of means, which decides the verdict. */
  readonly mean: Ratio;
  readonly median: Ratio | undefined;
  readonly rank: RankTest | undefined;
  /** The smallest change that matters, relative to the smaller mean. */
  readonly delta: number;
  /** The smallest delta that may be requested: two instructions on an exact target. */
  readonly leastDelta: number;
  /** The larger of the two sides' relative spreads between runs; undefined for single runs. */
  readonly noise: number | undefined;
  readonly runs: readonly [first: number, second: number];
}

/** A comparison with a published or imported side, of which only the mean is known. */
interface MeanOnly {
  readonly kind: 'mean only';
  readonly ratio: number;
  readonly unit: ClockUnit;
  readonly notes: readonly string[];
}

interface NotComparable {
  readonly kind: 'not comparable';
  readonly why: string;
}

/** The verdicts; a ratio above 1 is slower. */
export const VERDICTS = [
  'improved',
  'regressed',
  'unchanged',
  'within noise',
  'inconclusive',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The default for the smallest change that matters. */
export const DELTA = { sampled: 0.02, exact: 0.01, instructions: 2 } as const;

/** Fewer runs show too little of the spread between runs. */
export const RUNS_NEEDED = 3;

// Rounding must not decide for figures that differ by exactly delta.
const ROUNDING = 1e-12;

/**
 * Returns the verdict on a ratio. `delta` and `noise` are relative and symmetric on the logarithmic
 * scale, so swapping the sides swaps `improved` and `regressed`.
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
