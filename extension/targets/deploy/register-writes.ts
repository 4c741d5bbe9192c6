import type { AsyncMemory } from '../rtt-link/async-memory';

/** One register of a device that is set before a program is started. */
export interface RegisterWrite {
  readonly address: number;
  readonly value: number;
  /** Only these bits are set to the value's; all of them where it is absent. */
  readonly mask?: number;
  /** In bytes; registers of 16 bits take no others. */
  readonly width?: 2 | 4;
}

/** Carries out a list of writes in its order. A register that holds its value already is left alone. */
export async function writeRegisters(
  memory: AsyncMemory,
  writes: readonly RegisterWrite[],
): Promise<void> {
  for (const { address, value, mask, width = 4 } of writes) {
    if (mask === undefined) {
      await memory.write(address, bytesOf(value, width));
      continue;
    }
    const before = Buffer.from(await memory.read(address, width)).readUIntLE(0, width);
    const after = ((before & ~mask) | (value & mask)) >>> 0;
    if (after !== before) await memory.write(address, bytesOf(after, width));
  }
}

function bytesOf(value: number, width: 2 | 4): Uint8Array {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntLE(value >>> 0, 0, width);
  return bytes;
}
