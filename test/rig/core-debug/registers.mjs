import { createBreakpoints } from './breakpoints.mjs';
import { createCore } from './core.mjs';
import { CPUID } from './features.mjs';
import { createIdentification } from './rom-table.mjs';

/** @typedef {ReturnType<typeof createCoreDebug>} CoreDebug */

const AIRCR = 0xe000ed0c;
const DFSR = 0xe000ed30;
const DHCSR = 0xe000edf0;
const DCRSR = 0xe000edf4;
const DCRDR = 0xe000edf8;
const DEMCR = 0xe000edfc;
const DSCSR = 0xe000ee08;
const DAUTHSTATUS = 0xe000efb8;
const DWT = 0xe0001000;
const CYCCNT = 0xe0001004;
const PCSR = 0xe000101c;
const FPB = 0xe0002000;
const FPB_COMPARATORS = FPB + 8;
const SYSTEM_CONTROL = 0xe000e000;
const PAGE = 0xfff;

const DEBUG_KEY = 0xa05f;
const C_DEBUGEN = 1;
const C_HALT = 2;
const C_STEP = 4;
const CONTROL_BITS = 0xf;
const S_REGRDY = 1 << 16;
const S_HALT = 1 << 17;
const S_LOCKUP = 1 << 19;
const S_RETIRE_ST = 1 << 24;
const S_RESET_ST = 1 << 25;
const WRITE_REGISTER = 1 << 16;

const RESET_KEY = 0x05fa;
const RESETS = 0b101;
const VC_CORERESET = 1;
const TRCENA = 1 << 24;
/** The value of the program counter's register when there is no address. */
const NO_ADDRESS = 0xffffffff;
const DFSR_HALTED = 1;
const DFSR_BKPT = 2;
const DFSR_VCATCH = 8;
/** The core is in the secure state; the emulator does not show another one. */
const DSCSR_CDS = 1 << 16;
/** Both states have debugging of both kinds. */
const ALL_DEBUGGING = 0xff;
/** Four comparators; they are kept, and nothing watches by them. */
const DWT_CTRL = 0x40000000;

/**
 * The registers by which a debugger controls a Cortex-M core, and those of the core's own that the
 * emulator answers for: all words from 0xe0000000 on.
 * @param {import('../silicon/silicon.mjs').Silicon} silicon
 * @param {import('../faults.mjs').Identity} identity
 * @param {import('./features.mjs').CoreFeatures} features
 */
