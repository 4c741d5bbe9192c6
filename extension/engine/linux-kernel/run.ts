import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { EngineError, systemCode } from '../error';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called with each line that the program writes to its descriptor 3. */
  readonly onStatus?: (line: string) => void;
}

export interface Ran {
  readonly succeeded: boolean;
  readonly out: string;
  readonly err: string;
}

/** Runs a program of the system to its end, without a shell. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, env, signal, onStatus = () => undefined } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, LC_ALL: 'C', ...env },
      signal,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const [, out, err, status] = child.stdio as readonly Readable[];
    const text = { out: '', err: '' };
    out?.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk));
    err?.setEncoding('utf8').on('data', (chunk: string) => (text.err += chunk));
    if (status) createInterface({ input: status }).on('line', onStatus);
    child.once('error', (error) => reject(asFailure(error, program)));
    child.once('close', (code) => resolve({ succeeded: code === 0, ...text }));
  });
}

function asFailure(error: Error, program: string): Error {
  if (error.name === 'AbortError') return new EngineError('cancelled', 'Interrupted.');
  if (systemCode(error) !== 'ENOENT') return error;
  return new EngineError(
    'missing-program',
    `${program} was not found: the kernel comes from Debian's packages.`,
    'Fetch it on a Debian system and copy the folder, or point CYCLESCOPE_KERNELS to one.',
  );
}
