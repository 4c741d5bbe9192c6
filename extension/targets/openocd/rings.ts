import type { CarrierListener, RttCarrier } from '../rtt-link/carrier';
import { byMemory } from '../swd/by-memory';
import { LOOPBACK } from '../swd/ports';
import type { DebugServer } from '../swd/server';
import { createQuiet } from './quiet';
import { connectTcl, type TclClient } from './tcl';

/**
 * By memory, over the GDB port. OpenOCD's own RTT service takes at most 1 KiB of a channel at a look,
 * drops in silence what does not fit the agent's ring, and nobody could tell how often it looked.
 */
export const openRings: DebugServer['openRtt'] = async (session, rings) => {
  const tcl = await connectTcl({ host: LOOPBACK, port: session.ports.command }, session.signal);
  const { carrier, facility } = byMemory(session, rings);
  return { carrier: quietly(carrier, tcl), facility };
};

/** OpenOCD looks at the core's state ten times a second, and not while it is kept quiet either. */
function quietly(carrier: RttCarrier, tcl: TclClient): RttCarrier {
  let listener: CarrierListener | undefined;
  const failed = (error: unknown) =>
    listener?.failed(error instanceof Error ? error : new Error(String(error)));
  const quiet = createQuiet(
    async (isQuiet) => void (await tcl.run(isQuiet ? 'poll off' : 'poll on')),
    failed,
  );
  return {
    ...carrier,
    start: (next) => {
      listener = next;
      carrier.start(next);
    },
    send: (bytes) => {
      quiet.hush(0);
      return carrier.send(bytes);
    },
    drain: () => {
      quiet.hush(0);
      return carrier.drain();
    },
    hush: (milliseconds) => {
      quiet.hush(milliseconds);
      carrier.hush(milliseconds);
    },
    close: async () => {
      listener = undefined;
      quiet.end();
      await carrier.close();
      tcl.close();
    },
  };
}
