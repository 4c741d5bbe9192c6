import type { TargetErrorCode } from '../../base';
import type { GdbClient, ServerQuirks } from '../../gdb';
import type { Requirement, ServerPorts } from '../../host';
import type { AsyncMemory, FoundAgent, RttCarrier } from '../../rtt';
import type { BoardSetup, ServerSetup } from '../setup';

/** How one server process is started. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** What a server is started for. */
export interface ServerStart<S extends ServerSetup> {
  readonly board: BoardSetup;
  readonly setup: S;
  readonly ports: ServerPorts;
  /** The link's private folder. */
  readonly folder: string;
}

/** What a line of a server's output means. */
export interface ServerCause {
  readonly pattern: RegExp;
  readonly code: TargetErrorCode;
  readonly message: (match: RegExpMatchArray, board: BoardSetup) => string;
  readonly hint: (match: RegExpMatchArray, board: BoardSetup) => string;
  /** The server goes on, but it is of no use to wait for it any longer. */
  readonly isFinal?: boolean | undefined;
  /** Somebody took one of its ports since they were chosen: others are worth a try. */
  readonly isPortTaken?: boolean | undefined;
}

/** What a server writes when something happened to a core that runs; none where it keeps that for itself. */
export interface CoreLines {
  readonly lockUp?: RegExp | undefined;
  readonly reset?: RegExp | undefined;
  /** The core could not be reached, at least for a while. */
  readonly silence?: RegExp | undefined;
}

/** A server that is ready, with its target stopped or running. */
export interface ServerSession {
  readonly gdb: GdbClient;
  readonly ports: ServerPorts;
  /** Works while the core runs, as far as the server can. */
  readonly memory: AsyncMemory;
  readonly signal: AbortSignal;
}

/** How a server moves the agent's bytes. */
export type RttFacility =
  /** By its own service. */
  | 'server'
  /** By memory accesses of ours while the core runs. */
  | 'memory'
  /** By stopping the core for every look: the run is marked as disturbed. */
  | 'halting';

/** One kind of GDB server: its command line, its readiness, its words. Data and small functions only. */
export interface DebugServer<S extends ServerSetup = ServerSetup> {
  readonly kind: S['kind'];
  /** As people call it. */
  readonly title: string;
  readonly quirks: ServerQuirks;
  /** None for a server that runs already. */
  readonly command?: ((start: ServerStart<S>) => ServerCommand) | undefined;
  /** A line of its output, stdout or stderr, after which its GDB port answers. */
  readonly ready: RegExp;
  /** Some say that they are ready a moment too early. */
  readonly settleMs?: number | undefined;
  readonly causes: readonly ServerCause[];
  /** Lines by which it tells unasked what happened to a core that runs. */
  readonly tells?: CoreLines | undefined;
  readonly requirements: (setup: S) => Promise<readonly Requirement[]>;
  /** Resets and leaves the core stopped at its first instruction. */
  readonly resetHalt: (session: ServerSession) => Promise<void>;
  /** Lets the core run while memory stays reachable where the server can do that. */
  readonly run: (session: ServerSession) => Promise<void>;
  readonly halt: (session: ServerSession) => Promise<void>;
  readonly openRtt: (
    session: ServerSession,
    rings: FoundAgent,
  ) => Promise<{ readonly carrier: RttCarrier; readonly facility: RttFacility }>;
}
