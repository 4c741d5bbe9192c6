import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Elf } from '../../core/elf/elf';
import { bytesAt } from '../../core/elf/memory';
import type { Memory, Region } from '../../core/rtt/memory';

/** A running machine's memory: its RAM in a shared file, constants elsewhere from the image. */
export interface SharedMemory extends Memory {
  close(): void;
}

/** Opens the file behind a machine's RAM. */
export function openSharedMemory(path: string, ram: Region, elf: Elf): SharedMemory {
  const file = openSync(path, 'r+');
  let isClosed = false;
  return {
    read: (address, length) => {
      if (isClosed) return undefined;
      if (address < ram.start || address + length > ram.end) return bytesAt(elf, address, length);
      const bytes = new Uint8Array(length);
      const count = readSync(file, bytes, 0, length, address - ram.start);
      return count === length ? bytes : undefined;
    },
    write: (address, bytes) => {
      if (!isClosed) writeSync(file, bytes, 0, bytes.length, address - ram.start);
    },
    close: () => {
      if (!isClosed) closeSync(file);
      isClosed = true;
    },
  };
}
