import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { HANGS_MS } from '../patience.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

/** A workspace with its own locks and temporary files, by which its processes are recognised, too. */
export interface Workspace {
  readonly folder: string;
  readonly runs: string;
  remove(): void;
}

/** A call of the built command line. */
export interface CliProcess {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** The messages so far, which are not its output. */
  messages(): string;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly out: string;
    readonly err: string;
  }>;
}

/** Makes an empty workspace. */
export function newWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-cli-'));
  mkdirSync(join(folder, 'tmp'));
  return {
    folder,
    runs: join(folder, '.cyclescope', 'runs'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Makes a workspace for each test of a file; everything that a test has started in it must end. */
export function workspaceForEach(): Workspace {
  let current: Workspace;
  beforeEach(() => {
    current = newWorkspace();
  });
  afterEach(async () => {
    await until(() => listOwnLeftOvers(current).length === 0);
    current.remove();
  });
  return {
    get folder() {
      return current.folder;
    },
    get runs() {
      return current.runs;
    },
    remove: () => current.remove(),
  };
}

/** Starts the command line in a workspace. */
export function startCli(
  { folder }: Workspace,
  line: string,
  environment: Readonly<Record<string, string>> = {},
): CliProcess {
  const child = spawn(process.execPath, [cli, ...line.split(' ')], {
    cwd: folder,
    env: { ...process.env, TMPDIR: join(folder, 'tmp'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
  const messages = () => err;
  calls.set(folder, { isRunning: () => child.exitCode === null, messages });
  return { pid: child.pid ?? 0, kill: (signal) => child.kill(signal), messages, ended };
}

/** The last call in each workspace. */
const calls = new Map<string, { isRunning(): boolean; messages(): string }>();

function entries(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(join('/proc', pid, file), 'utf8');
  } catch {
    return '';
  }
}

/** The living processes of a workspace, with their arguments. */
export function listProcesses({ folder }: Workspace) {
  const pids = entries('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => readProcess(pid, 'environ').includes(`TMPDIR=${folder}`))
    .map((pid) => ({ pid: Number(pid), args: readProcess(pid, 'cmdline').split('\0') }));
}

/** Kills the guardians of a workspace's processes: they end nothing, and give nothing back. */
export function killGuardians(workspace: Workspace): void {
  for (const { pid, args } of listProcesses(workspace)) {
    if (args.some((word) => word.endsWith('guardian.cjs'))) process.kill(pid, 'SIGKILL');
  }
}

/** The emulator that runs in a workspace, and the file that is its memory. */
export function requireEmulator(workspace: Workspace) {
  const found = listProcesses(workspace).find(({ args }) => args[0]?.includes('qemu-system'));
  const memory = /mem-path=([^,]+)/.exec(found?.args.join(' ') ?? '')?.[1];
  if (!found || memory === undefined) throw new Error('no emulator runs');
  return { pid: found.pid, memory };
}

/** Waits until a condition holds, for half as long as a test may take. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + HANGS_MS / 2;
  // Some conditions list all processes, which keeps a processor busy if it is done again and again.
  for (let pause = 20; !holds(); pause = Math.min(200, 1.5 * pause)) {
    if (Date.now() > deadline) throw new Error(`this never held: ${holds}`);
    await sleep(pause);
  }
}

/** Waits until so many runs in the workspace have received samples. */
export async function untilMeasuring({ folder, runs }: Workspace, count = 1): Promise<void> {
  const call = calls.get(folder);
  const getRecordingSize = (name: string) => {
    const path = join(runs, name, 'recording.SVDat');
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  };
  await until(() => {
    if (entries(runs).filter((name) => getRecordingSize(name) > 50_000).length >= count)
      return true;
    if (call?.isRunning() === false) throw new Error(`nothing measures:\n${call.messages()}`);
    return false;
  });
}

/** Processes, locks and unfinished runs in use that are still there. */
export function listOwnLeftOvers(workspace: Workspace): readonly string[] {
  const locks = entries(join(workspace.folder, 'tmp')).flatMap((name) => {
    return entries(join(workspace.folder, 'tmp', name, 'locks'));
  });
  // The next list of runs keeps one that was given up: its name has no owner.
  const partial = entries(workspace.runs).filter((name) => /^\..*~/.test(name));
  return [...listProcesses(workspace).map(({ args }) => args.join(' ')), ...locks, ...partial];
}
