import type { OperationBegin, SampleKind } from '../../core/agent/events';

/** A block that an agent is going to measure. */
export interface Block {
  readonly kind: SampleKind;
  /** How often the operation is executed in it. */
  readonly operations: number;
  /** How many values come of it; undefined where only the agent knows. */
  readonly values: number | undefined;
  /** The agent prepares a round before it. */
  readonly startsRound: boolean;
}

/** What decides how an operation is divided into blocks. */
export interface Division {
  readonly operation: Pick<OperationBegin, 'n' | 'warmup' | 'batchSize' | 'batches'>;
  /** Samples of a whole block; undefined where only the agent knows. */
  readonly blockSize: number | undefined;
  /** How many may exist at once; 0: no limit. */
  readonly max: number;
}

/** How much of each kind has been measured: values, of the cold round executions. */
export type Done = Partial<Record<SampleKind, number>>;

/** Every operation begins with so many. */
const EMPTY_SAMPLES = 64;
/** The most values that any block of batches has, where the agent does not tell. */
const UNKNOWN_STORE = 1024;

/** The block that follows; undefined at the end. The agent measures in the same order. */
export function nextBlock(division: Division, done: Done): Block | undefined {
  const { n, warmup, batchSize, batches } = division.operation;
  const { cold = 0, sample = 0, batch = 0 } = done;
  if (done.emptySample === undefined) {
    const values = EMPTY_SAMPLES;
    return { kind: 'emptySample', operations: values, values, startsRound: false };
  }
  const store = division.blockSize ?? UNKNOWN_STORE;
  if (batches > 0 && done.emptyBatch === undefined) {
    const values = Math.min(batches, store);
    return { kind: 'emptyBatch', operations: values * batchSize, values, startsRound: false };
  }
  if (cold <= warmup) {
    const operations = Math.min(store, 1 + warmup - cold);
    return { kind: 'cold', operations, values: cold === 0 ? 1 : 0, startsRound: cold === 0 };
  }
  if (sample < n) return nextSamples(division, sample);
  if (batch >= batches) return undefined;
  const most = Math.min(batches, store, ...roundLimit(division.max, batchSize));
  const values = Math.min(most, batches - batch);
  return { kind: 'batch', operations: values * batchSize, values, startsRound: true };
}

function nextSamples({ operation, blockSize, max }: Division, sample: number): Block {
  const round = max === 0 ? operation.n : max;
  const inRound = sample % round;
  const left = Math.min(round - inRound, operation.n - sample);
  const values = blockSize === undefined ? undefined : Math.min(blockSize, left);
  const startsRound = inRound === 0;
  return { kind: 'sample', operations: values ?? left, values, startsRound };
}

function roundLimit(max: number, batchSize: number): readonly number[] {
  return max === 0 ? [] : [Math.floor(max / batchSize)];
}
