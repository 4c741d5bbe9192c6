import { BusError } from './bus.mjs';

/** @typedef {import('./bus.mjs').Bus} Bus */

/** The flash of a Stellaris LM3S, as OpenOCD's driver of that name programs it from outside. */
export const FLASH = { start: 0, end: 0x20000, pageSize: 1024 };

const [ADDRESS, DATA, CONTROL, RAW_STATUS] = [0x400fd000, 0x400fd004, 0x400fd008, 0x400fd00c];
const SYSTEM_END = 0x400ff000;
/** From here on each 1 marks pages that may be programmed. */
const [PROTECTION, NONE] = [0x400fe130, 0xffffffff];
const KEY = 0xa442;
const [WRITE, ERASE, ERASE_ALL] = [1, 2, 4];

/** Its identification, and the sizes of flash and RAM. @type {Readonly<Record<number, number>>} */
const SYSTEM = {
  [0x400fe000]: 0x10010002,
  [0x400fe004]: 0x10730000,
  [0x400fe008]: 0x00ff0000 | (FLASH.end / 2048 - 1),
  [0x400fe010]: 0x00000000,
  [0x400fe060]: 0x078e3ad1,
};

/**
 * Puts a flash controller in front of a bus: only its commands change the memory from 0 on. Only the
 * debug port sees it; a program that runs on the core does not find it.
 * @param {Bus} bus
 * @returns {Bus}
 */
export function withFlash(bus) {
  /** @type {Map<number, number>} */
  const registers = new Map();
  const command = async (/** @type {number} */ value) => {
    if (value >>> 16 !== KEY) return;
    const at = registers.get(ADDRESS) ?? 0;
    if (value & WRITE) await program(bus, at, registers.get(DATA) ?? 0);
    if (value & ERASE) await erase(bus, at & ~(FLASH.pageSize - 1), FLASH.pageSize);
    if (value & ERASE_ALL) await erase(bus, FLASH.start, FLASH.end);
  };
  const valueAt = (/** @type {number} */ address) => {
    // It is never busy, and never finds fault.
    if (address === CONTROL || address === RAW_STATUS) return 0;
    return SYSTEM[address] ?? registers.get(address) ?? (address >= PROTECTION ? NONE : 0);
  };
  return {
    read: async (address, length, width) => {
      if (!isController(address)) return bus.read(address, length, width);
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(valueAt(address + at) >>> 0, at);
      return bytes;
    },
    write: async (address, bytes, width) => {
      if (address < FLASH.end) throw new BusError(address);
      if (!isController(address)) return bus.write(address, bytes, width);
      for (let at = 0; at < bytes.length; at += 4) {
        registers.set(address + at, bytes.readUInt32LE(at));
        if (address + at === CONTROL) await command(bytes.readUInt32LE(at));
      }
    },
  };
}

const isController = (/** @type {number} */ address) => address >= ADDRESS && address < SYSTEM_END;

/** Programming makes no 1 of a 0. */
async function program(
  /** @type {Bus} */ bus,
  /** @type {number} */ address,
  /** @type {number} */ word,
) {
  const bytes = await bus.read(address, 4, 4);
  bytes.writeUInt32LE((bytes.readUInt32LE(0) & word) >>> 0, 0);
  await bus.write(address, bytes, 4);
}

const erase = (
  /** @type {Bus} */ bus,
  /** @type {number} */ address,
  /** @type {number} */ length,
) => bus.write(address, Buffer.alloc(length, 0xff), 4);
