import { TargetError } from '../../../base';
import {
  gdbChecksum,
  type GdbClient,
  programFlash,
  readChecksum,
  readMemory,
  writeMemory,
} from '../../../gdb';
import { hex } from '../../../rtt';
import { type PlacedBytes, rangeOf } from './areas';
import { CPUID } from './core';
import {
  blocksOf,
  type ChangedBlocks,
  changesIn,
  occupiedBlocks,
  unknownRun,
} from './flash-blocks';
import type { LoadedBytes } from './image';

/** Called with the bytes done and in total. */
export type Progress = (done: number, total: number) => void;

/**
 * Writes into RAM, then reads all of it back and compares. A server's checksum would not do: what computes it runs
 * on the core, in RAM that the image may just have been written to.
 */
export async function writeRam(
  client: GdbClient,
  pieces: readonly LoadedBytes[],
  onProgress: Progress,
): Promise<void> {
  const total = pieces.reduce((sum, { data }) => sum + data.length, 0);
  let done = 0;
  for (const { address, data } of pieces) {
    const before = done;
    await writeMemory(client, address, data, (written) => onProgress(before + written, total));
    done += data.length;
  }
  for (const { address, data } of pieces) {
    const found = await readMemory(client, address, data.length);
    const different = data.findIndex((byte, index) => byte !== found[index]);
    if (different >= 0)
      throw new Error(`memory at ${hex(address + different)} does not contain what was written`);
  }
}

/** Reads the blocks that an image touches and gives those that it changes. */
export async function readChanges(
  client: GdbClient,
  pieces: readonly PlacedBytes[],
): Promise<readonly ChangedBlocks[]> {
  const changes: ChangedBlocks[] = [];
  for (const run of blocksOf(pieces)) {
    const before = await tryRead(client, run.start, run.end - run.start);
    if (before === undefined) changes.push(unknownRun(run, pieces));
    else changes.push(...changesIn(run, before, pieces));
  }
  return changes;
}

/** The error if overwriting the flash was not allowed. */
export function flashNotAllowed(path: string, changes: readonly ChangedBlocks[]): TargetError {
  const bytes = changes.reduce((total, { start, end }) => total + end - start, 0);
  return new TargetError(
    'flash-not-allowed',
    `Deploying ${path} would overwrite ${bytes} bytes of flash at ${changes.map(rangeOf).join(', ')}, ${lossOf(changes)}`,
    'Nothing was written. Overwriting needs your consent; a backup saves the old content so that it can be restored.',
  );
}

function lossOf(changes: readonly ChangedBlocks[]): string {
  if (changes.some(({ before }) => before === undefined))
    return 'which cannot be read before it is programmed: anything else in these blocks is lost';
  const sum = (count: (change: ChangedBlocks) => number) =>
    changes.reduce((total, change) => total + count(change), 0);
  const occupied = sum(occupiedBlocks);
  const blocks = sum(({ start, end, blockSize }) => (end - start) / blockSize);
  return occupied === 0
    ? 'which is currently erased'
    : `where ${occupied} of ${blocks} blocks are not empty`;
}

/** Flash behind a controller that nobody has set up yet does not answer; a broken connection fails once more. */
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
      `The flash at ${changes.map(rangeOf).join(', ')} was not written completely: ${reason}`,
      `Its current content is unusable: ${next}.`,
    );
  }
}

/** By the server's checksum where it has one: its work area lies in RAM, of which nothing is needed yet. */
async function verifyFlash(client: GdbClient, { address, data }: LoadedBytes): Promise<void> {
  if ((await readChecksum(client, address, data.length)) === gdbChecksum(data)) return;
  const found = await readMemory(client, address, data.length);
  const different = data.findIndex((byte, index) => byte !== found[index]);
  if (different >= 0)
    throw new Error(`flash at ${hex(address + different)} does not contain what was programmed`);
}
