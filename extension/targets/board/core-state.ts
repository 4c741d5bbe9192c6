import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import type { Memory } from '../../rtt';
import { readWord, writeWord } from './deploy';
import type { DrivenServer, ServerSession } from './server';

/** The debug halting control and status register of every Cortex-M, with its bits. */
const DHCSR = 0xe000edf0;
const S_HALT = 1 << 17;
const S_LOCKUP = 1 << 19;
const S_RESET_ST = 1 << 25;
/** Written to it with its key: a debugger is there, and the core runs or halts. */
const RUN = 0xa05f_0001;
const HALT = 0xa05f_0003;
/** Has the core halt when it comes out of a reset. */
const DEMCR = 0xe000edfc;
const VC_CORERESET = 1;
const AIRCR = 0xe000ed0c;
const SYSRESETREQ = 0x05fa_0004;

const HALT_MS = 2000;
const LOOK_MS = 20;

/** State read from the core itself, which servers report in many ways. */
export interface CoreStatus {
  readonly isHalted: boolean;
  readonly isLockedUp: boolean;
  /** It was reset since the last read. */
  readonly wasReset: boolean;
}

/** Reads the state from the core. */
export async function readCoreState(memory: Memory): Promise<CoreStatus> {
  const status = await readWord(memory, DHCSR);
  const has = (bit: number) => (status & bit) !== 0;
  return { isHalted: has(S_HALT), isLockedUp: has(S_LOCKUP), wasReset: has(S_RESET_ST) };
}

/** Checks whether something holds the core in reset: a reset that is over is shown once. */
export async function isHeldInReset(memory: Memory): Promise<boolean> {
  await readCoreState(memory);
  return (await readCoreState(memory)).wasReset;
}

/** Checks whether the core is halted. */
async function isHalted(memory: Memory): Promise<boolean> {
  return (await readCoreState(memory)).isHalted;
}

/** Waits until the core is halted, after `server` was asked to do `what`. */
export async function awaitHalt(
  { memory, signal }: Pick<ServerSession, 'memory' | 'signal'>,
  server: string,
  what: string,
): Promise<void> {
  const deadline = Date.now() + HALT_MS;
  while (!(await isHalted(memory))) {
    signal.throwIfAborted();
    if (Date.now() > deadline) throw notHalted(server, what);
    await sleep(LOOK_MS);
  }
}

function notHalted(server: string, what: string): TargetError {
  return new TargetError(
    'start-failed',
    `${server} accepted the ${what}, but the core did not stop within ${HALT_MS} ms`,
    'The core may not be the configured one, or may be held in reset. Power-cycle the board and try again.',
  );
}

/** Running by the protocol's own packet; a reset by `monitor reset`, which leaves the core stopped. */
export function plainControl(server: string): Pick<DrivenServer, 'resetHalt' | 'run'> {
  return {
    resetHalt: async (session: ServerSession) => {
      if (session.gdb.isRunning) await session.gdb.interrupt();
      await session.gdb.monitor('reset');
      await awaitHalt(session, server, 'reset');
    },
    run: ({ gdb }) => gdb.resume(),
  };
}

/**
 * Running and resets by the core's own registers: for a server that, once it has resumed the core itself, answers
 * nothing or polls the core's state all the time.
 */
export function registerControl(server: string): Pick<DrivenServer, 'resetHalt' | 'run'> {
  return {
    resetHalt: async (session) => {
      const { gdb, memory } = session;
      if (gdb.isRunning) await gdb.interrupt();
      await writeWord(memory, DHCSR, HALT);
      const caught = await readWord(memory, DEMCR);
      await writeWord(memory, DEMCR, caught | VC_CORERESET);
      await writeWord(memory, AIRCR, SYSRESETREQ);
      await awaitHalt(session, server, 'reset');
      await writeWord(memory, DEMCR, caught);
    },
    run: ({ memory }) => writeWord(memory, DHCSR, RUN),
  };
}
