import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TargetError } from '../../../base';
import type { Execution, ExecutionMarks } from '../../execution';
import { truncated } from './plugin';
import { recordExecution } from './record';

/** Runs a command of QEMU's human monitor; throws its answer if there is one. */
export type MonitorCommand = (line: string) => Promise<void>;

/** A log of executed instructions that is being read. */
export interface ExecutionLog {
  /** Switches the log off. Ends QEMU's part; the rest is read when QEMU has ended. */
  stop(): Promise<void>;
  /** Resolves when everything has been read. */
  readonly read: Promise<Execution>;
}

/**
 * Has a running emulator log every instruction, with the registers before it, into a pipe. Only the
 * monitor may switch this: a debugger's stub would stop the core and change the figures.
 */
export async function startExecutionLog(
  marks: ExecutionMarks,
  folder: string,
  monitor: MonitorCommand,
): Promise<ExecutionLog> {
  const pipe = join(folder, 'log');
  await promisify(execFile)('mkfifo', [pipe]);
  // Without a writer, opening and reading would wait for ever if QEMU never opens it.
  const writer = await open(pipe, 'r+');
  const stream = createReadStream(pipe, { highWaterMark: 1 << 20 });
  await once(stream, 'open');
  const read = readLog(stream, marks);
  // Its failure is reported where the result is awaited.
  read.catch(() => undefined);
  try {
    await monitor(`logfile ${pipe}`);
  } finally {
    await writer.close();
  }
  const one = await singleSteps(monitor);
  await monitor('log exec,cpu,nochain');
  const stop = async () => {
    await monitor('log none');
    await monitor(`${one} off`);
  };
  return { stop, read };
}

/** Makes each block one instruction long; QEMU 8.1 renamed the command. Returns its name. */
async function singleSteps(monitor: MonitorCommand): Promise<string> {
  const names = ['one-insn-per-tb', 'singlestep'];
  for (const name of names) {
    try {
      await monitor(`${name} on`);
      return name;
    } catch {
      // The other one.
    }
  }
  throw new TargetError(
    'start-failed',
    'QEMU cannot log single instructions',
    "Install gcc, and accept the licence of QEMU's plugin with --accept-license qemu-plugin.",
  );
}

const TRACE = /^Trace \d+: \S+ \[[^/]*\/([0-9a-f]+)\//;

const TAKEN = /^\.\.\.taking pending \S+ exception (\d+)/;

/** Receives what a log reports. */
interface LogListener {
  /** An instruction; `register` reads one as it was before it, if the log has the registers. */
  executed(address: number, register: (index: number) => number): void;
  /** An instruction that reached a device, and was therefore restarted. */
  rewound?(address: number): void;
  /** An exception that begins before the next instruction, if the log has interrupts. */
  taken?(exception: number): void;
  /** The latest exception ends before the next instruction. */
  returned?(): void;
}

/**
 * Follows a log to its end. An instruction that reaches a device is begun, rewound and begun anew: the
 * first of its lines does not count, nor does that of one before which QEMU paused.
 */
export async function followLog(
  chunks: AsyncIterable<Uint8Array>,
  listener: LogListener,
): Promise<void> {
  let pending: number | undefined;
  let registers = '';
  const register = (index: number) => {
    const name = `R${String(index).padStart(2, '0')}=`;
    const at = registers.indexOf(name);
    if (at < 0) throw truncated();
    return Number.parseInt(registers.slice(at + name.length, at + name.length + 8), 16);
  };
  const flush = () => {
    if (pending !== undefined) listener.executed(pending, register);
    pending = undefined;
    registers = '';
  };
  const take = (line: string) => {
    if (line.startsWith('R')) {
      registers += line;
      return;
    }
    const [, address] = TRACE.exec(line) ?? [];
    if (address !== undefined) {
      flush();
      pending = Number.parseInt(address, 16);
      return;
    }
    const [, exception] = TAKEN.exec(line) ?? [];
    const isReturn = line.startsWith('Exception return');
    if (exception !== undefined || isReturn) flush();
    if (exception !== undefined) listener.taken?.(Number(exception));
    if (isReturn) listener.returned?.();
    const isRewound = line.startsWith('cpu_io_recompile');
    if (isRewound && pending !== undefined) listener.rewound?.(pending);
    if (isRewound || line.startsWith('Stopped execution')) pending = undefined;
  };
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  if (rest !== '') throw truncated();
  flush();
}

/** Reads a log with registers. */
export async function readLog(
  chunks: AsyncIterable<Uint8Array>,
  marks: ExecutionMarks,
): Promise<Execution> {
  const recorder = recordExecution(marks);
  await followLog(chunks, recorder);
  return recorder.finish();
}
