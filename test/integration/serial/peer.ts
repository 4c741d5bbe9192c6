import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { root } from '../agent/variants';

/** The other end of a line. */
export interface Peer {
  /** The terminal's file. */
  readonly path: string;
  end(): Promise<void>;
}

/** Compiles the peer; gives the program's path. */
export async function buildPeer(folder: string): Promise<string> {
  const uart = join(root, 'target-agent/parts/uart');
  const sources = ['exchange.c', 'frame.c'].map((name) => join(uart, name));
  const program = join(folder, 'peer');
  const warnings = ['-Wall', '-Wextra', '-Werror'];
  const own = join(root, 'test/integration/serial/peer.c');
  await promisify(execFile)('gcc', [...warnings, `-I${uart}`, own, ...sources, '-o', program]);
  return program;
}

/** Starts it; every `damaged` bytes one is damaged or lost. */
export async function startPeer(program: string, damaged: number): Promise<Peer> {
  const child = spawn(program, [String(damaged)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const path = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return {
    path,
    end: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
