import { quoted } from '../../core/text/quote';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPipedGuardian, type ChildEnd, type GuardedChild } from '../guardian/guardian';
import { TargetError, type TargetLog } from '../target';
import { collectOutput, findCause, type ServerOutput } from './output';
import { choosePorts } from './ports';
import { awaitReady } from './ready';
import type { DebugServer, ServerCommand, ServerPorts } from './server';
import type { BoardSetup } from './setup';

/** A server that has said that it is ready. */
export interface ServerProcess {
  readonly ports: ServerPorts;
  readonly output: ServerOutput;
  readonly child: GuardedChild;
  end(): Promise<void>;
}

/** What a server is started with, but for its ports. */
export interface Launch {
  readonly server: DebugServer;
  readonly board: BoardSetup;
  readonly commandFor: (ports: ServerPorts) => ServerCommand;
  readonly log: TargetLog;
  readonly life: AbortSignal;
  readonly timeoutMs: number;
}

const ATTEMPTS = 3;
const LAST_WORDS_MS = 200;

/** Starts a server on free ports and waits until it is ready; other ports are tried where one was taken meanwhile. */
export async function startServer(launch: Launch): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    const output = { lines: (): readonly string[] => [] };
    try {
      return await startOnce(launch, output);
    } catch (error) {
      const isTaken = findCause(launch.server.causes, output.lines())?.cause.isPortTaken === true;
      if (!isTaken || attempt === ATTEMPTS) throw error;
      launch.log.debug(`${launch.server.title}: a port was taken meanwhile, others are tried`);
    }
  }
}

async function startOnce(launch: Launch, said: { lines: ServerOutput['lines'] }) {
  const { server, board, log, life, timeoutMs } = launch;
  const ports = await choosePorts();
  const { program, args } = launch.commandFor(ports);
  // What a file of the project has started is never started unseen.
  const say = board.namesPrograms ? log.info : log.debug;
  say(`Starting ${server.title}: ${[program, ...args].map(quoted).join(' ')}`);
  life.throwIfAborted();
  const guardian = startPipedGuardian({ remove: [] });
  try {
    const output = collectOutput([guardian.streams.stdout, guardian.streams.stderr]);
    said.lines = output.lines;
    // A server that reads commands from a terminal must not wait for one.
    guardian.streams.stdin.end();
    const started = await guardian.run(program, args).catch((error: Error) => {
      throw notStarted(program, error.message);
    });
    const child = { pid: started.pid, ended: heardOut(started, output) };
    log.debug(`${server.title} runs as process ${child.pid}`);
    await awaitReady({ server, board, child, output, life, timeoutMs });
    return { ports, output, child, end: () => guardian.end() };
  } catch (error) {
    await guardian.end();
    throw error;
  }
}

/** A server's end, once its last words are there; a grandchild may hold its channels open for ever. */
async function heardOut({ ended }: GuardedChild, output: ServerOutput): Promise<ChildEnd> {
  const end = await ended;
  await Promise.race([output.ended, sleep(LAST_WORDS_MS)]);
  return end;
}

function notStarted(program: string, code: string): TargetError {
  if (code === 'ENOENT') {
    return new TargetError(
      'missing-program',
      `${program} is not there`,
      'Install it, put its folder on PATH, or name the program in the setting cyclescope.boards.',
    );
  }
  return new TargetError('start-failed', `${program} could not be started: ${code}`);
}
