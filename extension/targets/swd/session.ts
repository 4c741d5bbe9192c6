import { connectGdb } from '../gdb-remote/client';
import { patientMemory } from './patient-memory';
import { connectTcp, type Address } from './connect';
import type { DebugServer, ServerPorts, ServerSession } from './server';

/** A server that is ready, and what its connection is told by. */
export interface Reached {
  readonly server: Pick<DebugServer, 'quirks'>;
  readonly gdb: Address;
  readonly ports: ServerPorts;
  readonly life: AbortSignal;
  readonly timeoutMs: number;
  /** The core stopped while it was to run. */
  readonly onStop: () => void;
  /** What the server prints unasked. */
  readonly onOutput: (text: string) => void;
}

export interface BoardSession extends ServerSession {
  /** From now on the core stops because we want it. */
  expectStop(): void;
  /** From now on every stop is a failure. */
  refuseStop(): void;
}

/** Connects to a server that is ready. */
export async function openSession(reached: Reached): Promise<BoardSession> {
  const { server, ports, life, timeoutMs, onOutput } = reached;
  const socket = await connectTcp(reached.gdb, { signal: life, timeoutMs });
  let isExpected = true;
  const onStop = () => {
    if (!isExpected) reached.onStop();
  };
  try {
    const gdb = await connectGdb(socket, {
      ...{ quirks: server.quirks, signal: life },
      ...{ onStop, onOutput },
    });
    return {
      ...{ gdb, ports, memory: patientMemory(gdb), signal: life },
      expectStop: () => {
        isExpected = true;
      },
      refuseStop: () => {
        // A server that is silent while the core runs has it stopped for every look.
        isExpected = gdb.learned.answersWhileRunning === false;
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
