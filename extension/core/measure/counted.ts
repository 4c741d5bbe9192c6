import { median } from './percentile';
import { distributionOf } from './distribution';

/** What a counter of the processor said of batches of one operation. */
export interface CountedBatches {
  readonly unit: string;
  readonly size: number;
  readonly counts: readonly number[];
  /** Counts of empty loops of the same size, the reading of the counter included. */
  readonly empty: readonly number[];
}

/** Counts per operation, the empty loop taken off. */
export interface CountedMean {
  readonly unit: string;
  readonly mean: number;
  readonly batches: number;
}

/** The mean of all batches of repeats that counted alike; nothing where none was counted. */
export function countedMean(repeats: readonly CountedBatches[]): CountedMean | undefined {
  const [first] = repeats;
  if (first === undefined || first.size === 0) return undefined;
  if (repeats.some(({ unit, size }) => unit !== first.unit || size !== first.size))
    return undefined;
  const counts = repeats.flatMap((each) => each.counts);
  const empty = repeats.flatMap((each) => each.empty);
  if (counts.length === 0) return undefined;
  const loop = median(distributionOf(Float64Array.from(empty))) ?? 0;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = (total / counts.length - loop) / first.size;
  return { unit: first.unit, mean, batches: counts.length };
}
