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
export function batchOf(samples: readonly TaskSample[]): PcBatch {
  const countPcs = (own: readonly TaskSample[]) => countEach(own.map(({ pc }) => pc));
  const byTask = groupBy(samples, ({ task }) => task);
  return {
    counts: countPcs(samples),
    byTask: new Map(Array.from(byTask, ([task, own]) => [task, countPcs(own)])),
    switches: samples.filter(({ isSwitch }) => isSwitch).length,
  };
}

/** Enough batches to see how much they differ; more are merged in pairs. */
const MOST_BATCHES = 512;

/** Merges batches in pairs while there are too many. */
export function inLimits(batches: readonly PcBatch[]): readonly PcBatch[] {
  if (batches.length <= MOST_BATCHES) return batches;
  const pairs = batches.flatMap((_, at) =>
    at % 2 === 0 ? [mergeBatches(batches.slice(at, at + 2))] : [],
  );
  return inLimits(pairs);
}

/** The number of samples of a batch. */
export function sampleCountOf({ counts, outside = 0 }: PcBatch): number {
  return [...counts.values()].reduce((sum, count) => sum + count, outside);
}

function mergeBatches(batches: readonly PcBatch[]): PcBatch {
  const byTask = batches.flatMap((batch) => batch.byTask ?? []);
  return {
    counts: sumCounts(batches.map(({ counts }) => counts)),
    outside: batches.reduce((sum, { outside = 0 }) => sum + outside, 0),
    switches: batches.reduce((sum, { switches = 0 }) => sum + switches, 0),
    ...(byTask.length > 0 && { byTask: sumGroupedCounts(byTask) }),
  };
}
