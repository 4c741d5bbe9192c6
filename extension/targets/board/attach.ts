import { connectGdb } from '../../gdb';
import type { ServerPorts } from '../../host';
import { resolveBoardLimits, type ServingServer, type Undertaking } from './bring-up';
import { type Address, connectTcp } from './connect';
import { examine, makeStopError } from './examine';
import { patientMemory } from './by-memory';
import type { BoardSession, DrivenServer } from './server';

/**
 * Connects to a server that responds, or goes on with the connection that was kept; an unexpected stop of the core
 * ends the undertaking.
 */
export async function attach(
  { board, server, life, options, resources, session: kept }: Undertaking,
  { gdb, ports, process }: ServingServer,
): Promise<BoardSession> {
  if (kept !== undefined) {
    // A new connection would have stopped the core.
    await server.resetHalt(kept);
    return kept;
  }
  const witness = { board, server, life: life.signal, output: process?.output };
  const whyStopped = async () =>
    life.abort((await examine({ server, session, witness })) ?? makeStopError());
  const session: BoardSession = await openSession({
    server,
    gdb,
    ports,
    life: life.signal,
    timeoutMs: resolveBoardLimits(resources).connect,
    onStop: () => void whyStopped(),
    onOutput: (text) => {
      // A server that was started here has written that on its own output, too.
      if (process === undefined) options.log.debug(`${server.title}: ${text.trimEnd()}`);
    },
  });
  await server.begin?.(session);
  return session;
}

/** A server that is ready, and the callbacks of its connection. */
interface Reached {
  readonly server: Pick<DrivenServer, 'quirks'>;
  readonly gdb: Address;
  readonly ports: ServerPorts;
  readonly life: AbortSignal;
  readonly timeoutMs: number;
  /** The core stopped while it was to run. */
  readonly onStop: () => void;
  /** Receives unsolicited output of the server. */
  readonly onOutput: (text: string) => void;
}

/** Connects to a server that is ready. */
async function openSession(reached: Reached): Promise<BoardSession> {
  const { server, ports, life, timeoutMs, onOutput } = reached;
  const socket = await connectTcp(reached.gdb, { signal: life, timeoutMs });
  let isExpected = true;
  const onStop = () => {
    if (!isExpected) reached.onStop();
  };
  try {
    const gdb = await connectGdb(socket, {
      quirks: server.quirks,
      signal: life,
      onStop,
      onOutput,
    });
    return {
      gdb,
      ports,
      memory: patientMemory(gdb),
      signal: life,
      expectStop: () => {
        isExpected = true;
      },
      refuseStop: () => {
        // A server that does not answer while the core runs must stop it for every read.
        isExpected = gdb.learned.answersWhileRunning === false;
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
