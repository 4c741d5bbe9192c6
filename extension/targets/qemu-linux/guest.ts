import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TargetError } from '../../base';
import { type Guardian, startGuardian } from '../../host';
import { createLineQueue, type LineQueue } from '../../rtt';
import type { Execution, ExecutionMarks } from '../execution';
import {
  chooseFolder,
  diagnoseEmulatorEnd,
  pluginArguments,
  readPluginFile,
  startEmulator,
} from '../qemu';
import type { TargetLog } from '../target';
import { textValue, withProperty } from './device-tree';
import { makeInitramfs } from './initramfs';
import { fetchCommand, type Kernel, type LinuxBoard } from './kernel';

/** Inputs for starting the board. */
export interface GuestParts {
  readonly board: LinuxBoard;
  readonly kernel: Kernel;
  readonly agent: Uint8Array;
  readonly log: TargetLog;
  readonly scratchRoots?: readonly string[];
  /** The board prints its kernel's functions into the stream, and does nothing else. */
  readonly listsSymbols?: true;
  /** Set if the executed instructions are recorded. */
  readonly recording?: GuestRecording | undefined;
}

/** A recording by QEMU's plugin. */
export interface GuestRecording {
  readonly marks: ExecutionMarks;
  readonly plugin: string;
  /** Addresses at which the kernel may save or restore a thread's registers. */
  readonly switches: readonly number[];
}

/** One life of the board: it boots, has its lines carried out and powers itself off. */
export interface Guest {
  readonly lines: Pick<LineQueue, 'next'>;
  /** Resolves once the board is off and all it wrote was delivered; rejects when it broke down. */
  readonly over: Promise<void>;
  /** Returns the executed instructions once the guest has ended, if they were recorded. */
  getExecution(): Execution | undefined;
  stall(milliseconds: number): void;
  /** Switches it off; pending reads of lines reject with the reason. */
  end(reason: TargetError): Promise<void>;
}

/** Switches the board on; a failure rejects pending reads of lines. */
export function startGuest(
  parts: GuestParts,
  script: readonly string[],
  onStream: (bytes: Uint8Array) => void,
): Guest {
  const queue = createLineQueue();
  const ports: Port[] = [];
  const initramfs = makeInitramfs(parts.agent, script);
  const folder = chooseFolder(initramfs.length, parts.scratchRoots);
  const guardian = startGuardian({ remove: [folder] });
  const files = locateFiles(folder, parts.kernel);
  let execution: Execution | undefined;
  const output = createConsole((line) => queue.push(Buffer.from(`${line}\n`)));

  const live = async () => {
    try {
      writeFiles(parts, folder, files, initramfs);
      const control = await openPort(files.control, (socket) =>
        createInterface({ input: socket }).on('line', output.push),
      );
      ports.push(control);
      ports.push(await openPort(files.stream, (socket) => socket.on('data', onStream)));
      const recording = recordingArguments(parts, folder);
      await runToEnd(
        parts,
        guardian,
        [...linuxArguments(parts, files), ...recording],
        ports,
        output,
      );
      if (parts.recording) execution = readPluginFile(folder);
    } finally {
      for (const port of ports) port.destroy();
      await guardian.end();
    }
  };
  const over = live();
  over.then(
    () => queue.fail(powerOffError()),
    (error: Error) => queue.fail(error),
  );
  return {
    lines: queue,
    over,
    getExecution: () => execution,
    stall: (milliseconds) => {
      for (const port of ports) port.pause();
      setTimeout(() => ports.forEach((port) => port.resume()), milliseconds).unref();
    },
    end: async (reason) => {
      queue.fail(reason);
      for (const port of ports) port.destroy();
      await guardian.end();
    },
  };
}

async function runToEnd(
  { board, log }: GuestParts,
  guardian: Guardian,
  args: readonly string[],
  ports: readonly Port[],
  output: Console,
): Promise<void> {
  const child = await startEmulator(guardian, board, args);
  log.debug(`${board.program} runs as process ${child.pid}`);
  const end = await child.ended;
  await Promise.all(ports.map((port) => port.waitForClose()));
  const code = output.isReady() ? 'target-gone' : 'start-failed';
  if (end.code !== 0) throw diagnoseEmulatorEnd(board, end, code);
  const words = output.words();
  if (words !== undefined || !output.isReady()) {
    throw new TargetError(
      code,
      `Linux on the emulated board stopped: ${words ?? 'no reason given'}`,
      `Fetch its kernel again: ${fetchCommand(board)}`,
    );
  }
}

function recordingArguments({ recording }: GuestParts, folder: string): readonly string[] {
  if (!recording) return [];
  return pluginArguments(recording.plugin, recording.marks, folder, recording.switches);
}

function locateFiles(folder: string, kernel: Kernel): BoardFiles {
  return {
    kernel: kernel.path,
    deviceTree: join(folder, 'device-tree'),
    initramfs: join(folder, 'initramfs'),
    control: join(folder, 'control'),
    stream: join(folder, 'stream'),
  };
}

function writeFiles(
  { board, kernel }: GuestParts,
  folder: string,
  files: BoardFiles,
  initramfs: Uint8Array,
): void {
  const tree = deviceTree(board, kernel);
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(files.deviceTree, tree);
    writeFileSync(files.initramfs, initramfs);
  } catch (error) {
    throw new TargetError(
      'no-space',
      `The board's files could not be written: ${(error as Error).message}`,
      `Check free space and write permission in ${folder}.`,
    );
  }
}

