import {
  execFile,
  execFileSync,
  spawn,
  type SpawnOptions,
  type StdioOptions,
} from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { nodeForWindows, wineEnvironment } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../integration/agent/temporary';

/*
 * Node.js and git for Windows under Wine, which is not Windows: it has Windows' calls with Linux behind them.
 */

const env = { ...process.env, ...wineEnvironment };

/** A path of this computer, as Windows names it. */
export const windowsPath = (path: string) => `Z:${path.replaceAll('/', '\\')}`;

/** The output of a program, and how it ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A program that runs. */
export interface RunningProgram {
  readonly ended: Promise<ProgramEnd>;
  kill(): void;
}

/** Starts a program. Its output goes to files: Node.js for Windows takes no pipe of Linux for that. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): RunningProgram {
  const files = ['out', 'err'].map((name) => join(temporaryFolder('output'), name));
  const [out = 0, err = 0] = files.map((file) => openSync(file, 'w'));
  const child = spawn(program, args, { ...options, stdio: ['ignore', out, err] });
  [out, err].forEach((file) => closeSync(file));
  const ended = once(child, 'close').then(([code]) => {
    const [text = '', messages = ''] = files.map((file) => readFileSync(file, 'utf8'));
    return { code: code as number | null, out: text, err: messages };
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
}

/** Starts Node.js for Windows; the programs of a folder are on its PATH. */
export function startNode(
  args: readonly string[],
  { cwd, programs }: { readonly cwd?: string; readonly programs?: string | undefined } = {},
): RunningProgram {
  const path = programs === undefined ? {} : { WINEPATH: windowsPath(programs) };
  return startProgram('wine', [nodeForWindows.entry, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...env, ...path },
  });
}

/**
 * Calls git for Windows in a folder, and returns its output. Wine's own processes keep its standard error open for
 * seconds; if that were a pipe, each call would last as long.
 */
export function callWindowsGit(cwd: string, args: readonly string[]): string {
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  return execFileSync('wine', [nodeForWindows.git, ...args], { cwd, env, encoding: 'utf8', stdio });
}

/** Ends all programs of this Windows, and Wine's own. */
export async function endWindows(): Promise<void> {
  await promisify(execFile)('wine', ['wineboot', '--kill'], { env }).catch(() => undefined);
}

/** A part of a test that runs as a process on Windows. It is connected for as long as it lives. */
export interface Part {
  /** The next line that it sends. */
  next(): Promise<string>;
  /** Sends it a line. */
  send(line: string): void;
  /** Resolves when its connection has ended, and so it. */
  readonly gone: Promise<unknown>;
}

/** A place where the processes of a test announce themselves. */
export interface Stage {
  /** Starts a process that plays a part. */
  start(role: string, ...args: readonly string[]): RunningProgram;
  /** Writes a batch file that plays a part, with the arguments that it is given. */
  writeBatch(path: string, role: string): void;
  /** Waits until a process that plays it has announced itself. */
  part(role: string): Promise<Part>;
  close(): Promise<void>;
}

/** Opens a stage for `parts.ts`. */
export async function openStage(): Promise<Stage> {
  const bundle = bundleParts();
  const arrived = new Map<string, Part[]>();
  const waiting = new Map<string, ((part: Part) => void)[]>();
  const server = createServer((socket) => {
    const part = newPart(socket);
    void part.next().then((role) => {
      const waiter = waiting.get(role)?.shift();
      if (waiter === undefined) arrived.set(role, [...(arrived.get(role) ?? []), part]);
      else waiter(part);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const children: RunningProgram[] = [];
  return {
    start: (role, ...args) => {
      const child = startNode([windowsPath(bundle), `${port}`, role, ...args]);
      children.push(child);
      return child;
    },
    writeBatch: (path, role) => {
      const [node, script] = [nodeForWindows.entry, bundle].map(windowsPath);
      writeFileSync(path, `@"${node}" "${script}" ${port} ${role} %*\r\n`);
    },
    part: (role) => {
      const part = arrived.get(role)?.shift();
      if (part !== undefined) return Promise.resolve(part);
      return new Promise((resolve) => {
        waiting.set(role, [...(waiting.get(role) ?? []), resolve]);
      });
    },
    close: async () => {
      for (const child of children) child.kill();
      server.close();
      await endWindows();
    },
  };
}

let bundled: string | undefined;

/** Bundles the parts as the command line is bundled, with the guardian beside them. */
function bundleParts(): string {
  if (bundled !== undefined) return bundled;
  const folder = temporaryFolder('windows');
  bundled = join(folder, 'parts.cjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'parts.ts')],
    bundle: true,
    platform: 'node',
    outfile: bundled,
  });
  const guardian = join(import.meta.dirname, '../../extension/host/guardian');
  for (const name of ['guardian.cjs', 'group.cjs'])
    copyFileSync(join(guardian, name), join(folder, name));
  return bundled;
}

function newPart(socket: Socket): Part {
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  const gone = once(socket, 'close');
  socket.on('error', () => undefined);
  createInterface({ input: socket })
    .on('line', (line) => {
      const waiter = waiting.shift();
      if (waiter === undefined) lines.push(line);
      else waiter(line);
    })
    .on('error', () => undefined);
  return {
    next: () => {
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      return new Promise((resolve) => waiting.push(resolve));
    },
    send: (line) => socket.write(`${line}\n`),
    gone,
  };
}
