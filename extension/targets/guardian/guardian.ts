import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface GuardedPaths {
  /** Removed when the guardian ends, however it comes to that. */
  readonly remove: readonly string[];
  /** Removed in addition when this process dies without calling `end`. */
  readonly removeOrphans?: readonly string[];
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

/** A helper process that outlives this one just long enough to clean up after it. */
export interface Guardian {
  readonly pid: number | undefined;
  /** Starts the one child; rejects with the system's error code when that fails. */
  run(command: string, args: readonly string[]): Promise<GuardedChild>;
  /** Ends the child's process group and removes the paths. Safe to call twice. */
  end(): Promise<void>;
}

type Message = { started: number } | { failed: string } | { ended: ChildEnd };

/** The script lies beside this file in the sources and beside the bundle in dist. */
const SCRIPT = join(__dirname, 'guardian.cjs');

/** Starts a guardian; name the paths before they exist, so that no moment is unguarded. */
export function startGuardian(paths: GuardedPaths): Guardian {
  const guardian = spawn(process.execPath, [SCRIPT], {
    // A session of its own: a terminal's Ctrl-C reaches this process, not the guardian.
    detached: true,
    // An editor's program is Electron; and no debugger's options may stop the guardian.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const child = watch(guardian, paths);
  const send = (message: object) => guardian.stdin?.write(`${JSON.stringify(message)}\n`);
  // The guardian may be gone already; its `close` event tells, the failed write need not.
  guardian.stdin?.on('error', () => undefined);
  send({ removeOrphans: [], ...paths });
  const closed = new Promise<void>((resolve) => {
    guardian.once('close', () => resolve());
    guardian.once('error', () => resolve());
  });
  return {
    pid: guardian.pid,
    run: async (command, args) => {
      send({ run: { command, args } });
      return child;
    },
    end: async () => {
      send({ end: true });
      await closed;
    },
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
          // Its `close` event tells that the guardian is gone.
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
  // A guardian may end without ever having been asked for a child.
  child.catch(() => undefined);
  return child;
}

/** Someone killed the guardian itself. */
function cleanUpInstead(pid: number | undefined, paths: GuardedPaths): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
  for (const path of paths.remove) rmSync(path, { recursive: true, force: true });
}
