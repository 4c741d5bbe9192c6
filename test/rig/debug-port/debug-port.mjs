/** @typedef {ReturnType<typeof createDebugPort>} DebugPort */
/** @typedef {'ok' | 'wait' | 'fault' | 'silent'} Acknowledgement */
/** @typedef {{ readonly isAp: boolean, readonly isRead: boolean, readonly address: number }} Access */

/** Registers by their addresses; the first and the last have another meaning when written. */
export const DP = { dpidr: 0x0, abort: 0x0, control: 0x4, select: 0x8, readBuffer: 0xc };

const STICKY_ERROR = 1 << 5;
const CLEAR_STICKY_ERROR = 1 << 2;
const WRITABLE = 0x50000f00;
const DEBUG_POWER = 1 << 28;
const SYSTEM_POWER = 1 << 30;
const READ_OK = 1 << 6;

/**
 * The debug port of an ADIv5 target: a few registers of its own, and the way to its one access
 * port. It answers every access with an acknowledgement first. With `targetSelect` it is one of several on the same
 * wires: after a line reset it is silent until that is written to TARGETSEL.
 * @param {object} parts
 * @param {import('../access-port/memory-ap.mjs').MemoryAp} parts.ap
 * @param {import('../faults.mjs').Faults} parts.faults
 * @param {import('../counters.mjs').Counters} parts.counters
 * @param {import('../faults.mjs').Identity} parts.identity
 * @param {number | undefined} [parts.targetSelect]
 */
export function createDebugPort({ ap, faults, counters, identity, targetSelect }) {
  let select = 0;
  let control = 0;
  let isSticky = false;
  let isSelected = targetSelect === undefined;

  const bank = () => select & 0xf;
  const register = (/** @type {number} */ address) => (select & 0xf0) | address;
  const hasAp = () => select >>> 24 === 0;
  /** Nothing but the error itself is seen of an access that failed on the bus. */
  const guardAccess = async (/** @type {() => Promise<unknown>} */ act) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'BusError') throw error;
      isSticky = true;
    }
  };
  const isAlwaysServed = (/** @type {Access} */ { isAp, isRead, address }) => {
    if (isAp) return false;
    return isRead ? address === DP.dpidr || address === DP.control : address === DP.abort;
  };

  return {
    /** @returns {Acknowledgement} */
    acknowledge: (/** @type {Access} */ access) => {
      counters[`${access.isAp ? 'ap' : 'dp'}${access.isRead ? 'Reads' : 'Writes'}`]++;
      if (!isSelected || faults.strikes('silent')) return 'silent';
      if (isAlwaysServed(access)) return 'ok';
      if (faults.strikes('wait')) return 'wait';
      if (faults.strikes('fault')) isSticky = true;
      return isSticky ? 'fault' : 'ok';
    },
    hasError: () => isSticky,
    /** After a line reset the port has forgotten which registers were selected. */
    lineReset: () => {
      select = 0;
      isSelected = targetSelect === undefined;
    },
    /** Takes a write to TARGETSEL, which no port acknowledges. */
    selectTarget: (/** @type {number} */ value) => {
      isSelected = targetSelect === undefined || value === targetSelect;
    },
    readDp: (/** @type {number} */ address) => {
      if (address === DP.dpidr) return identity.dpidr;
      if (address !== DP.control || bank() !== 0) return 0;
      return (control | READ_OK | (isSticky ? STICKY_ERROR : 0)) >>> 0;
    },
    writeDp: (/** @type {number} */ address, /** @type {number} */ value) => {
      if (address === DP.abort && value & CLEAR_STICKY_ERROR) isSticky = false;
      if (address === DP.select) select = value >>> 0;
      if (address !== DP.control || bank() !== 0) return;
      control = value & WRITABLE;
      // Power is there at once; each acknowledgement is one bit above its request.
      control |= (control & (DEBUG_POWER | SYSTEM_POWER)) << 1;
    },
    /** Reads a register of the selected access port, several times over. */
    readAp: async (/** @type {number} */ address, count = 1) => {
      /** @type {number[]} */
      let values = Array.from({ length: count }, () => 0);
      if (hasAp())
        await guardAccess(async () => (values = await ap.read(register(address), count)));
      counters.bytesRead += 4 * count;
      return values;
    },
    writeAp: async (/** @type {number} */ address, /** @type {readonly number[]} */ values) => {
      if (hasAp()) await guardAccess(() => ap.write(register(address), values));
      counters.bytesWritten += 4 * values.length;
    },
    /** Reads memory as an intelligent probe does: address, then data until all is there. */
    readMemory: async (
      /** @type {number} */ address,
      /** @type {number} */ length,
      /** @type {import('../silicon/bus.mjs').Width} */ width,
    ) => {
      /** @type {Buffer} */
      let bytes = Buffer.alloc(length);
      await guardAccess(async () => (bytes = await ap.readMemory(address, length, width)));
      counters.bytesRead += length;
      return bytes;
    },
    writeMemory: async (
      /** @type {number} */ address,
      /** @type {Buffer} */ bytes,
      /** @type {import('../silicon/bus.mjs').Width} */ width,
    ) => {
      await guardAccess(() => ap.writeMemory(address, bytes, width));
      counters.bytesWritten += bytes.length;
    },
  };
}
