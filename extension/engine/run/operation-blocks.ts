import { type BlockWait, learnLength } from './block-length';
import type { Pace } from './block-pace';
import { type ExecutionTicks, guessTicks } from './block-ticks';
import type { Block } from './next-block';

/** What is known of an operation's blocks, however often it is measured. */
export interface OperationBlocks {
  readonly seen: ExecutionTicks;
  /** In milliseconds, by blocks' shapes: those that the target's clock told to be longer than guessed. */
  readonly lengths: Map<string, number>;
  /** Samples of a traced block, which the agent does not tell. */
  tracedSize: number | undefined;
}

/** A block that has ended, with all of its values. */
export interface EndedBlock {
  readonly block: Block;
  readonly wait: BlockWait;
  /** Between its end and that of the one before, by the target's clock. */
  readonly clockTicks: number;
  readonly values: number;
  /** The sum of its values. */
  readonly ticks: number;
  readonly batchSize: number;
}

const keyOf = ({ kind, operations, startsRound }: Block) => `${kind} ${operations} ${startsRound}`;

/** Nothing is known yet. */
export const newOperationBlocks = (): OperationBlocks => ({
  ...{ seen: {}, lengths: new Map(), tracedSize: undefined },
});

/** How many milliseconds a block takes: as many as one of its shape, or else what its ticks let expect. */
export function lengthOf({ lengths, seen }: OperationBlocks, block: Block, pace: Pace): number {
  return lengths.get(keyOf(block)) ?? pace.guess(guessTicks(block, seen));
}

/** Learns from a block that has ended. */
export function learnBlock(operation: OperationBlocks, ended: EndedBlock, pace: Pace): void {
  const { block, wait, ticks, values, batchSize } = ended;
  const { lengths, seen } = operation;
  const foretold = lengthOf(operation, block, pace);
  const isBatch = block.kind === 'batch' || block.kind === 'emptyBatch';
  if (values > 0) seen[block.kind] = ticks / (values * (isBatch ? batchSize : 1));
  pace.learn(guessTicks(block, seen), wait);
  const most = pace.most(ended.clockTicks);
  // A guess need not be kept where the next one is better.
  if (most === undefined || !(wait.wasLookedInto || lengths.has(keyOf(block)))) return;
  lengths.set(keyOf(block), learnLength(foretold, wait, most));
}
