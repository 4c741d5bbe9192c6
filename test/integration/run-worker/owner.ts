import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunSpec } from '../../../extension/engine/run/spec';
import type { KeptRun, RunUpdate } from '../../../extension/workers/run/protocol';
import type { Workspace } from '../cli-process';

const script = fileURLToPath(new URL('host.mjs', import.meta.url));
const images = fileURLToPath(new URL('../../../dist/agent', import.meta.url));

/** A process with a run in its worker, and the messages of the worker so far. */
export interface Owner {
  readonly updates: readonly RunUpdate[];
  readonly given: readonly KeptRun[];
  readonly failures: readonly { readonly message: string; readonly code?: string }[];
  /** Counts the workers that have ended. */
  readonly ended: () => number;
  readonly run: (change: Partial<RunSpec>) => void;
  readonly send: (line: 'cancel' | 'end') => void;
  readonly kill: () => void;
  /** Ends its worker and lets it go. */
  readonly close: () => void;
}

type Message =
  | 'ended'
  | { readonly reports: RunUpdate }
  | { readonly gives: KeptRun }
  | { readonly failure: Owner['failures'][number] };

/** Starts such a process in a workspace. */
export function startOwner({ folder, runs }: Workspace): Owner {
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, TMPDIR: join(folder, 'tmp') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const updates: RunUpdate[] = [];
  const given: KeptRun[] = [];
  const failures: Owner['failures'][number][] = [];
  let ended = 0;
  const receive = (message: Message) => {
    if (message === 'ended') ended += 1;
    else if ('reports' in message) updates.push(message.reports);
    else if ('gives' in message) given.push(message.gives);
    else failures.push(message.failure);
  };
  createInterface({ input: child.stdout }).on('line', (line) =>
    receive(JSON.parse(line) as Message),
  );
  const send = (line: string) => child.stdin.write(`${line}\n`);
  const spec: RunSpec = {
    target: 'qemu-freertos-m7',
    imageFolders: [{ folder: images, origin: 'shipped' }],
    runsFolder: runs,
    patterns: [],
    trace: false,
    settings: {},
    tool: 'cyclescope test',
  };
  return {
    updates,
    given,
    failures,
    send,
    ended: () => ended,
    run: (change) => send(`run ${JSON.stringify({ ...spec, ...change })}`),
    kill: () => child.kill('SIGKILL'),
    close: () => {
      // Nobody reads the pipe of a killed process: the write would fail the whole test run.
      if (child.killed) return;
      send('end');
      child.stdin.end();
    },
  };
}
