import type { ComparisonOperation, ComparisonOutcome } from '../../core/comparison/model';
import { ratioOf } from './outcomes';

/** Ratios on a logarithmic scale whose middle is 1, so that twice and half reach equally far. */
export interface RatioScale {
  /** The largest factor, up and down. */
  readonly reach: number;
}

// A change of a tenth must look larger than one of a hundredth, also where there is no larger one.
const LEAST_REACH = 1.1;

/** The scale on which all ratios of a column stand. */
export function ratioScale(operations: readonly ComparisonOperation[], at: number): RatioScale {
  const factors = operations.flatMap(({ outcomes }) => factorsOf(outcomes[at]));
  return { reach: Math.max(LEAST_REACH, ...factors) };
}

/** The place of a ratio between 0 and 1; 0.5 is no change. */
export function shareOf(ratio: number, { reach }: RatioScale): number {
  const share = 0.5 + Math.log(ratio) / Math.log(reach) / 2;
  return Math.min(1, Math.max(0, share));
}

function factorsOf(outcome: ComparisonOutcome | undefined): number[] {
  const ratio = ratioOf(outcome);
  if (ratio === undefined) return [];
  const interval = outcome?.kind === 'judged' ? outcome.figures?.mean.interval : undefined;
  const all = [ratio, ...(interval === undefined ? [] : [interval.low, interval.high])];
  return all.filter((each) => each > 0).map((each) => Math.max(each, 1 / each));
}
