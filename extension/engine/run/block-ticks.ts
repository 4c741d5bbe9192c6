import type { SampleKind } from '../../core/agent/events';
import type { Block } from './next-block';

/** Ticks of one execution, by the kind of block in which they were seen. */
export type ExecutionTicks = Partial<Record<SampleKind, number>>;

/** What a block will take, and what that was concluded from. */
export interface TicksGuess {
  readonly ticks: number;
  readonly from: 'nothing' | 'one execution' | 'a block';
}

/** Around each sample, besides its window: the clock is read twice, and the value is stored. */
const READINGS_BESIDE = 5;

/** Guesses by what was seen of the same operation before; never less than is likely. */
export function guessTicks({ kind, operations }: Block, seen: ExecutionTicks): TicksGuess {
  const reading = seen.emptySample ?? 0;
  const one = executionOf(kind, seen, reading);
  if (one === undefined) return { ticks: 0, from: 'nothing' };
  const beside = kind === 'sample' || kind === 'cold' ? READINGS_BESIDE * reading : 0;
  const isCold = kind === 'sample' && seen.sample === undefined;
  return { ticks: operations * (one + beside), from: isCold ? 'one execution' : 'a block' };
}

function executionOf(kind: SampleKind, seen: ExecutionTicks, reading: number): number | undefined {
  if (kind === 'emptyBatch') return seen.emptyBatch ?? reading;
  if (kind === 'sample') return seen.sample ?? seen.cold;
  if (kind !== 'batch' || seen.batch !== undefined) return seen[kind];
  if (seen.sample === undefined) return undefined;
  return Math.max(0, seen.sample - reading) + (seen.emptyBatch ?? reading);
}
