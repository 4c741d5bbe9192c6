import type { BatchMeans } from './batches';
import type { Statistics } from './statistics';

// Fewer say little about their spread.
const QUIET_BATCHES_NEEDED = 10;

/** How far the mean of the samples and the mean of the batches lie apart. */
export interface Agreement {
  readonly agree: boolean;
  readonly difference: number;
  readonly allowed: number;
}

/**
 * Holds samples without ticks against batches without ticks, both net of their empty cost.
 * Allowed is the cost of reading the clock plus what chance explains: two standard errors.
 * Nothing where there are too few of either to tell.
 */
export function agreement(
  samples: Statistics | undefined,
  batches: BatchMeans | undefined,
  readingCost: number,
): Agreement | undefined {
  if (samples === undefined || samples.count < 2) return undefined;
  if (batches === undefined || batches.quiet.count < QUIET_BATCHES_NEEDED) return undefined;
  const { quiet } = batches;
  const variance = samples.deviation ** 2 / samples.count + quiet.deviation ** 2 / quiet.count;
  const allowed = readingCost + 2 * Math.sqrt(variance);
  const difference = samples.mean - quiet.mean;
  return { agree: Math.abs(difference) <= allowed, difference, allowed };
}
