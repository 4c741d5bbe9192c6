import { type GdbClient, readMemory, writeMemory } from '../../../gdb';
import { hex } from '../../../rtt';
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
