import { createQueue } from '../../base';
import { type GdbClient, gdbMemory } from '../../gdb';
import { type FoundAgent, type Memory, pollingCarrier, type RttCarrier } from '../../rtt';
import type { RttFacility, ServerSession } from './server';

export interface OpenRtt {
  readonly carrier: RttCarrier;
  readonly facility: RttFacility;
}

/** Both rings by accesses to memory while the core runs. */
export function byMemory({ memory }: ServerSession, { channels }: FoundAgent): OpenRtt {
  return { carrier: pollingCarrier(memory, channels), facility: 'memory' };
}

/** Both rings by stopping the core for every look. */
export function byHalting({ gdb, memory }: ServerSession, { channels }: FoundAgent): OpenRtt {
  const halt = async () => void (await gdb.interrupt());
  const carrier = pollingCarrier(memory, channels, { halting: { halt, resume: gdb.resume } });
  return { carrier, facility: 'halting' };
}

/** Both rings by memory, for which the core is only stopped where the server keeps quiet otherwise. */
export async function byMemoryOrHalting(
  session: ServerSession,
  rings: FoundAgent,
): Promise<OpenRtt> {
  const isOpen = await answersWhileRunning(session.gdb, rings.controlBlock);
  return isOpen ? byMemory(session, rings) : byHalting(session, rings);
}

/**
 * The time after which the core is stopped for an answer. A server that cannot read while it runs is silent until
 * then.
 */
const ANSWER_MS = 1000;

/**
 * Memory over a server that may not answer while the core runs: that is tried at
 * the first access to a running core, and if need be the core is stopped for each access.
 */
export function patientMemory(gdb: GdbClient): Memory {
  const memory = gdbMemory(gdb);
  const inTurn = createQueue();
  const access = async <T>(address: number, act: () => Promise<T>): Promise<T> => {
    if (!gdb.isRunning || (await answersWhileRunning(gdb, address))) return act();
    await gdb.interrupt();
    try {
      return await act();
    } finally {
      await gdb.resume();
    }
  };
  return {
    read: (address, length) => inTurn(() => access(address, () => memory.read(address, length))),
    write: (address, bytes) => inTurn(() => access(address, () => memory.write(address, bytes))),
  };
}

/**
 * Checks whether a server reads memory while the core runs: one that is not known to is asked once, at a readable
 * address.
 */
export async function answersWhileRunning(gdb: GdbClient, address: number): Promise<boolean> {
  const { learned, quirks } = gdb;
  const isKnown = quirks.whileRunning === 'answered' || quirks.whileRunning === 'non-stop';
  learned.answersWhileRunning ??= isKnown || (await tryReading(gdb, address));
  return learned.answersWhileRunning;
}

async function tryReading(gdb: GdbClient, address: number): Promise<boolean> {
  // A core that a server's own command resumed is not running in terms of the protocol.
  const { isRunning } = gdb;
  const reply = await gdb.probe(`m${address.toString(16)},4`, ANSWER_MS);
  // A late answer has stopped the core.
  if (isRunning && !gdb.isRunning) await gdb.resume();
  return reply !== undefined && /^[0-9a-f]{8}$/i.test(reply);
}
