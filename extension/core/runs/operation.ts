import type { CollectedOperation, Series } from '../agent/collected';
import type { OperationReply } from '../agent/run-lines';
import { type Clock, toUnit, toUnits } from '../measure/clock';
import { distributionOf, splitByFlag } from '../measure/distribution';
import { rawDoubts } from '../measure/doubts';
import { digest } from './digest';
import type { OperationRecord } from './record';

/** What an operation's record holds beside what the stream told. */
export interface OperationContext {
  readonly repeat: number;
  /** The clock and its index among the pass's clocks. */
  readonly clock: Clock;
  readonly clockIndex: number;
  /** What the processor's counter counts, as the agent said. */
  readonly counter: string | undefined;
  /** What the agent said on the control line, where that is known. */
  readonly reply?: OperationReply | undefined;
  /** Why the figures must not be used at all. */
  readonly refusal?: string | undefined;
}

/** The record of one operation, its ticks in the clock's unit. */
export function operationRecord(
  operation: CollectedOperation,
  context: OperationContext,
): OperationRecord {
  const { ratio } = context.clock;
  const { series, end } = operation;
  const samples = toUnits(series.sample.ticks, ratio);
  const [quiet, ticked] = splitByFlag(samples, series.sample.ticked);
  const [cold] = series.cold.ticks;
  return {
    suite: operation.suite,
    op: operation.name,
    at: operation.at,
    repeat: context.repeat,
    clock: context.clockIndex,
    requested: operation.n,
    warmup: operation.warmup,
    params: { ...operation.params },
    ...outcome(operation, context.refusal),
    attempted: end?.attempted ?? operation.decoded,
    stored: end?.stored ?? operation.decoded,
    decoded: operation.decoded,
    cold: cold === undefined ? null : toUnit(cold, ratio),
    quiet,
    ticked,
    digest: digest(samples),
    batches: {
      size: operation.batchSize,
      elapsed: [...toUnits(series.batch.ticks, ratio)],
      ticked: tickedIndices(series.batch),
    },
    ...countedBatches(operation, context.counter),
    empty: {
      samples: distributionOf(toUnits(series.emptySample.ticks, ratio)),
      batches: [...toUnits(series.emptyBatch.ticks, ratio)],
    },
    problems: [
      ...operation.problems,
      ...rawDoubts(series.sample.ticks),
      ...replyProblems(operation, context.reply),
    ],
  };
}

function outcome(
  { end }: CollectedOperation,
  refusal: string | undefined,
): Pick<OperationRecord, 'status' | 'reason'> {
  if (refusal !== undefined) return { status: 'refused', reason: refusal };
  if (end === undefined) return { status: 'incomplete', reason: 'the recording ends before it' };
  return end.reason === '' ? { status: end.status } : { status: end.status, reason: end.reason };
}

function countedBatches(
  { batchSize, series }: CollectedOperation,
  unit = 'counts',
): Pick<OperationRecord, 'counted'> {
  const counts = [...series.countedBatch.ticks];
  const empty = [...series.emptyCountedBatch.ticks];
  if (counts.length === 0) return {};
  return { counted: { unit, size: batchSize, counts, empty } };
}

function replyProblems(operation: CollectedOperation, reply: OperationReply | undefined): string[] {
  const { end } = operation;
  if (reply === undefined || end === undefined) return [];
  const same = (['status', 'attempted', 'stored'] as const).every((key) => reply[key] === end[key]);
  if (same) return [];
  const tell = ({ status, attempted, stored }: typeof end | OperationReply): string =>
    `${status}, ${stored} of ${attempted}`;
  return [`control line and stream disagree: ${tell(reply)} against ${tell(end)}`];
}

function tickedIndices({ ticked }: Series): number[] {
  return Array.from(ticked.keys()).filter((index) => ticked[index] === 1);
}
