import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import type { Memory } from '../../rtt';
import type { DrivenServer, ServerSession } from './server';

/** The debug halting control and status register of every Cortex-M, with its bits. */
const DHCSR = 0xe000edf0;
const S_HALT = 1 << 17;
const S_LOCKUP = 1 << 19;
const S_RESET_ST = 1 << 25;

const HALT_MS = 2000;
const LOOK_MS = 20;

/** State read from the core itself, which servers report in many ways. */
interface CoreState {
  readonly isHalted: boolean;
  readonly isLockedUp: boolean;
  /** It was reset since the last read. */
  readonly wasReset: boolean;
}

/** Reads the state from the core. */
export async function readCoreState(memory: Memory): Promise<CoreState> {
  const bytes = await memory.read(DHCSR, 4);
  const status = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const has = (bit: number) => (status & bit) !== 0;
  return { isHalted: has(S_HALT), isLockedUp: has(S_LOCKUP), wasReset: has(S_RESET_ST) };
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
