import { createMemoryAp } from './access-port/memory-ap.mjs';
import { createCounters } from './counters.mjs';
import { createDebugPort } from './debug-port/debug-port.mjs';
import { createFaults } from './faults.mjs';
import { BusError } from './silicon/bus.mjs';

export const DPIDR = 0x2ba01477;
const MEMORY_START = 0x20000000;

/** A debug port in front of a small memory, without silicon; it records all accesses. */
export function createTestTarget(size = 0x2000) {
  const memory = Buffer.alloc(size);
  /** @type {string[]} */
  const accesses = [];
  const at = (/** @type {number} */ address, /** @type {number} */ length) => {
    const offset = address - MEMORY_START;
    if (offset < 0 || offset + length > size) throw new BusError(address);
    return offset;
  };
  const bus = /** @type {import('./silicon/bus.mjs').Bus} */ ({
    read: async (address, length, width) => {
      accesses.push(`read ${address.toString(16)} ${length} by ${width}`);
      const offset = at(address, length);
      return Buffer.from(memory.subarray(offset, offset + length));
    },
    write: async (address, bytes, width) => {
      accesses.push(`write ${address.toString(16)} ${bytes.length} by ${width}`);
      bytes.copy(memory, at(address, bytes.length));
    },
  });
  const debug = /** @type {import('./core-debug/registers.mjs').CoreDebug} */ (
    /** @type {unknown} */ ({
      noteWrite: () => undefined,
      read: async (/** @type {number} */ address) => address,
      write: async () => undefined,
    })
  );
  const faults = createFaults();
  const ap = createMemoryAp(bus, debug, faults.isLocked);
  const counters = createCounters();
  const port = createDebugPort({ ap, faults, counters, identity: { dpidr: DPIDR } });
  return { memory, accesses, bus, ap, faults, counters, port };
}
