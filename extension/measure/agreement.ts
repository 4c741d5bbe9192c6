import type { Statistics } from './distribution';
import type { BatchMeans } from './percentile';

// Fewer batches show too little of their spread.
const BATCHES_TO_COMPARE = 10;

/** The distance between the mean of the samples and the mean of the batches. */
export interface Agreement {
  readonly agree: boolean;
  readonly difference: number;
  readonly allowed: number;
}

interface Means {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Samples of one operation, net of the cost of reading the clock. */
export interface ComparedSamples {
  readonly all: Statistics | undefined;
  /** Those without a kernel tick inside. */
  readonly quiet: Statistics | undefined;
}

/**
 * Compares samples with batches, both net of their empty cost: those without ticks if there are
 * such batches, otherwise all of both, since ticks have nearly the same share in each. Allows the
 * cost of reading the clock plus two standard errors. Undefined if there are too few of either.
 */
export function agreement(
  { all, quiet }: ComparedSamples,
  batches: BatchMeans | undefined,
  readingCost: number,
): Agreement | undefined {
  if (batches === undefined || batches.count < BATCHES_TO_COMPARE) return undefined;
  if (batches.quiet.count >= BATCHES_TO_COMPARE) return compare(quiet, batches.quiet, readingCost);
  return compare(all, batches.all, readingCost);
}

function compare(
  samples: Means | undefined,
  batches: Means,
  readingCost: number,
): Agreement | undefined {
  if (samples === undefined || samples.count < 2) return undefined;
  const variance = samples.deviation ** 2 / samples.count + batches.deviation ** 2 / batches.count;
  const allowed = readingCost + 2 * Math.sqrt(variance);
  const difference = samples.mean - batches.mean;
  return { agree: Math.abs(difference) <= allowed, difference, allowed };
}
