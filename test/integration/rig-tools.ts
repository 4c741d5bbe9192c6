import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Bench } from '../../extension/agent/manifest';
import type { Rig } from '../rig/rig';
import { isEverything } from '../everything';
import { HANGS_MS } from '../patience.mjs';

/** The output of a program, and how it ended. */
export interface Finished {
  readonly code: number | null;
  readonly text: string;
}

/** OpenOCD on a rig, started by hand. */
export interface ServerByHand {
  readonly process: ChildProcess;
  /** The port for GDB. */
  readonly port: number;
  end(): Promise<void>;
}

/** Time limits of boards on a rig: a busy computer gives its emulated core a turn late. */
export const UNHURRIED = { ready: HANGS_MS / 2, connect: HANGS_MS / 2, agent: HANGS_MS / 2 };

const QUIET = 'gdb_port disabled; tcl_port disabled; telnet_port disabled';
const PYOCD = join(import.meta.dirname, '../../build/pyocd/bin/pyocd');

/** Has OpenOCD execute commands on a rig one by one, until one fails. */
export function openocd(
  rig: Rig,
  commands: readonly string[],
  way: keyof Rig['openocd'] = 'stlink',
): Promise<Finished> {
  const all = ['init', ...commands, 'shutdown'].flatMap((command) => ['-c', command]);
  return run('openocd', ['-c', QUIET, ...rig.openocd[way], ...all]);
}

/** Starts OpenOCD like a user, with a GDB port of its choice. */
export async function startByHand(rig: Rig): Promise<ServerByHand> {
  const ports = ['gdb_port 0', 'tcl_port disabled', 'telnet_port disabled', 'bindto 127.0.0.1'];
  const commands = ports.flatMap((text) => ['-c', text]);
  const process = spawn('openocd', [...commands, ...rig.openocd.stlink]);
  let output = '';
  process.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const port = await vi.waitFor(() => {
    const found = /Listening on port (\d+) for gdb/.exec(output)?.[1];
    if (found === undefined) throw new Error(output);
    return Number(found);
  }, HANGS_MS);
  const end = async () => {
    if (process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'close');
    process.kill();
    await ended;
  };
  return { process, port, end };
}

/** Has pyOCD execute commands on a rig. */
export function pyocd(rig: Rig, commands: readonly string[]): Promise<Finished> {
  const all = commands.flatMap((command) => ['-c', command]);
  return run(PYOCD, ['commander', '-u', rig.pyocdProbe, '-t', 'cortex_m', ...all]);
}

/** Waits until nothing accesses the debug port any more, which many equal readings of its counters show. */
export async function awaitQuietPort(rig: Rig): Promise<void> {
  const accesses = async () =>
    Object.values(await rig.counters()).reduce((sum, count) => sum + count, 0);
  let [before, quiet] = [await accesses(), 0];
  await vi.waitFor(async () => {
    const now = await accesses();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    expect(quiet).toBeGreaterThan(8);
  }, HANGS_MS);
}

function run(program: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: HANGS_MS }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout + stderr }),
    );
  });
}

/** With rounds and without, in batches and not, one thread and two. */
export const FEW_FAMILIES = ['heap', 'mutex', 'context_switch', 'queue'];

/**
 * The families that a way to a target is tested with. Their variants are the same operations, called in
 * other ways.
 */
export function chooseFamilies(benches: readonly Bench[]): readonly Bench[] {
  return benches.filter(({ suite }) =>
    isEverything ? !/^(native|cmsis)_/.test(suite) : FEW_FAMILIES.includes(suite),
  );
}
