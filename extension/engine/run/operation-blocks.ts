import { type BlockLength, type BlockWait, learnLength } from './block-length';
import type { Pace } from './block-pace';
import { type ExecutionTicks, guessTicks } from './block-ticks';
import type { Block } from './next-block';

/** What is known of an operation's blocks, however often it is measured. */
export interface OperationBlocks {
  readonly seen: ExecutionTicks;
  /** By blocks' shapes. */
  readonly lengths: Map<string, BlockLength>;
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

/** Seen on an emulated clock, which cannot say that it was this computer that was busy. */
const BUSY = 2;

const keyOf = ({ kind, operations, startsRound }: Block) => `${kind} ${operations} ${startsRound}`;

/** Nothing is known yet. */
export const newOperationBlocks = (): OperationBlocks => ({
  ...{ seen: {}, lengths: new Map(), tracedSize: undefined },
});

/** How long a block takes: as long as one of its shape, or else what its ticks let expect. */
export function lengthOf(
  { lengths, seen }: OperationBlocks,
  block: Block,
  pace: Pace,
): BlockLength {
  return lengths.get(keyOf(block)) ?? pace.guess(guessTicks(block, seen));
}

/** Learns from a block that has ended. */
export function learnBlock(operation: OperationBlocks, ended: EndedBlock, pace: Pace): void {
  const { block, wait, ticks, values, batchSize } = ended;
  const { lengths, seen } = operation;
  const known = lengths.get(keyOf(block));
  const foretold = known ?? lengthOf(operation, block, pace);
  const isBatch = block.kind === 'batch' || block.kind === 'emptyBatch';
  if (values > 0) seen[block.kind] = ticks / (values * (isBatch ? batchSize : 1));
  if (block.kind === 'sample' || block.kind === 'batch') pace.learn(ticks, wait);
  // A guess need not be kept where the next one is better.
  if (known === undefined && !pace.tells(ticks, wait)) return;
  const most = pace.isExact
    ? pace.most(ended.clockTicks)
    : BUSY * pace.guess(guessTicks(block, seen)).milliseconds;
  lengths.set(keyOf(block), learnLength(foretold, wait, most, pace.isExact));
}
