import type { ClockUnit } from '../clock';
import type { RankTest } from './rank-test';
import type { Ratio } from './ratio';
import type { Verdict } from './verdict';

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
export interface MeanOnly {
  readonly kind: 'mean only';
  readonly ratio: number;
  readonly unit: ClockUnit;
  readonly notes: readonly string[];
}

export interface NotComparable {
  readonly kind: 'not comparable';
  readonly why: string;
}
