import type { Region } from '../../../rtt';
import type { PlacedBytes } from './areas';
import type { LoadedBytes } from './image';

/** Whole erase blocks in a row, all of one size. */
export interface BlockRun extends Region {
  readonly blockSize: number;
}

/** Whole blocks in a row with what they hold and what they shall hold. */
export interface ChangedBlocks extends BlockRun {
  /** Absent where it cannot be read: its controller is set up only by the server's algorithm. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

const ERASED = 0xff;

/** The blocks that bytes touch, in runs as long as can be. */
export function blocksOf(pieces: readonly PlacedBytes[]): readonly BlockRun[] {
  const runs: BlockRun[] = [];
  for (const { address, data, area } of [...pieces].sort((a, b) => a.address - b.address)) {
    const { blockSize } = area;
    const offset = address - area.start;
    const start = area.start + Math.floor(offset / blockSize) * blockSize;
    const end = area.start + Math.ceil((offset + data.length) / blockSize) * blockSize;
    const last = runs.at(-1);
    if (last === undefined || start > last.end || last.blockSize !== blockSize) {
      runs.push({ start, end, blockSize });
    } else {
      runs[runs.length - 1] = { ...last, end: Math.max(last.end, end) };
    }
  }
  return runs;
}

/** The blocks of a run that an image changes; what it does not cover inside of them stays as it is. */
export function changesIn(
  run: BlockRun,
  before: Uint8Array,
  pieces: readonly LoadedBytes[],
): readonly ChangedBlocks[] {
  const after = merge(run, before, pieces);
  const changed: BlockRun[] = [];
  for (let at = 0; at < after.length; at += run.blockSize) {
    const next = at + run.blockSize;
    if (Buffer.compare(before.subarray(at, next), after.subarray(at, next)) === 0) continue;
    const last = changed.at(-1);
    const end = run.start + next;
    if (last?.end === run.start + at) changed[changed.length - 1] = { ...last, end };
    else changed.push({ start: run.start + at, end, blockSize: run.blockSize });
  }
  return changed.map((blocks) => {
    const [from, to] = [blocks.start - run.start, blocks.end - run.start];
    return { ...blocks, before: before.subarray(from, to), after: after.subarray(from, to) };
  });
}

/** A run whose content is not known: all of it changes, and what the image does not cover is erased. */
export function unknownRun(run: BlockRun, pieces: readonly LoadedBytes[]): ChangedBlocks {
  const erased = new Uint8Array(run.end - run.start).fill(ERASED);
  return { ...run, before: undefined, after: merge(run, erased, pieces) };
}

/** Counts the blocks that are not empty. */
export function occupiedBlocks({ before, blockSize }: ChangedBlocks): number {
  let count = 0;
  if (before === undefined) return count;
  for (let at = 0; at < before.length; at += blockSize)
    if (before.subarray(at, at + blockSize).some((byte) => byte !== ERASED)) count++;
  return count;
}

function merge(run: BlockRun, before: Uint8Array, pieces: readonly LoadedBytes[]): Uint8Array {
  const after = before.slice();
  for (const { address, data } of pieces) {
    const from = Math.max(address, run.start);
    const to = Math.min(address + data.length, run.end);
    if (to > from) after.set(data.subarray(from - address, to - address), from - run.start);
  }
  return after;
}
