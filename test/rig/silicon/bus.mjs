import { readSync } from 'node:fs';
import { hex, MACHINE, findRegion } from './machine.mjs';

/** @typedef {import('./qtest.mjs').Width} Width */
/** @typedef {ReturnType<typeof createBus>} Bus */

/** An access to an address where nothing answers. */
export class BusError extends Error {
  constructor(/** @type {number} */ address) {
    super(`nothing answers at ${hex(address)}`);
    this.name = 'BusError';
  }
}

/**
 * The memory and the peripherals as a debug port sees them, while the core runs or is stopped.
 * Reads of the main RAM go past the emulator, through the file that both share. Writes do not: the
 * emulator would not learn that code has changed.
 * @param {import('./qtest.mjs').Qtest} qtest
 * @param {number} ramFile
 */
export function createBus(qtest, ramFile) {
  return {
    /** @returns {Promise<Buffer>} */
    read: async (
      /** @type {number} */ address,
      /** @type {number} */ length,
      /** @type {Width} */ width,
    ) => {
      if (findRegion([MACHINE.ram], address, length)) {
        const bytes = Buffer.alloc(length);
        readSync(ramFile, bytes, 0, length, address - MACHINE.ram.start);
        return bytes;
      }
      if (findRegion(MACHINE.memories, address, length)) return qtest.readBlock(address, length);
      if (!findRegion(MACHINE.peripherals, address, length)) throw new BusError(address);
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length; at += width) {
        bytes.writeUIntLE(await qtest.read(address + at, width), at, width);
      }
      return bytes;
    },
    write: async (
      /** @type {number} */ address,
      /** @type {Buffer} */ bytes,
      /** @type {Width} */ width,
    ) => {
      if (findRegion(MACHINE.memories, address, bytes.length)) {
        return qtest.writeBlock(address, bytes);
      }
      if (!findRegion(MACHINE.peripherals, address, bytes.length)) throw new BusError(address);
      for (let at = 0; at < bytes.length; at += width) {
        await qtest.write(address + at, width, bytes.readUIntLE(at, width));
      }
    },
  };
}
