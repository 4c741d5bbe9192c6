import { countEach, groupBy, sumCounts, sumGroupedCounts } from '../../base';
import type { PcBatch } from '../target';

/** A sample with the task that ran when it was taken. */
export interface TaskSample {
  readonly pc: number;
  readonly task: number;
  /** Another task ran soon after. */
  readonly isSwitch: boolean;
}

/** Adds samples up by their tasks. */
export function makeBatch(samples: readonly TaskSample[]): PcBatch {
  const countPcs = (own: readonly TaskSample[]) => countEach(own.map(({ pc }) => pc));
  const byTask = groupBy(samples, ({ task }) => task);
  return {
    counts: countPcs(samples),
    byTask: new Map(Array.from(byTask, ([task, own]) => [task, countPcs(own)])),
    switches: samples.filter(({ isSwitch }) => isSwitch).length,
  };
}

/** Enough batches to see how much they differ; more are merged. */
const MOST_BATCHES = 512;

/**
 * Collects batches in the order of time. Where there are too many, each is the sum of as many as the others, but for the
 * last: how much they differ shows how far shares can be trusted.
 */
export function newBatchList() {
  let kept: PcBatch[] = [];
  let waiting: PcBatch[] = [];
  let each = 1;
  const add = (batch: PcBatch): void => {
    waiting.push(batch);
    if (waiting.length < each) return;
    kept.push(mergeBatches(waiting));
    waiting = [];
    if (kept.length < MOST_BATCHES) return;
    const pairs = groupBy([...kept.entries()], ([at]) => at >> 1);
    kept = Array.from(pairs.values(), (pair) => mergeBatches(pair.map(([, own]) => own)));
    each *= 2;
  };
  return {
    add,
    all: (): readonly PcBatch[] => (waiting.length > 0 ? [...kept, mergeBatches(waiting)] : kept),
  };
}

/** Merges neighbouring batches where there are too many. */
export function inLimits(batches: readonly PcBatch[]): readonly PcBatch[] {
  const list = newBatchList();
  batches.forEach(list.add);
  return list.all();
}

/** Samples of a batch that shows in which order they were taken. */
const PIECE = 32;

/** Divides samples in the order of time: few samples of a slow probe show by that how much they differ. */
export function inPieces<T>(samples: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(samples.length / PIECE) }, (_, at) =>
    samples.slice(at * PIECE, (at + 1) * PIECE),
  );
}

/** The number of samples of a batch. */
export function countBatchSamples({ counts, outside = 0 }: PcBatch): number {
  return [...counts.values()].reduce((sum, count) => sum + count, outside);
}

function mergeBatches(batches: readonly PcBatch[]): PcBatch {
  const [only, ...others] = batches;
  if (only !== undefined && others.length === 0) return only;
  const byTask = batches.flatMap((batch) => batch.byTask ?? []);
  return {
    counts: sumCounts(batches.map(({ counts }) => counts)),
    outside: batches.reduce((sum, { outside = 0 }) => sum + outside, 0),
    switches: batches.reduce((sum, { switches = 0 }) => sum + switches, 0),
    ...(byTask.length > 0 && { byTask: sumGroupedCounts(byTask) }),
  };
}
