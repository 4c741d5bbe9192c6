import { setTimeout as sleep } from 'node:timers/promises';
import { quoteForShell, TargetError } from '../../base';
import {
  type ChildEnd,
  choosePorts,
  type GuardedChild,
  LOOPBACK,
  type ServerPorts,
  startPipedGuardian,
} from '../../host';
import type { BoardSetup, ServerSetup } from '../setup';
import type { OpenOptions, TargetLog } from '../target';
import type { Address } from './connect';
import {
  findServerFailure,
  collectOutput,
  explainServerFailure,
  findCause,
  lastWords,
  diagnoseServerEnd,
  type ServerOutput,
  type Witness,
} from './failures';
import type { BoardSession, DrivenServer, ServerCommand } from './server';
import { isExternal } from './servers';

/** A board whose probe is ours, with nothing started yet. */
export interface Undertaking {
  readonly board: BoardSetup;
  readonly setup: ServerSetup;
  readonly server: DrivenServer;
  readonly folder: string;
  readonly life: AbortController;
  readonly options: BoardOptions;
  readonly resources: BoardResources;
  /** The connection of the use before in the same run: see `kept.ts`. */
  readonly session?: BoardSession | undefined;
  readonly close: () => Promise<void>;
}

/** A server that answers, started from here or not. */
export interface ServingServer {
  readonly gdb: Address;
  readonly ports: ServerPorts;
  readonly process?: ServerProcess | undefined;
}

const NO_PORTS: ServerPorts = { gdb: 0, command: 0, telnet: 0, rtt: 0 };

/** Starts the server and reaches the board through it; after a failure the server is gone again. */
export async function bringUp<T>(
  undertaking: Undertaking,
  reach: (serving: ServingServer, witness: Witness) => Promise<T>,
): Promise<T> {
  const { board, server, life } = undertaking;
  const serving = await serve(undertaking);
  const { process } = serving;
  const witness: Witness = { board, server, life: life.signal, output: process?.output };
  let when: 'start-failed' | 'target-gone' = 'start-failed';
  void process?.child.ended.then((end) => life.abort(diagnoseServerEnd(witness, end, when)));
  try {
    const reached = await reach(serving, witness);
    when = 'target-gone';
    return reached;
  } catch (error) {
    const failure = await explainServerFailure(
      error,
      witness,
      'start-failed',
      `${board.id} did not start`,
    );
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
  resources,
}: Undertaking): Promise<ServingServer> {
  if (isExternal(setup)) return { gdb: setup, ports: NO_PORTS };
  const { command } = server;
  if (command === undefined) throw new Error(`${server.title} has no command line`);
  const process = await startServer({
    server,
    board,
    life: life.signal,
    log: options.log,
    timeoutMs: resolveBoardLimits(resources).ready,
    makeCommand: (ports) => command({ board, setup, ports, folder }),
  });
  return { gdb: { host: LOOPBACK, port: process.ports.gdb }, ports: process.ports, process };
}

/** Options for using a board. */
export type BoardOptions = Pick<OpenOptions, 'signal' | 'log' | 'cleanup'>;

/** The longest waits for a board, in milliseconds. */
interface BoardLimits {
  /** From the server's start until it reports that it is ready. */
  readonly ready: number;
  /** Until its GDB port takes a connection. */
  readonly connect: number;
  /** From the core's start until the agent's channels are there. */
  readonly agent: number;
  /** The time for writing and verifying, in addition to that of each byte. */
  readonly deploy: number;
  /** Slower than any debug port that works: flash is read, erased, programmed and read again. */
  readonly bytesPerSecond: number;
}

/** Folders for locks and files of boards, and time limits; tests choose their own. */
export interface BoardResources {
  readonly lockFolder?: string | undefined;
  /** The folder in which each link makes a private one. */
  readonly temporary?: string | undefined;
  readonly limits?: Partial<BoardLimits> | undefined;
  /** Somebody else gives the board for one link: no connection outlasts that. */
  readonly isLent?: boolean | undefined;
}

// A server may renew its probe's firmware before it is ready.
const LIMITS: BoardLimits = {
  ready: 20_000,
  connect: 5000,
  agent: 5000,
  deploy: 30_000,
  bytesPerSecond: 1000,
};

/** The limits that hold, with what is not chosen filled in. */
export function resolveBoardLimits({ limits = {} }: BoardResources): BoardLimits {
  return { ...LIMITS, ...limits };
}

/** A server that has reported that it is ready. */
export interface ServerProcess {
  readonly ports: ServerPorts;
  readonly output: ServerOutput;
  readonly child: GuardedChild;
  end(): Promise<void>;
}

/** Inputs for starting a server, except its ports. */
export interface Launch {
  readonly server: DrivenServer;
  readonly board: BoardSetup;
  readonly makeCommand: (ports: ServerPorts) => ServerCommand;
  readonly log: TargetLog;
  readonly life: AbortSignal;
  readonly timeoutMs: number;
}

const ATTEMPTS = 3;
const LAST_WORDS_MS = 200;

/**
 * Starts a server on free ports and waits until it is ready; tries other ports if one was taken
 * meanwhile.
 */
