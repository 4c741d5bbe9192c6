/** @typedef {import('../silicon/bus.mjs').Bus} Bus */

const COMPARATORS = 8;
/** Revision 2, whose comparators hold a whole address; eight of them, the unit switched off. */
const CONTROL_RESET = 0x10000080;
const CONTROL_KEY = 2;
const BKPT = 0xbe;
const SCANNED_BYTES = 256;

/**
 * The addresses at which the core stops: the comparators of the flash patch and breakpoint unit, and
 * BKPT instructions. The emulator faults on a BKPT that it holds no breakpoint for. So those are
 * found that a debugger wrote on its own, and those near where the core starts, which end the small
 * programs that debuggers let a core run.
 */
export function createBreakpoints() {
  const comparators = new Uint32Array(COMPARATORS);
  /** @type {Set<number>} */
  const written = new Set();
  let isEnabled = false;
  return {
    readControl: () => (CONTROL_RESET | (isEnabled ? 1 : 0)) >>> 0,
    writeControl: (/** @type {number} */ value) => {
      if (value & CONTROL_KEY) isEnabled = (value & 1) === 1;
    },
    readComparator: (/** @type {number} */ index) => comparators[index] ?? 0,
    writeComparator: (/** @type {number} */ index, /** @type {number} */ value) => {
      if (index < COMPARATORS) comparators[index] = value;
    },
    /** Notes instructions that a debugger puts one by one. */
    noteWrite: (/** @type {number} */ address, /** @type {Buffer} */ bytes) => {
      if (bytes.length > 4) return;
      for (const found of findBkpts(address, bytes)) written.add(found);
    },
    /** All addresses at which the core, started from there, shall stop. */
    collect: async (
      /** @type {Bus} */ bus,
      /** @type {{ pc: number, lr: number }} */ { pc, lr },
    ) => {
      const enabled = isEnabled ? [...comparators].filter((value) => value & 1) : [];
      const kept = await Promise.all([...written].map((address) => bkptsAt(bus, address, 2)));
      const near = [await bkptsAt(bus, pc, SCANNED_BYTES), await bkptsAt(bus, lr & ~1, 2)];
      return new Set([
        ...enabled.map((value) => (value & ~1) >>> 0),
        ...kept.flat(),
        ...near.flat(),
      ]);
    },
  };
}

/** @returns {Promise<number[]>} */
async function bkptsAt(
  /** @type {Bus} */ bus,
  /** @type {number} */ address,
  /** @type {number} */ length,
) {
  try {
    return findBkpts(address, await bus.read(address, length, 2));
  } catch {
    return [];
  }
}

/** The addresses of all halfwords that are a BKPT. */
function findBkpts(/** @type {number} */ address, /** @type {Buffer} */ bytes) {
  const halfwords = Array.from({ length: bytes.length >> 1 }, (_, index) => index * 2);
  return halfwords.filter((at) => bytes[at + 1] === BKPT).map((at) => address + at);
}
