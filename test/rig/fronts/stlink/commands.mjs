import { TransferError } from '../probe.mjs';

/** @typedef {import('../probe.mjs').Probe} Probe */
/** @typedef {import('../../silicon/bus.mjs').Width} Width */
/** @typedef {{ readonly bytes: Buffer, readonly data: Buffer, readonly size: number }} Command */

export const VENDOR = 0x0483;
/** ST-LINK/V3E. */
export const PRODUCT = 0x374e;
const VERSION = 3;
/** The largest transfer depends on it. */
const JTAG_VERSION = 10;
const MASS_STORAGE_VERSION = 3;
const SPEED_KHZ = 24_000;
const SLOWEST_KHZ = 1000;

const FAMILY = { version: 0xf1, debug: 0xf2, mode: 0xf5, voltage: 0xf7, longVersion: 0xfb };
const DEBUG = {
  idCodes: 0x31,
  lastStatus: 0x3b,
  lastStatusLong: 0x3e,
  driveReset: 0x3c,
  readRegister: 0x45,
  writeRegister: 0x46,
  getSpeeds: 0x62,
};
/** Memory commands by number: width, direction, and whether the address grows. */
const MEMORY = /** @type {Readonly<Record<number, MemoryCommand>>} */ ({
  0x07: { width: 4, isRead: true, grows: true },
  0x08: { width: 4, isRead: false, grows: true },
  0x0c: { width: 1, isRead: true, grows: true },
  0x0d: { width: 1, isRead: false, grows: true },
  0x47: { width: 2, isRead: true, grows: true },
  0x48: { width: 2, isRead: false, grows: true },
  0x50: { width: 4, isRead: false, grows: false },
  0x54: { width: 4, isRead: true, grows: false },
});
/** @typedef {{ width: Width, isRead: boolean, grows: boolean }} MemoryCommand */

const OK = 0x80;
/** By what failed: the status for the access port, then for the debug port. */
const STATUS = /** @type {const} */ ({
  wait: [0x10, 0x14],
  fault: [0x11, 0x15],
  silent: [0x12, 0x16],
  parity: [0x13, 0x17],
});
const DEBUG_PORT = 0xffff;
const RESET_LINE = { low: 0, high: 1 };

/**
 * The probe's own commands, as received over USB.
 * @param {Probe} probe
 * @param {(isAsserted: boolean) => Promise<void>} driveReset
 */
export function createCommands(probe, driveReset) {
  let lastStatus = OK;

  /** Returns the status of an access in the encoding of the probe. */
  const attempt = async (/** @type {() => Promise<void>} */ act) => {
    try {
      await act();
      return OK;
    } catch (error) {
      if (!(error instanceof TransferError)) throw error;
      if (error.kind === 'fault') probe.clearErrors();
      return STATUS[error.kind][error.isAp ? 0 : 1];
    }
  };
  const readRegister = async (/** @type {Command} */ { bytes, size }) => {
    const answer = Buffer.alloc(size);
    answer[0] = await attempt(async () => {
      const [ap, address] = [bytes.readUInt16LE(2), bytes.readUInt16LE(4)];
      const value =
        ap === DEBUG_PORT ? probe.readDp(address) : (await probe.readAp(apAddress(ap, address)))[0];
      answer.writeUInt32LE(value ?? 0, 4);
    });
    return answer;
  };
  const writeRegister = async (/** @type {Command} */ { bytes, size }) => {
    const answer = Buffer.alloc(size);
    const [ap, address] = [bytes.readUInt16LE(2), bytes.readUInt16LE(4)];
    const value = bytes.readUInt32LE(6);
    answer[0] = await attempt(async () => {
      if (ap === DEBUG_PORT) probe.writeDp(address, value);
      else await probe.writeAp(apAddress(ap, address), [value]);
    });
    return answer;
  };
  const accessMemory = async (
    /** @type {MemoryCommand} */ { width, isRead, grows },
    /** @type {Command} */ { bytes, data, size },
  ) => {
    const [address, length] = [bytes.readUInt32LE(2), bytes.readUInt16LE(6)];
    const answer = Buffer.alloc(isRead ? size : 0);
    const step = grows ? length : width;
    lastStatus = await attempt(async () => {
      for (let at = 0; at < length; at += step) {
        if (isRead) (await probe.readMemory(address, step, width)).copy(answer, at);
        else await probe.writeMemory(address, data.subarray(at, at + step), width);
      }
    });
    return answer;
  };
  const debug = async (/** @type {Command} */ command) => {
    const { bytes, size } = command;
    const number = bytes[1] ?? 0;
    const memory = MEMORY[number];
    if (memory !== undefined) return accessMemory(memory, command);
    if (number === DEBUG.readRegister) return readRegister(command);
    if (number === DEBUG.writeRegister) return writeRegister(command);
    const answer = Buffer.alloc(size);
    if (size > 0) answer[0] = OK;
    if (number === DEBUG.lastStatus || number === DEBUG.lastStatusLong) answer[0] = lastStatus;
    if (number === DEBUG.driveReset) await driveReset(bytes[2] === RESET_LINE.low);
    if (number === DEBUG.idCodes) {
      answer[0] = await attempt(async () => void answer.writeUInt32LE(probe.readDp(0), 4));
    }
    if (number === DEBUG.getSpeeds) {
      answer[8] = 2;
      answer.writeUInt32LE(SPEED_KHZ, 12);
      answer.writeUInt32LE(SLOWEST_KHZ, 16);
    }
    return answer;
  };

  return {
    /** Returns the bytes that the host reads. */
    execute: async (/** @type {Command} */ command) => {
      const family = command.bytes[0];
      return family === FAMILY.debug ? debug(command) : describe(family, command.size);
    },
  };
}

const apAddress = (/** @type {number} */ ap, /** @type {number} */ address) =>
  ((ap << 24) | (address & 0xff)) >>> 0;

/** The probe's identification. */
function describe(/** @type {number | undefined} */ family, /** @type {number} */ size) {
  const answer = Buffer.alloc(size);
  if (family === FAMILY.version) {
    answer.writeUInt16BE(VERSION << 12, 0);
    answer.writeUInt16LE(VENDOR, 2);
    answer.writeUInt16LE(PRODUCT, 4);
  }
  if (family === FAMILY.longVersion) {
    answer[0] = VERSION;
    answer[2] = JTAG_VERSION;
    answer[3] = MASS_STORAGE_VERSION;
    answer.writeUInt16LE(VENDOR, 8);
    answer.writeUInt16LE(PRODUCT, 10);
  }
  if (family === FAMILY.mode) answer[0] = 2;
  if (family === FAMILY.voltage) {
    // A reference and twice the share of it that is measured: 3.3 V.
    answer.writeUInt32LE(1000, 0);
    answer.writeUInt32LE(1375, 4);
  }
  return answer;
}
