import { DP } from '../debug-port/debug-port.mjs';

/** @typedef {ReturnType<typeof createProbe>} Probe */
/** @typedef {import('../silicon/bus.mjs').Width} Width */
/** @typedef {import('../debug-port/debug-port.mjs').Access} Access */

/** A target did not do what a probe asked of it. */
export class TransferError extends Error {
  /** @param {'wait' | 'fault' | 'silent' | 'parity'} kind @param {Access} access */
  constructor(kind, access) {
    super(`${access.isAp ? 'AP' : 'DP'} ${access.isRead ? 'read' : 'write'}: ${kind}`);
    this.name = 'TransferError';
    this.kind = kind;
    this.isAp = access.isAp;
  }
}

/** The retries of an access that the target answered with WAIT. */
const RETRIES = 16;

/**
 * Makes the accesses of a probe with its own firmware. It leaves errors to the host.
 * @param {import('../debug-port/debug-port.mjs').DebugPort} port
 * @param {import('../faults.mjs').Faults} faults
 */
export function createProbe(port, faults) {
  const begin = (/** @type {Access} */ access) => {
    let answer = port.acknowledge(access);
    for (let retry = 0; answer === 'wait' && retry < RETRIES; retry++) {
      answer = port.acknowledge(access);
    }
    if (answer !== 'ok') throw new TransferError(answer, access);
  };
  const finish = (/** @type {Access} */ access) => {
    if (access.isRead && faults.strikes('parity')) throw new TransferError('parity', access);
    if (access.isAp && port.hasError()) throw new TransferError('fault', access);
  };
  const access = (
    /** @type {boolean} */ isAp,
    /** @type {boolean} */ isRead,
    /** @type {number} */ address,
  ) => ({ isAp, isRead, address: address & 0xc });
  const select = (/** @type {number} */ address) => {
    begin(access(false, false, DP.select));
    port.writeDp(DP.select, ((address & 0xff000000) | (address & 0xf0)) >>> 0);
  };
  return {
    readDp: (/** @type {number} */ address) => {
      const read = access(false, true, address);
      begin(read);
      const value = port.readDp(read.address);
      finish(read);
      return value;
    },
    writeDp: (/** @type {number} */ address, /** @type {number} */ value) => {
      const write = access(false, false, address);
      begin(write);
      port.writeDp(write.address, value);
    },
    /** The access port's number is the address's highest byte. */
    readAp: async (/** @type {number} */ address, count = 1) => {
      const read = access(true, true, address);
      select(address);
      begin(read);
      const values = await port.readAp(read.address, count);
      finish(read);
      return values;
    },
    writeAp: async (/** @type {number} */ address, /** @type {readonly number[]} */ values) => {
      const write = access(true, false, address);
      select(address);
      begin(write);
      await port.writeAp(write.address, values);
      finish(write);
    },
    readMemory: async (
      /** @type {number} */ address,
      /** @type {number} */ length,
      /** @type {Width} */ width,
    ) => {
      const read = access(true, true, 0);
      begin(read);
      const bytes = await port.readMemory(address, length, width);
      finish(read);
      return bytes;
    },
    writeMemory: async (
      /** @type {number} */ address,
      /** @type {Buffer} */ bytes,
      /** @type {Width} */ width,
    ) => {
      const write = access(true, false, 0);
      begin(write);
      await port.writeMemory(address, bytes, width);
      finish(write);
    },
    /** Clears the errors of the debug port, as a probe does before it continues. */
    clearErrors: () => port.writeDp(DP.abort, 0x1e),
  };
}
