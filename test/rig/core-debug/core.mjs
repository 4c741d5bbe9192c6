/** @typedef {import('../silicon/silicon.mjs').Silicon} Silicon */
/** @typedef {ReturnType<typeof createCore>} Core */
/**
 * In the last three states the emulator is stopped: the core seems to wait in a boot loader's loop, or it
 * executes nothing after a fault inside a fault, or because its reset line is low.
 * @typedef {'halted' | 'running' | 'waiting' | 'locked-up' | 'in-reset'} CoreState
 */
/** @typedef {'requested' | 'breakpoint'} HaltReason */

const SP = 13;
const LR = 14;
const PC = 15;
const XPSR = 16;
/** Main stack pointer, as debuggers select it; the emulator's stub shows only the one in use. */
const MSP = 17;

/**
 * Starts, stops and resets the core, one operation after the other.
 * @param {Pick<Silicon, 'stub' | 'qmp' | 'bus'>} silicon
 * @param {ReturnType<typeof import('./breakpoints.mjs').createBreakpoints>} breakpoints
 * @param {(reason: HaltReason) => void} onHalt
 */
export function createCore({ stub, qmp, bus }, breakpoints, onHalt) {
  /** @type {CoreState} */
  let state = 'halted';
  let isHaltRequested = false;
  let halts = 0;
  /** @type {Promise<void>} */
  let stop = Promise.resolve();
  /** @type {Set<number>} */
  let installed = new Set();
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {() => void} */
  let onReset = () => undefined;

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  const inTurn = (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
  const install = async (/** @type {Set<number>} */ wanted) => {
    for (const address of installed) if (!wanted.has(address)) await stub.clearBreakpoint(address);
    for (const address of wanted) if (!installed.has(address)) await stub.setBreakpoint(address);
    installed = wanted;
  };
  const halt = async () => {
    if (state === 'waiting' || state === 'locked-up') {
      state = 'halted';
      onHalt('requested');
    }
    if (state === 'halted' || state === 'in-reset') return;
    isHaltRequested = true;
    stub.interrupt();
    await stop;
  };
  const watch = async (/** @type {Promise<unknown>} */ stopped) => {
    await stopped;
    state = 'halted';
    halts++;
    onHalt(isHaltRequested ? 'requested' : 'breakpoint');
    isHaltRequested = false;
  };
  const run = async () => {
    if (state !== 'halted') return;
    const [pc, lr] = [await stub.readRegister(PC), await stub.readRegister(LR)];
    // Nothing was deployed yet, and the emulator would end.
    if (pc === 0) return void (state = 'waiting');
    await install(await breakpoints.collect(bus, { pc, lr }));
    state = 'running';
    stop = watch(stub.run());
    // The emulator's end is reported elsewhere.
    stop.catch(() => undefined);
  };
  return {
    state: () => state,
    /** Counts its stops. */
    halts: () => halts,
    halt: () => inTurn(halt),
    run: () => inTurn(run),
    step: () =>
      inTurn(async () => {
        if (state !== 'halted') return;
        await install(new Set());
        await stub.step();
        onHalt('requested');
      }),
    /** Resets the core from outside; it then stops before its first instruction. */
    reset: () =>
      inTurn(async () => {
        await halt();
        const wasReset = new Promise((resolve) => {
          onReset = () => resolve(undefined);
        });
        await qmp.execute('system_reset');
        await wasReset;
      }),
    /** Pulls the reset line: a halt waits until it is let go. */
    holdReset: () =>
      inTurn(async () => {
        await halt();
        state = 'in-reset';
      }),
    /** Lets the reset line go; the core then stops before its first instruction. */
    releaseReset: () =>
      inTurn(async () => {
        if (state === 'in-reset') state = 'halted';
      }),
    /** The firmware resets itself; one that does not run cannot. */
    resetItself: async () => {
      if (state !== 'running') throw new Error(`the core is ${state}`);
      await qmp.execute('system_reset');
    },
    noteReset: () => onReset(),
    /** No instruction is executed any more, and yet the core is not halted. */
    lockUp: () =>
      inTurn(async () => {
        await halt();
        state = 'locked-up';
      }),
    readRegister: (/** @type {number} */ register) =>
      inTurn(async () => {
        const known = mapRegister(register);
        return state === 'halted' && known !== undefined ? stub.readRegister(known) : 0;
      }),
    writeRegister: (/** @type {number} */ register, /** @type {number} */ value) =>
      inTurn(async () => {
        const known = mapRegister(register);
        if (state === 'halted' && known !== undefined) await stub.writeRegister(known, value);
      }),
  };
}

function mapRegister(/** @type {number} */ register) {
  if (register === MSP) return SP;
  return register <= XPSR ? register : undefined;
}
