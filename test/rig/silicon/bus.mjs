import { readSync } from 'node:fs';
import { findRegion, hex } from './machine.mjs';

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
 * RAM that host and emulator share as a file.
 * @typedef {{ readonly file: number, readonly region: import('./machine.mjs').Region }} SharedRam
 */

/**
 * The memory and the peripherals as a debug port sees them, while the core runs or is stopped.
 * Reads of shared RAM go past the emulator, through the file. Writes do not: the emulator would not
 * learn that code has changed.
 * @param {import('./qtest.mjs').Qtest} qtest
 * @param {import('./machine.mjs').AddressMap} map
 * @param {SharedRam} [shared]
 */
export function createBus(qtest, { memories, peripherals }, shared) {
  return {
    /** @returns {Promise<Buffer>} */
    read: async (
      /** @type {number} */ address,
      /** @type {number} */ length,
      /** @type {Width} */ width,
    ) => {
      if (shared && findRegion([shared.region], address, length)) {
        const bytes = Buffer.alloc(length);
        readSync(shared.file, bytes, 0, length, address - shared.region.start);
        return bytes;
      }
      if (findRegion(memories, address, length)) return qtest.readBlock(address, length);
      if (!findRegion(peripherals, address, length)) throw new BusError(address);
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
      if (findRegion(memories, address, bytes.length)) {
        return qtest.writeBlock(address, bytes);
      }
      if (!findRegion(peripherals, address, bytes.length)) throw new BusError(address);
      for (let at = 0; at < bytes.length; at += width) {
        await qtest.write(address + at, width, bytes.readUIntLE(at, width));
      }
    },
  };
}
