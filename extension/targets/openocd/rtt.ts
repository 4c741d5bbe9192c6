import { ringReader } from '../rtt-link/async-access';
import type { RttCarrier } from '../rtt-link/carrier';
import { socketCarrier } from '../rtt-link/socket';
import { TargetError } from '../target';
import { byMemory } from '../swd/by-memory';
import { connectTcp } from '../swd/connect';
import { LOOPBACK } from '../swd/ports';
import type { AgentRings, DebugServer, ServerSession } from '../swd/server';
import { openDownChannel } from './down-channel';
import { connectTcl, type TclClient } from './tcl';

/** The identifier is at the given address; OpenOCD wants to look for it all the same. */
const BLOCK_BYTES = 24;
const CONNECT_MS = 3000;

/**
 * OpenOCD's own service: each up channel on a TCP port. It takes at most 1 KiB of a channel at each
 * look, every 100 ms unless it is told otherwise, so it is told to look every millisecond.
 */
export const openServerRtt: DebugServer['openRtt'] = async (session, rings) => {
  const { ports, signal } = session;
  const tcl = await connectTcl({ host: LOOPBACK, port: ports.command }, signal);
  try {
    await startRtt(tcl, session, rings);
    const [control, stream] = await Promise.all(
      ports.rtt.map((port) =>
        connectTcp({ host: LOOPBACK, port }, { signal, timeoutMs: CONNECT_MS }),
      ),
    );
    if (control === undefined || stream === undefined) throw new Error('no RTT connection');
    const ring = ringReader(session.memory, rings.channels.stream);
    const quiet = (on: boolean) => keepQuiet(tcl, on);
    const carrier = socketCarrier({ control, stream, ring, quiet });
    return { carrier: withTcl(carrier, tcl, session, rings), facility: 'server' };
  } catch (error) {
    tcl.close();
    if (signal.aborted) throw error;
    // Versions before 0.11 have no such service.
    return byMemory(session, rings);
  }
};

/** What goes down to the agent goes by memory, and the service ends with its carrier. */
function withTcl(
  carrier: RttCarrier,
  tcl: TclClient,
  { memory, ports }: ServerSession,
  { channels }: AgentRings,
): RttCarrier {
  const down = openDownChannel(memory, channels.controlDown);
  return {
    ...carrier,
    send: async (bytes) => {
      carrier.hush(0);
      await down.send(bytes);
    },
    close: async () => {
      down.drop(new TargetError('target-gone', 'The link was closed'));
      await carrier.close();
      await stopRtt(tcl, ports);
      tcl.close();
    },
  };
}

/**
 * The interval comes last: given before the start, it makes OpenOCD 0.12 look twice each time, and
 * every stop would leave one of the two looking.
 */
async function startRtt(tcl: TclClient, { ports }: ServerSession, rings: AgentRings) {
  await tcl.run(`rtt setup ${rings.controlBlock} ${BLOCK_BYTES} "SEGGER RTT"`);
  await tcl.run('rtt start');
  await tcl.run('rtt polling_interval 1');
  await tcl.run(`rtt server start ${ports.rtt[0]} ${rings.control.up}`);
  await tcl.run(`rtt server start ${ports.rtt[1]} ${rings.stream}`);
}

/** A server that is gone needs no words. */
async function stopRtt(tcl: TclClient, { rtt }: ServerSession['ports']): Promise<void> {
  try {
    await tcl.run('rtt stop');
    for (const port of rtt) await tcl.run(`rtt server stop ${port}`);
  } catch {
    return;
  }
}

/** Besides the rings it looks at the core's state ten times a second. */
async function keepQuiet(tcl: TclClient, on: boolean): Promise<void> {
  await tcl.run(on ? 'rtt stop; poll off' : 'poll on; rtt start');
}
