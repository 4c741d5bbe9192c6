import type { Address } from './connect';
import { endOf, explain, type Witness } from './failures';
import { limitsOf, type BoardPlaces } from './places';
import { LOOPBACK } from './ports';
import { startServer, type ServerProcess } from './process';
import type { BoardOptions } from './probe';
import type { DebugServer, ServerPorts } from './server';
import type { BoardSetup, ServerSetup } from './setup';

/** A board whose probe is ours, with nothing started yet. */
export interface Undertaking {
  readonly board: BoardSetup;
  readonly setup: ServerSetup;
  readonly server: DebugServer;
  readonly folder: string;
  readonly life: AbortController;
  readonly options: BoardOptions;
  readonly places: BoardPlaces;
  readonly close: () => Promise<void>;
}

/** A server that answers, started from here or not. */
export interface Serving {
  readonly gdb: Address;
  readonly ports: ServerPorts;
  readonly process?: ServerProcess | undefined;
}

const NO_PORTS: ServerPorts = { gdb: 0, command: 0, telnet: 0, rtt: 0 };

/** Starts the server and reaches the board through it; after a failure the server is gone again. */
export async function bringUp<T>(
  undertaking: Undertaking,
  reach: (serving: Serving, witness: Witness) => Promise<T>,
): Promise<T> {
  const { board, server, life } = undertaking;
  const serving = await serve(undertaking);
  const { process } = serving;
  const witness: Witness = { board, server, life: life.signal, output: process?.output };
  let when: 'start-failed' | 'target-gone' = 'start-failed';
  void process?.child.ended.then((end) => life.abort(endOf(witness, end, when)));
  try {
    const reached = await reach(serving, witness);
    when = 'target-gone';
    return reached;
  } catch (error) {
    const failure = await explain(error, witness, 'start-failed', `${board.id} did not start`);
    life.abort(failure);
    await process?.end();
    throw failure;
  }
}

async function serve({
  board,
  setup,
  server,
  folder,
  life,
  options,
  places,
}: Undertaking): Promise<Serving> {
  if (setup.kind === 'external') return { gdb: setup, ports: NO_PORTS };
  const { command } = server;
  if (command === undefined) throw new Error(`${server.title} has no command line`);
  const process = await startServer({
    ...{ server, board, life: life.signal, log: options.log },
    timeoutMs: limitsOf(places).ready,
    commandFor: (ports) => command({ board, setup, ports, folder }),
  });
  return { gdb: { host: LOOPBACK, port: process.ports.gdb }, ports: process.ports, process };
}
