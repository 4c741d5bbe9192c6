import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TargetError } from '../../../base';
import type { Execution, ExecutionMarks } from '../../execution';
import { makeTruncationError } from './plugin';

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
  noteInstruction(address: number, register: (index: number) => number): void;
  /** An instruction that reached a device, and was therefore restarted. */
  noteRewind?(address: number): void;
  /** An exception that begins before the next instruction, if the log has interrupts. */
  noteException?(exception: number): void;
  /** The latest exception ends before the next instruction. */
  noteReturn?(): void;
}

/**
 * Follows a log to its end. An instruction that reaches a device is begun, rewound and begun again: the
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
    if (at < 0) throw makeTruncationError();
    return Number.parseInt(registers.slice(at + name.length, at + name.length + 8), 16);
  };
  const flush = () => {
    if (pending !== undefined) listener.noteInstruction(pending, register);
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
    if (exception !== undefined) listener.noteException?.(Number(exception));
    if (isReturn) listener.noteReturn?.();
    const isRewound = line.startsWith('cpu_io_recompile');
    if (isRewound && pending !== undefined) listener.noteRewind?.(pending);
    if (isRewound || line.startsWith('Stopped execution')) pending = undefined;
  };
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  if (rest !== '') throw makeTruncationError();
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

/** Recording of instructions one by one. */
export interface ExecutionRecorder {
  /** The next executed instruction; `register` reads one as it was before it. */
  noteInstruction(address: number, register: (index: number) => number): void;
  finish(): Execution;
}

/** As many steps as a stretch may have. */
const MOST_STEPS = 1 << 26;

const KINDS = ['opens', 'closes', 'stores', 'begins', 'ends'] as const;

/** Divides executed instructions into stretches, as the plugin does. */
export function recordExecution(marks: ExecutionMarks): ExecutionRecorder {
  const kinds = new Map<number, (typeof KINDS)[number]>();
  for (const kind of KINDS) for (const address of marks[kind]) kinds.set(address, kind);
  const switches = new Map(marks.switches.map((each) => [each.address, each]));
  const paths: Uint32Array[] = [];
  const known = new Map<string, number>();
  const operations: number[][] = [];
  let isMeasuring = false;
  let isRecording = false;
  let steps: number[] = [];
  let closed = 0;
  let slots: number[] = [];

  const keep = () => {
    const path = Uint32Array.from(steps.slice(0, closed));
    const key = path.join();
    const index = known.get(key) ?? paths.push(path) - 1;
    known.set(key, index);
    operations.at(-1)?.push(index);
  };
  const numberSlot = (register: number) => {
    const found = slots.indexOf(register);
    return found >= 0 ? found : slots.push(register) - 1;
  };
  const noteInstruction: ExecutionRecorder['noteInstruction'] = (address, register) => {
    const kind = kinds.get(address);
    if (kind === 'begins') operations.push([]);
    if (kind === 'begins' || kind === 'ends') {
      isMeasuring = kind === 'begins';
      isRecording = false;
    }
    if (kind === 'opens' && isMeasuring && !isRecording) {
      [steps, closed, slots] = [[], 0, []];
      isRecording = true;
    }
    if (kind === 'stores' && closed > 0 && isRecording) {
      keep();
      isRecording = false;
    }
    if (steps.length >= MOST_STEPS) isRecording = false;
    if (!isRecording) return;
    steps.push(address);
    if (kind === 'closes') closed = steps.length;
    const at = switches.get(address);
    if (!at) return;
    const number = numberSlot((register(at.register) + at.offset) >>> 0);
    steps.push(4 * number + (at.restores ? 3 : 1));
  };
  return { noteInstruction, finish: () => ({ paths, operations }) };
}
