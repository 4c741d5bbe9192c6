import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex, Readable, Writable } from 'node:stream';
import { spawnCommand } from '../programs';

export interface GuardedPaths {
  /** Removed when the guardian ends, for whatever reason. */
  readonly remove: readonly string[];
  /** Removed in addition when this process dies without calling `end`. */
  readonly removeOrphans?: readonly string[];
  /** The name of a path, and its name from then on when this process dies without calling `end`. */
  readonly renameOrphan?: readonly [string, string];
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last part of what the child wrote to stderr. */
  readonly stderr: string;
}

export interface GuardedChild {
  readonly pid: number;
  readonly ended: Promise<ChildEnd>;
}

/** Options for starting a child, in addition to its program and arguments. */
export interface ChildOptions {
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which it runs; without one, this process's own. */
  readonly cwd?: string | undefined;
}

/** A child's channels, for a guardian that was started with `piped`. */
export interface ChildStreams {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** A call over HTTP/2 that gives back what a service keeps for this process. */
export interface ReturnCall {
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
}

/** A helper process that outlives this one just long enough to clean up after it. */
export interface Guardian {
  readonly pid: number | undefined;
  /** Starts the one child; rejects with the system's error code when that fails. */
  run(command: string, args: readonly string[], options?: ChildOptions): Promise<GuardedChild>;
  /** Has these calls made, in order, should this process die without calling `end`; in place of earlier ones. */
  giveBack(origin: string, calls: readonly ReturnCall[]): void;
  /** Ends the child with all that it started, and removes the paths. Safe to call twice. */
  end(): Promise<void>;
}

type Message = { started: number } | { failed: string } | { ended: ChildEnd };

/** The script is beside this file in the sources and beside the bundle in dist. */
const SCRIPT = join(__dirname, 'guardian.cjs');

/** Starts a guardian; pass paths before they exist, so that they are guarded from the beginning. */
export function startGuardian(paths: GuardedPaths): Guardian {
  return start(paths, PLAIN).guardian;
}

/** Starts a guardian whose child's channels all lead here; without a child they end at once. */
export function startPipedGuardian(paths: GuardedPaths): Guardian & { streams: ChildStreams } {
  const { guardian, extra } = start(paths, PIPED);
  const [stdin, stdout, stderr] = extra;
  if (stdin === undefined || stdout === undefined || stderr === undefined) {
    throw new Error('the guardian could not be started');
  }
  return { ...guardian, streams: { stdin, stdout, stderr } };
}

const PLAIN = ['pipe', 'pipe', 'ignore'] as const;
const PIPED = [...PLAIN, 'pipe', 'pipe', 'pipe'] as const;

function start(paths: GuardedPaths, stdio: typeof PLAIN | typeof PIPED) {
  const guardian = spawn(process.execPath, [SCRIPT], {
    // A session of its own: a terminal's Ctrl-C reaches this process, not the guardian. Windows would end it with us.
    detached: true,
    windowsHide: true,
    // An editor's program is Electron; and no debugger's options may stop the guardian.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    stdio: [...stdio],
  });
  const child = watch(guardian, paths);
  const send = (message: object) => guardian.stdin?.write(`${JSON.stringify(message)}\n`);
  const isPiped = stdio.length > PLAIN.length;
  // The guardian may be gone already; its `close` event reports that, so a failed write need not.
  guardian.stdin?.on('error', () => undefined);
  send({ removeOrphans: [], ...paths });
  const closed = new Promise<void>((resolve) => {
    guardian.once('close', () => resolve());
    guardian.once('error', () => resolve());
  });
  return {
    guardian: {
      pid: guardian.pid,
      run: async (command: string, args: readonly string[], options: ChildOptions = {}) => {
        const { env = {}, cwd } = options;
        send({ run: { ...spawnCommand(command, args), env, cwd, piped: isPiped } });
        return child;
      },
      giveBack: (origin: string, calls: readonly ReturnCall[]) => {
        send({ giveBack: { origin, calls } });
      },
      end: async () => {
        send({ end: true });
        await closed;
      },
    },
    // Sockets both ways, whatever they are used for.
    extra: guardian.stdio.slice(PLAIN.length) as readonly (Duplex | undefined)[],
  };
}

function watch(guardian: ChildProcess, paths: GuardedPaths): Promise<GuardedChild> {
  let pid: number | undefined;
  let isOver = false;
  const child = new Promise<GuardedChild>((resolve, reject) => {
    const ended = new Promise<ChildEnd>((resolveEnd) => {
      const over = (end: ChildEnd) => {
        isOver = true;
        resolveEnd(end);
      };
      const obey = (message: Message) => {
        if ('failed' in message) reject(new Error(message.failed));
        else if ('ended' in message) over(message.ended);
        else resolve({ pid: (pid = message.started), ended });
      };
      if (guardian.stdout !== null) {
        createInterface({ input: guardian.stdout })
          .on('line', (line) => obey(JSON.parse(line)))
          // Its `close` event reports that the guardian is gone.
          .on('error', () => undefined);
      }
      guardian.once('error', reject);
      guardian.once('close', (code, signal) => {
        reject(new Error('the guardian ended before its child'));
        if (code !== 0 && !isOver) cleanUpInstead(pid, paths);
        over({ code, signal, stderr: '' });
      });
    });
  });
  // A guardian may end without having started a child.
  child.catch(() => undefined);
  return child;
}

/** Someone killed the guardian itself. */
function cleanUpInstead(pid: number | undefined, paths: GuardedPaths): void {
  try {
    // Windows has ended the child with its guardian.
    if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
  for (const path of paths.remove) rmSync(path, { recursive: true, force: true });
}
