import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Rig } from '../rig/rig';

/** What a program said, and how it ended. */
export interface Spoken {
  readonly code: number | null;
  readonly text: string;
}

const DEADLINE_MS = 30_000;
const QUIET = 'gdb_port disabled; tcl_port disabled; telnet_port disabled';
const PYOCD = join(import.meta.dirname, '../../build/pyocd/bin/pyocd');

/** Has OpenOCD execute commands on a rig, each by itself, until one fails. */
export function openocd(
  rig: Rig,
  commands: readonly string[],
  way: keyof Rig['openocd'] = 'stlink',
): Promise<Spoken> {
  const all = ['init', ...commands, 'shutdown'].flatMap((command) => ['-c', command]);
  return run('openocd', ['-c', QUIET, ...rig.openocd[way], ...all]);
}

/** Has pyOCD execute commands on a rig. */
export function pyocd(rig: Rig, commands: readonly string[]): Promise<Spoken> {
  const all = commands.flatMap((command) => ['-c', command]);
  return run(PYOCD, ['commander', '-u', rig.pyocdProbe, '-t', 'cortex_m', ...all]);
}

function run(program: string, args: readonly string[]): Promise<Spoken> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: DEADLINE_MS }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout + stderr }),
    );
  });
}
