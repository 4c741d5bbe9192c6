import type { OperationRecord } from '../../runs/record';
import { type Distribution, distributionOf, merge, shift } from '../distribution';
import { median } from '../percentile';

/** The samples of each run, the cost of reading the clock taken off. */
export function sampleRuns(group: readonly OperationRecord[], readingCost: number): Distribution[] {
  return group.map(({ quiet, ticked }) =>
    shift(ticked.length === 0 ? quiet : merge(quiet, ticked), -readingCost),
  );
}

/** The batch means of each run, the empty loop taken off; nothing of a run without batches. */
export function batchRuns(group: readonly OperationRecord[]): Distribution[] {
  const empty = group.flatMap((each) => each.empty.batches);
  const loop = median(distributionOf(Float64Array.from(empty))) ?? 0;
  return group.flatMap(({ batches: { elapsed, size } }) => {
    if (elapsed.length === 0 || size === 0) return [];
    return [distributionOf(Float64Array.from(elapsed, (value) => (value - loop) / size))];
  });
}

/** Every figure in another unit. */
export function scaled(runs: readonly Distribution[], factor: number): readonly Distribution[] {
  if (factor === 1) return runs;
  return runs.map((run) => run.map(([value, count]) => [value * factor, count] as const));
}

/** A text that only a group with the same values in the same order shares. */
export function fingerprint(group: readonly OperationRecord[]): string {
  return JSON.stringify(
    group.map(({ digest, batches, empty }) => [digest, batches.size, batches.elapsed, empty]),
  );
}