export async function startServer(launch: Launch): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    const output = { lines: (): readonly string[] => [] };
    try {
      return await startOnce(launch, output);
    } catch (error) {
      const isTaken = findCause(launch.server.causes, output.lines())?.cause.isPortTaken === true;
      if (!isTaken || attempt === ATTEMPTS) throw error;
      launch.log.debug(`${launch.server.title}: a port was taken in the meantime, trying others`);
    }
  }
}

async function startOnce(launch: Launch, latest: { lines: ServerOutput['lines'] }) {
  const { server, board, log, life, timeoutMs } = launch;
  const ports = await choosePorts();
  const { program, args } = launch.makeCommand(ports);
  // A program that a file of the project names is always shown before it is started.
  const say = board.namesPrograms ? log.info : log.debug;
  say(`Starting ${server.title}: ${[program, ...args].map(quoteForShell).join(' ')}`);
  life.throwIfAborted();
  const guardian = startPipedGuardian({ remove: [] });
  try {
    const output = collectOutput([guardian.streams.stdout, guardian.streams.stderr]);
    latest.lines = output.lines;
    // A server that reads commands from a terminal must not wait for one.
    guardian.streams.stdin.end();
    const started = await guardian.run(program, args).catch((error: Error) => {
      throw notStarted(program, error.message);
    });
    const child = { pid: started.pid, ended: withLastOutput(started, output) };
    log.debug(`${server.title} runs as process ${child.pid}`);
    await awaitReady({ server, board, child, output, life, timeoutMs });
    return { ports, output, child, end: () => guardian.end() };
  } catch (error) {
    await guardian.end();
    throw error;
  }
}

/** A server's end, once its last words are there; a grandchild may hold its channels open for ever. */
async function withLastOutput({ ended }: GuardedChild, output: ServerOutput): Promise<ChildEnd> {
  const end = await ended;
  await Promise.race([output.ended, sleep(LAST_WORDS_MS)]);
  return end;
}

function notStarted(program: string, code: string): TargetError {
  if (code === 'ENOENT') {
    return new TargetError(
      'missing-program',
      `${program} was not found`,
      'Install it, put its folder on PATH, or name the program in the setting cyclescope.boards.',
    );
  }
  return new TargetError(
    'start-failed',
    `${program} could not be started: ${code}`,
    'Check that it is a program that you may execute, or name another in the setting cyclescope.boards.',
  );
}

interface Waiting {
  readonly server: DrivenServer;
  readonly board: BoardSetup;
  readonly child: GuardedChild;
  readonly output: ServerOutput;
  readonly life: AbortSignal;
  readonly timeoutMs: number;
}

/** Waits until a server reports that it is ready; rejects when it ends, fails or is silent for too long. */
async function awaitReady(waiting: Waiting): Promise<void> {
  const { server, life } = waiting;
  await awaitReadyLine(waiting);
  if (server.settleMs !== undefined) await sleep(server.settleMs, undefined, { signal: life });
}

function awaitReadyLine({ server, board, child, output, life, timeoutMs }: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => {
      const words = lastWords(output.lines());
      reject(
        findServerFailure(server.causes, output.lines(), board) ??
          new TargetError(
            'start-failed',
            `${server.title} was not ready within ${timeoutMs / 1000} s`,
            words === '' ? 'It printed nothing.' : `Its last output: ${words}`,
          ),
      );
    };
    const timer = setTimeout(late, timeoutMs);
    const over = () => clearTimeout(timer);
    const cancel = () => {
      over();
      reject(life.reason);
    };
    life.addEventListener('abort', cancel, { once: true });
    if (life.aborted) cancel();
    const finals = server.causes.filter(({ isFinal }) => isFinal === true);
    output.watch((line) => {
      const isReady = server.ready.test(line);
      const failure = isReady ? undefined : findServerFailure(finals, [line], board);
      if (!isReady && failure === undefined) return;
      over();
      if (failure === undefined) resolve();
      else reject(failure);
    });
    void child.ended.then((end) => {
      over();
      reject(diagnoseServerEnd({ board, server, output }, end, 'start-failed'));
    });
  });
}

/** Ends an undertaking when writing takes longer than the slowest debug port that works would need for these bytes. */
export async function writeWithDeadline<T>(
  { life, resources }: Pick<Undertaking, 'life' | 'resources'>,
  bytes: number,
  write: () => Promise<T>,
): Promise<T> {
  const { deploy, bytesPerSecond } = resolveBoardLimits(resources);
  const milliseconds = deploy + (bytes * 1000) / bytesPerSecond;
  const timer = setTimeout(() => life.abort(late(bytes, milliseconds)), milliseconds);
  try {
    return await write();
  } finally {
    clearTimeout(timer);
  }
}

function late(bytes: number, milliseconds: number): TargetError {
  return new TargetError(
    'deploy-failed',
    `${bytes} bytes were not written and verified within ${Math.ceil(milliseconds / 100) / 10} s`,
    'Raise the speed of the probe, with shorter wires if it needs them, and connect it without a USB hub.',
  );
}
