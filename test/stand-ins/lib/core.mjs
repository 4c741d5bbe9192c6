const PAGE = 4096;
const CPUID = 0xe000ed00;
const CORTEX_M7 = 0x411fc271;
const DHCSR = 0xe000edf0;
const S_REGRDY = 1 << 16;
const S_HALT = 1 << 17;
const C_HALT = 2;
const DEBUG_KEY = 0xa05f;
const AIRCR = 0xe000ed0c;
const SYSRESETREQ = 0x05fa0004;

/**
 * A core with memory everywhere and a program that acts in steps: no instructions, only the behaviour that a
 * debug server shows.
 * @typedef {ReturnType<typeof createCore>} Core
 * @typedef {{ boot: () => void, step: () => void }} Program
 */

/**
 * @param {(core: ReturnType<typeof newMemory>) => Program} load
 * @param {() => void} onRun Called before the core is started.
 */
export function createCore(load, onRun) {
  const memory = newMemory();
  const program = load(memory);
  const registers = new Uint32Array(17);
  let isRunning = false;
  let isFresh = true;
  const show = () => memory.setWord(DHCSR, S_REGRDY | (isRunning ? 0 : S_HALT));
  memory.setWord(CPUID, CORTEX_M7);
  show();
  setInterval(() => isRunning && program.step(), 1).unref();
  const run = () => {
    onRun();
    isRunning = true;
    show();
    if (isFresh) program.boot();
    isFresh = false;
  };
  const halt = () => {
    isRunning = false;
    show();
  };
  const reset = () => {
    isRunning = false;
    isFresh = true;
    show();
  };
  return {
    ...memory,
    /** Writes memory, or controls the core by its registers. */
    write: (/** @type {number} */ address, /** @type {Uint8Array} */ bytes) => {
      const word = bytes.length === 4 ? Buffer.from(bytes).readUInt32LE() : 0;
      if (address === AIRCR && word === SYSRESETREQ) reset();
      else if (address !== DHCSR || word >>> 16 !== DEBUG_KEY) memory.write(address, bytes);
      else if (word & C_HALT) halt();
      else run();
    },
    registers,
    get isRunning() {
      return isRunning;
    },
    run,
    halt,
    reset,
  };
}

function newMemory() {
  /** @type {Map<number, Uint8Array>} */
  const pages = new Map();
  /** @param {number} address */
  const getPage = (address) => {
    const number = Math.floor(address / PAGE);
    const page = pages.get(number) ?? new Uint8Array(PAGE);
    pages.set(number, page);
    return page;
  };
  /** @param {number} address @param {number} length */
  const read = (address, length) =>
    Uint8Array.from(
      { length },
      (_, index) => getPage(address + index)[(address + index) % PAGE] ?? 0,
    );
  /** @param {number} address @param {Uint8Array} bytes */
  const write = (address, bytes) =>
    bytes.forEach((byte, index) => {
      getPage(address + index)[(address + index) % PAGE] = byte;
    });
  /** @param {number} address */
  const word = (address) => new DataView(read(address, 4).buffer).getUint32(0, true);
  /** @param {number} address @param {number} value */
  const setWord = (address, value) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, true);
    write(address, bytes);
  };
  return { read, write, word, setWord };
}