function powerOffError(): TargetError {
  const message = 'The board powered itself off';
  return new TargetError('target-gone', message, 'The agent ended or crashed: measure again.');
}

/** The kernel's device tree, with what the board has beside it. */
function deviceTree(board: LinuxBoard, kernel: Kernel): Uint8Array {
  const { architectedTimer, randomSeed } = board;
  const changes: [path: string, name: string, value: Uint8Array][] = [];
  if (architectedTimer) changes.push(['/timer', 'status', textValue('okay')]);
  if (randomSeed) changes.push(['/chosen', 'rng-seed', Buffer.from(randomSeed, 'hex')]);
  return changes.reduce<Uint8Array>((tree, change) => {
    const changed = withProperty(tree, ...change);
    if (changed) return changed;
    const message = `${kernel.deviceTree} has no node ${change[0]}`;
    throw new TargetError(
      'start-failed',
      message,
      `Fetch the kernel again: ${fetchCommand(board)}`,
    );
  }, readFileSync(kernel.deviceTree));
}

/** A serial port of an emulator that is about to be started: this process listens, it connects. */
interface Port {
  /** Resolves when the emulator is gone and everything it wrote was delivered. */
  waitForClose(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Stops listening, and drops the connection with what was not delivered yet. */
  destroy(): void;
}

/** Listens for one connection. An emulator that writes faster than this process reads has to wait. */
async function openPort(path: string, onSocket: (socket: Socket) => void): Promise<Port> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // The emulator's end has the reason.
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await listen(server, path);
  return {
    waitForClose: () => new Promise((resolve) => server.close(() => resolve())),
    pause: () => sockets.forEach((socket) => socket.pause()),
    resume: () => sockets.forEach((socket) => socket.resume()),
    destroy: () => {
      server.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}

/** The first serial port of a board: first the kernel's words, from a certain line on the agent's. */
interface Console {
  push(line: string): void;
  /** The agent has been reached. */
  isReady(): boolean;
  /** Messages of the kernel; undefined unless something is wrong. */
  words(): string | undefined;
}

/** Written by `/init`; all further output is the agent's. */
const READY = 'cyclescope ready';
const KERNEL_STAMP = /^\[ *\d+\.\d+\] ?/;
/** Printed by every kernel when it switches the board off. */
const FAREWELL = /^reboot: /;
const KEPT = 20;

/** Forwards the agent's lines, and keeps the kernel's messages. */
export function createConsole(onLine: (line: string) => void): Console {
  let kernel: readonly string[] = [];
  let isReady = false;
  const keep = (line: string) => {
    const text = line.replace(KERNEL_STAMP, '').trim();
    if (text !== '' && !FAREWELL.test(text)) kernel = [...kernel, text].slice(-KEPT);
  };
  return {
    push: (line) => {
      if (line === READY) isReady = true;
      else if (isReady && !KERNEL_STAMP.test(line)) onLine(line);
      else keep(line);
    },
    isReady: () => isReady,
    words: () => kernel.find((line) => /panic|not syncing/i.test(line)) ?? kernel.at(-1),
  };
}

/** The files of one start of the board. */
interface BoardFiles {
  readonly kernel: string;
  readonly deviceTree: string;
  readonly initramfs: string;
  /** Unix sockets on which this process listens. */
  readonly control: string;
  readonly stream: string;
}

/**
 * The kernel prints nothing on the console unless it dies, and does not test its ciphers, which
 * takes three quarters of the way to the agent. `/init` reads the rest.
 */
const commandLine = ({ board: { randomSeed }, listsSymbols }: GuestParts) =>
  [
    'console=ttymxc0 loglevel=1 panic=-1 cryptomgr.notests',
    'cyclescope.control=/dev/ttymxc0 cyclescope.stream=/dev/ttymxc1 cyclescope.icount=1',
    randomSeed && `random.trust_bootloader=on cyclescope.random_seed=${randomSeed}`,
    listsSymbols && 'cyclescope.symbols=1',
  ]
    .filter(Boolean)
    .join(' ');

/**
 * QEMU's arguments. With `shift=0` an instruction takes one nanosecond of emulated time, so that
 * nanoseconds are instructions; `sleep=off` makes emulated time independent of the host's. A random
 * number generator that is ready mixes in the time of day and what QEMU puts into the device tree:
 * both are the same in every run.
 */
function linuxArguments(parts: GuestParts, files: BoardFiles): readonly string[] {
  const { board } = parts;
  const { kernel, deviceTree, initramfs, control, stream } = files;
  return [
    '-machine',
    board.machine,
    '-m',
    '512',
    '-kernel',
    kernel,
    '-dtb',
    deviceTree,
    '-initrd',
    initramfs,
    '-append',
    commandLine(parts),
    '-icount',
    'shift=0,sleep=off',
    '-seed',
    '1',
    '-rtc',
    'base=2020-01-01,clock=vm',
    '-display',
    'none',
    '-monitor',
    'none',
    '-nodefaults',
    '-no-reboot',
    '-chardev',
    `socket,id=control,path=${control}`,
    '-serial',
    'chardev:control',
    '-chardev',
    `socket,id=stream,path=${stream}`,
    '-serial',
    'chardev:stream',
  ];
}
