import { BusError } from '../silicon/bus.mjs';

/** @typedef {ReturnType<typeof createMemoryAp>} MemoryAp */
/** @typedef {import('../silicon/bus.mjs').Width} Width */

const CSW = 0x00;
const TAR = 0x04;
const DRW = 0x0c;
const BANKED = 0x10;
const BASE = 0xf8;
const IDR = 0xfc;

/** The AHB access port of Armv7-M cores. */
const IDENTIFICATION = 0x24770011;
const ROM_TABLE_ENTRY = 0xe00ff003;
const CSW_RESET = 0x23000002;
const CSW_WRITABLE = 0x7f00003f;
const DEVICE_ENABLED = 0x40;
const INCREMENT = 0x30;
/** The address grows inside a block of this size. */
const WRAP = 0x1000;
const PRIVATE_BUS = 0xe0000000;
const PRIVATE_BUS_END = 0xe0100000;

/** An address of the core's own registers. */
export const isPrivate = (/** @type {number} */ address) =>
  address >= PRIVATE_BUS && address < PRIVATE_BUS_END;

/**
 * The memory access port: it turns accesses to a few registers into accesses on the core's bus.
 * @param {import('../silicon/bus.mjs').Bus} bus
 * @param {import('../core-debug/registers.mjs').CoreDebug} debug
 * @param {() => boolean} isLocked every access to memory is refused, as CSW shows; its own registers answer
 */
export function createMemoryAp(bus, debug, isLocked = () => false) {
  let csw = CSW_RESET;
  let tar = 0;

  /** @returns {Promise<Buffer>} */
  const readMemory = async (
    /** @type {number} */ address,
    /** @type {number} */ length,
    /** @type {Width} */ width,
  ) => {
    if (isLocked()) throw new BusError(address);
    if (!isPrivate(address)) return bus.read(address, length, width);
    const first = address & ~3;
    const words = Buffer.alloc((address + length - first + 3) & ~3);
    for (let at = 0; at < words.length; at += 4) {
      words.writeUInt32LE(await debug.read((first >>> 0) + at), at);
    }
    return words.subarray(address & 3, (address & 3) + length);
  };
  const writeMemory = async (
    /** @type {number} */ address,
    /** @type {Buffer} */ bytes,
    /** @type {Width} */ width,
  ) => {
    if (isLocked()) throw new BusError(address);
    if (!isPrivate(address)) {
      debug.noteWrite(address, bytes);
      return bus.write(address, bytes, width);
    }
    // The private bus takes only words.
    if (width !== 4) throw new BusError(address);
    for (let at = 0; at < bytes.length; at += 4) {
      await debug.write(address + at, bytes.readUInt32LE(at));
    }
  };

  const width = () => /** @type {Width} */ (Math.min(4, 1 << (csw & 7)));
  const grows = () => (csw & INCREMENT) !== 0;
  const grow = (/** @type {number} */ bytes) => {
    if (grows()) tar = ((tar & ~(WRAP - 1)) | ((tar + bytes) & (WRAP - 1))) >>> 0;
  };
  /** Counts the accesses that come before the address wraps. */
  const untilWrap = (/** @type {number} */ count) =>
    grows() ? Math.min(count, (WRAP - (tar & (WRAP - 1))) / width()) : 1;
  const lane = () => (tar & 3) * 8;

  const readNext = async (/** @type {number} */ count) => {
    const bytes = await readMemory(tar, count * width(), width());
    const values = Array.from({ length: count }, (_, index) => {
      const value = (bytes.readUIntLE(index * width(), width()) << lane()) >>> 0;
      grow(width());
      return value;
    });
    return values;
  };
  const writeNext = async (/** @type {readonly number[]} */ values) => {
    const start = tar;
    const bytes = Buffer.alloc(values.length * width());
    values.forEach((value, index) => {
      const shifted = (value >>> lane()) & (2 ** (8 * width()) - 1);
      bytes.writeUIntLE(shifted >>> 0, index * width(), width());
      grow(width());
    });
    await writeMemory(start, bytes, width());
  };
  const toBankedAddress = (/** @type {number} */ register) =>
    ((tar & ~0xf) | (register & 0xc)) >>> 0;

  return {
    readMemory,
    writeMemory,
    /** Reads a register several times. */
    read: async (/** @type {number} */ register, count = 1) => {
      if (register === DRW) {
        /** @type {number[]} */
        const values = [];
        while (values.length < count)
          values.push(...(await readNext(untilWrap(count - values.length))));
        return values;
      }
      if ((register & 0xf0) === BANKED) {
        return [(await readMemory(toBankedAddress(register), 4, 4)).readUInt32LE()];
      }
      /** @type {Readonly<Record<number, number>>} */
      const registers = {
        [CSW]: csw | (isLocked() ? 0 : DEVICE_ENABLED),
        [TAR]: tar,
        [BASE]: ROM_TABLE_ENTRY,
        [IDR]: IDENTIFICATION,
      };
      return [(registers[register] ?? 0) >>> 0];
    },
    /** Writes a register with one value after the other. */
    write: async (/** @type {number} */ register, /** @type {readonly number[]} */ values) => {
      const value = values.at(-1) ?? 0;
      if (register === CSW) csw = value & CSW_WRITABLE;
      if (register === TAR) tar = value >>> 0;
      if (register === DRW) {
        for (let done = 0; done < values.length;) {
          const count = untilWrap(values.length - done);
          await writeNext(values.slice(done, done + count));
          done += count;
        }
      }
      if ((register & 0xf0) === BANKED) {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32LE(value >>> 0);
        await writeMemory(toBankedAddress(register), bytes, 4);
      }
    },
  };
}
