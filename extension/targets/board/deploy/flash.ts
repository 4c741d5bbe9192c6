import { TargetError } from '../../../base';
import {
  gdbChecksum,
  type GdbClient,
  programFlash,
  readChecksum,
  readMemory,
  writeMemory,
} from '../../../gdb';
import { formatAddress, type Region } from '../../../rtt';
import { CPUID } from './core';
import { type LoadedBytes, type PlacedBytes, formatRegion } from './image';

/** Whole erase blocks in a row, all of one size. */
interface BlockRun extends Region {
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
export function listBlockRuns(pieces: readonly PlacedBytes[]): readonly BlockRun[] {
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
export function listChangedBlocks(
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
function unknownRun(run: BlockRun, pieces: readonly LoadedBytes[]): ChangedBlocks {
  const erased = new Uint8Array(run.end - run.start).fill(ERASED);
  return { ...run, before: undefined, after: merge(run, erased, pieces) };
}

/** Counts the blocks that are not empty. */
export function countOccupiedBlocks({ before, blockSize }: ChangedBlocks): number {
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

/** Called with the bytes done and in total. */
export type Progress = (done: number, total: number) => void;

/** Writing and reading of long stretches of RAM. */
interface RamAccess {
  write(address: number, data: Uint8Array, onWritten: (bytes: number) => void): Promise<void>;
  read(address: number, length: number): Promise<Uint8Array>;
}

/** Access to RAM over a GDB server. */
export function ramOver(client: GdbClient): RamAccess {
  return {
    write: (address, data, onWritten) => writeMemory(client, address, data, onWritten),
    read: (address, length) => readMemory(client, address, length),
  };
}

/**
 * Writes into RAM, then reads all of it back and compares. A server's checksum would not do: what computes it runs
 * on the core, in RAM that the image may just have been written to.
 */
export async function writeRam(
  access: RamAccess,
  pieces: readonly LoadedBytes[],
  onProgress: Progress,
): Promise<void> {
  const total = pieces.reduce((sum, { data }) => sum + data.length, 0);
  let done = 0;
  for (const { address, data } of pieces) {
    const before = done;
    await access.write(address, data, (written) => onProgress(before + written, total));
    done += data.length;
  }
  for (const { address, data } of pieces) {
    const found = await access.read(address, data.length);
    const different = data.findIndex((byte, index) => byte !== found[index]);
    if (different >= 0)
      throw new Error(
        `memory at ${formatAddress(address + different)} does not contain what was written`,
      );
  }
}

/** Reads the blocks that an image touches and gives those that it changes. */
export async function readChanges(
  client: GdbClient,
  pieces: readonly PlacedBytes[],
): Promise<readonly ChangedBlocks[]> {
  const changes: ChangedBlocks[] = [];
  for (const run of listBlockRuns(pieces)) {
    const before = await tryRead(client, run.start, run.end - run.start);
    if (before === undefined) changes.push(unknownRun(run, pieces));
    else changes.push(...listChangedBlocks(run, before, pieces));
  }
  return changes;
}

/** The error if overwriting the flash was not allowed. */
export function flashNotAllowed(path: string, changes: readonly ChangedBlocks[]): TargetError {
  const bytes = changes.reduce((total, { start, end }) => total + end - start, 0);
  return new TargetError(
    'flash-not-allowed',
    `Deploying ${path} would overwrite ${bytes} bytes of flash at ${changes.map(formatRegion).join(', ')}, ${describeLoss(changes)}`,
    'Nothing was written. Overwriting needs your consent; a backup saves the old content so that it can be restored.',
  );
}

function describeLoss(changes: readonly ChangedBlocks[]): string {
  if (changes.some(({ before }) => before === undefined))
    return 'which cannot be read before it is programmed: anything else in these blocks is lost';
  const sum = (count: (change: ChangedBlocks) => number) =>
    changes.reduce((total, change) => total + count(change), 0);
  const occupied = sum(countOccupiedBlocks);
  const blocks = sum(({ start, end, blockSize }) => (end - start) / blockSize);
  return occupied === 0
    ? 'which is currently erased'
    : `where ${occupied} of ${blocks} blocks are not empty`;
}

/** Flash behind a controller that is not set up yet does not answer; a broken connection fails again. */
async function tryRead(
  client: GdbClient,
  start: number,
  length: number,
): Promise<Uint8Array | undefined> {
  try {
    return await readMemory(client, start, length);
  } catch {
    await readMemory(client, CPUID, 4);
    return undefined;
  }
}

/**
 * Erases and programs whole blocks, and makes sure that they hold what was sent; gives the bytes that were written.
 * After a failure the content of the flash is unusable: `next` is the remedy.
 */
export async function replaceFlash(
  client: GdbClient,
  changes: readonly ChangedBlocks[],
  next: string,
  onProgress: Progress,
): Promise<number> {
  if (changes.length === 0) return 0;
  const blocks = changes.map(({ start, after }) => ({ address: start, data: after }));
  const total = blocks.reduce((sum, { data }) => sum + data.length, 0);
  try {
    await programFlash(client, blocks, (done) => onProgress(done, total));
    for (const block of blocks) await verifyFlash(client, block);
    return total;
  } catch (error) {
    const code = error instanceof TargetError ? error.code : 'deploy-failed';
    const reason = error instanceof Error ? error.message : String(error);
    throw new TargetError(
      code,
      `The flash at ${changes.map(formatRegion).join(', ')} was not written completely: ${reason}`,
      `Its current content is unusable: ${next}.`,
    );
  }
}

/** Uses the server's checksum if it has one: its work area is in RAM, of which nothing is needed yet. */
async function verifyFlash(client: GdbClient, { address, data }: LoadedBytes): Promise<void> {
  if ((await readChecksum(client, address, data.length)) === gdbChecksum(data)) return;
  const found = await readMemory(client, address, data.length);
  const different = data.findIndex((byte, index) => byte !== found[index]);
  if (different >= 0)
    throw new Error(
      `flash at ${formatAddress(address + different)} does not contain what was programmed`,
    );
}