export function createCoreDebug(silicon, identity, features) {
  const { qtest, readPc, readCount } = silicon;
  const readIdentification = createIdentification(features);
  const breakpoints = createBreakpoints();
  const state = { control: 0, exceptions: 0, reasons: 0, transfer: 0, wasReset: true };
  /** @type {Map<number, number>} */
  const watchpoints = new Map();
  /** @type {number | undefined} */
  let pcsrAnswer;
  /** The cycle counter was read last, so the next address is that of the same time. */
  let isTimed = false;
  const core = createCore(silicon, breakpoints, (reason) => {
    state.control |= C_HALT;
    state.reasons |= reason === 'requested' ? DFSR_HALTED : DFSR_BKPT;
  });

  const readStatus = () => {
    const reset = state.wasReset ? S_RESET_ST : 0;
    state.wasReset = core.state() === 'in-reset';
    const halted = core.state() === 'halted' ? S_HALT : 0;
    const lockedUp = core.state() === 'locked-up' ? S_LOCKUP : 0;
    return (state.control | S_REGRDY | S_RETIRE_ST | halted | lockedUp | reset) >>> 0;
  };
  /** Zero without `showsPc`, as of a core that does not implement the register. */
  const readPcsr = async () => {
    if (pcsrAnswer !== undefined || readPc === undefined) return pcsrAnswer ?? 0;
    const isTraced = (state.exceptions & TRCENA) !== 0;
    const isNewest = isTimed;
    isTimed = false;
    return isTraced && core.state() === 'running' ? readPc(isNewest) : NO_ADDRESS;
  };
  /** Instructions, because the emulator has no cycles. */
  const readCycles = (/** @type {() => number} */ read) => {
    isTimed = true;
    return read();
  };
  const control = async (/** @type {number} */ value) => {
    if (value >>> 16 !== DEBUG_KEY) return;
    state.control = value & CONTROL_BITS;
    if (!(value & C_DEBUGEN)) {
      state.control = 0;
      return core.run();
    }
    if (value & C_HALT) return core.halt();
    return value & C_STEP ? core.step() : core.run();
  };
  const reset = async () => {
    if (core.state() === 'in-reset') return;
    await core.reset();
    const isHeld = (state.exceptions & VC_CORERESET) !== 0 && (state.control & C_DEBUGEN) !== 0;
    state.wasReset = true;
    state.reasons = isHeld ? DFSR_VCATCH : 0;
    if (isHeld) return;
    // A debugger that writes the old value back would halt it again.
    state.control &= ~(C_HALT | C_STEP);
    await core.run();
  };
  const transfer = async (/** @type {number} */ value) => {
    const register = value & 0x7f;
    if (value & WRITE_REGISTER) return core.writeRegister(register, state.transfer);
    state.transfer = await core.readRegister(register);
  };

  return {
    core,
    reset,
    holdReset: async () => {
      await core.holdReset();
      state.wasReset = true;
    },
    releaseReset: async () => {
      await core.releaseReset();
      await reset();
    },
    noteWrite: breakpoints.noteWrite,
    /** From now on the register of the program counter reads that. */
    answerPcsr: (/** @type {number} */ value) => void (pcsrAnswer = value),
    noteReset: () => {
      state.wasReset = true;
      core.noteReset();
    },
    /** @returns {Promise<number>} */
    read: async (/** @type {number} */ address) => {
      if (address === DHCSR) return readStatus();
      if (address === DCRSR) return 0;
      if (address === DCRDR) return state.transfer;
      if (address === DEMCR) return state.exceptions;
      if (address === DFSR) return state.reasons;
      if (address === CPUID) return identity.cpuid ?? qtest.read(address, 4);
      if (features.hasSecurity && address === DSCSR) return DSCSR_CDS;
      if (features.hasSecurity && address === DAUTHSTATUS) return ALL_DEBUGGING;
      if (address === FPB) return breakpoints.readControl();
      const known = readIdentification(address);
      if (known !== undefined) return known;
      if (pageContains(FPB, address))
        return breakpoints.readComparator((address - FPB_COMPARATORS) >> 2);
      if (address === DWT) return DWT_CTRL;
      if (address === PCSR) return readPcsr();
      if (address === CYCCNT && readCount !== undefined) return readCycles(readCount);
      if (pageContains(DWT, address)) return watchpoints.get(address) ?? 0;
      return pageContains(SYSTEM_CONTROL, address) ? qtest.read(address, 4) : 0;
    },
    write: async (/** @type {number} */ address, /** @type {number} */ value) => {
      if (address === DHCSR) return control(value);
      if (address === DCRSR) return transfer(value);
      if (address === DCRDR) return void (state.transfer = value);
      if (address === DEMCR) return void (state.exceptions = value);
      if (address === DFSR) return void (state.reasons &= ~value);
      if (address === AIRCR && value >>> 16 === RESET_KEY && value & RESETS) return reset();
      if (address === FPB) return breakpoints.writeControl(value);
      if (pageContains(FPB, address)) {
        return breakpoints.writeComparator((address - FPB_COMPARATORS) >> 2, value);
      }
      if (pageContains(DWT, address)) return void watchpoints.set(address, value);
      if (pageContains(SYSTEM_CONTROL, address)) return qtest.write(address, 4, value);
    },
  };
}

const pageContains = (/** @type {number} */ page, /** @type {number} */ address) =>
  (address & ~PAGE) >>> 0 === page;
