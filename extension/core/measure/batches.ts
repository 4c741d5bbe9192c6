import { distributionOf } from './distribution';
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

/** Plain figures of batches' means per operation. */
export interface MeansOfBatches {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/** What batches say about one operation, the empty loop taken off. */
export interface BatchMeans {
  readonly count: number;
  /** The figure to show. */
  readonly mean: Figure;
  readonly min: number;
  readonly max: number;
  readonly all: MeansOfBatches;
  /** Batches without a kernel tick inside. */
  readonly quiet: MeansOfBatches;
}

/** Means per operation; nothing where no batch was measured. */
export function batchMeans({ size, elapsed, ticked, empty }: Batches): BatchMeans | undefined {
  const loop = median(distributionOf(Float64Array.from(empty))) ?? 0;
  const means = elapsed.map((value) => (value - loop) / size);
  const all = statisticsOf(means);
  if (all === undefined || size === 0) return undefined;
  const inside = new Set(ticked);
  const quiet = statisticsOf(means.filter((_, index) => !inside.has(index)));
  const few = `a batch mean needs ${BATCHES_NEEDED} batches, not ${all.count}`;
  return {
    count: all.count,
    mean: all.count < BATCHES_NEEDED ? insufficient(few) : figure(all.mean),
    min: all.min,
    max: all.max,
    all: pick(all),
    quiet: quiet === undefined ? { count: 0, mean: 0, deviation: 0 } : pick(quiet),
  };
}

function pick({ count, mean, deviation }: MeansOfBatches): MeansOfBatches {
  return { count, mean, deviation };
}

function statisticsOf(values: readonly number[]) {
  return statistics(distributionOf(Float64Array.from(values)));
}
