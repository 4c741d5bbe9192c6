import type { Elf } from '../../core/elf/elf';
import { hex } from '../../core/rtt/memory';
import type { GdbClient } from '../gdb-remote/client';
import { readMemory, writeMemory } from '../gdb-remote/memory';

/** Writes an image's segments where they are loaded, then reads them back and compares. */
export async function deploy(
  client: GdbClient,
  elf: Elf,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const segments = elf.segments.filter(({ data }) => data.length > 0);
  const total = segments.reduce((sum, { data }) => sum + data.length, 0);
  let done = 0;
  for (const { paddr, data } of segments) {
    const before = done;
    await writeMemory(client, paddr, data, (written) => onProgress(before + written, total));
    done += data.length;
  }
  for (const { paddr, data } of segments) {
    const found = await readMemory(client, paddr, data.length);
    const different = data.findIndex((byte, index) => byte !== found[index]);
    if (different >= 0)
      throw new Error(`memory at ${hex(paddr + different)} did not keep what was written`);
  }
}
