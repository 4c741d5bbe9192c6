import type { ClockUnit } from '../agent';
import type { RankTest } from './rank-test';
import type { Ratio } from './ratio';

/** What came of comparing one operation with the baseline's. */
export type Outcome = Judged | MeanOnly | NotComparable;

/** Two measured operations. Without figures, they would be an average of doubt. */
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
  /** What the means are taken of. */
  readonly from: 'samples' | 'batches';
  /** Ratio of means; the verdict is on this one. */
  readonly mean: Ratio;
  readonly median: Ratio | undefined;
  readonly rank: RankTest | undefined;
  /** The smallest change that matters, relative to the smaller mean. */
  readonly delta: number;
  /** No smaller delta may be asked for: what two instructions are on an exact target. */
  readonly leastDelta: number;
  /** The larger spread between runs of the two sides, relative; nothing from single runs. */
  readonly noise: number | undefined;
  readonly runs: readonly [first: number, second: number];
}

/** Of a published or imported side only the mean is known: a ratio and nothing else. */
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
