import { type FoundAgent, pollingCarrier, type RttCarrier } from '../../rtt';
import { answersWhileRunning } from './patient-memory';
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
