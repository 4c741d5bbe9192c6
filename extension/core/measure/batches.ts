import { merge } from './distribution';
import { type Figure, figure, insufficient } from './figure';
import { median } from './percentile';
import { statistics } from './statistics';

/** A batch mean is shown from this many batches on. */
export const BATCHES_NEEDED = 30;

/** Batches of one operation, elapsed in the clock's unit. */
export interface Batches {
  readonly size: number;
  readonly elapsed: readonly number[];
  /** Indices of the batches with a kernel tick inside. */
  readonly ticked: readonly number[];
  /** Elapsed in an empty loop of the same size. */
  readonly empty: readonly number[];
}

/** What batches say about one operation, the empty loop taken off. */
export interface BatchMeans {
  readonly count: number;
  readonly mean: Figure;
  /** Standard deviation of the batches' means. */
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
  /** Batches without a kernel tick inside: the ones to hold against samples without one. */
  readonly quiet: { readonly count: number; readonly mean: number; readonly deviation: number };
}

/** Means per operation; nothing where no batch was measured. */
export function batchMeans({ size, elapsed, ticked, empty }: Batches): BatchMeans | undefined {
  const loop = median(merge(empty.map((value) => [value, 1] as const))) ?? 0;
  const means = elapsed.map((value) => (value - loop) / size);
  const all = statisticsOf(means);
  if (all === undefined || size === 0) return undefined;
  const inside = new Set(ticked);
  const quiet = statisticsOf(means.filter((_, index) => !inside.has(index)));
  const few = `a batch mean needs ${BATCHES_NEEDED} batches, not ${all.count}`;
  return {
    count: all.count,
    mean: all.count < BATCHES_NEEDED ? insufficient(few) : figure(all.mean),
    deviation: all.deviation,
    min: all.min,
    max: all.max,
    quiet: {
      count: quiet?.count ?? 0,
      mean: quiet?.mean ?? 0,
      deviation: quiet?.deviation ?? 0,
    },
  };
}

function statisticsOf(values: readonly number[]) {
  return statistics(merge(values.map((value) => [value, 1] as const)));
}
