import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TargetError } from '../../base';
import { type Guardian, startGuardian } from '../../host';
import { createLineQueue, type LineQueue } from '../../rtt';
import { chooseFolder, endOf, startEmulator } from '../qemu';
import type { TargetLog } from '../target';
import { textValue, withProperty } from './device-tree';
import type { Kernel, LinuxBoard } from './kernel';

/** Inputs for starting the board. */
interface GuestParts {
  readonly board: LinuxBoard;
  readonly kernel: Kernel;
  readonly agent: Uint8Array;
  readonly log: TargetLog;
  readonly scratchRoots?: readonly string[];
}

/** One life of the board: it boots, has its lines carried out and powers itself off. */
export interface Guest {
  readonly lines: Pick<LineQueue, 'next'>;
  /** Resolves once the board is off and all it wrote was delivered; rejects when it broke down. */
  readonly over: Promise<void>;
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
  const files = filesIn(folder, parts.kernel);
  const output = createConsole((line) => queue.push(Buffer.from(`${line}\n`)));

  const live = async () => {
    try {
      writeFiles(parts, folder, files, initramfs);
      const control = await openPort(files.control, (socket) =>
        createInterface({ input: socket }).on('line', output.push),
      );
      ports.push(control);
      ports.push(await openPort(files.stream, (socket) => socket.on('data', onStream)));
      await runToEnd(parts, guardian, files, ports, output);
    } finally {
      for (const port of ports) port.destroy();
      await guardian.end();
    }
  };
  const over = live();
  over.then(
    () => queue.fail(new TargetError('target-gone', 'The board powered itself off')),
    (error: Error) => queue.fail(error),
  );
  return {
    lines: queue,
    over,
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
  files: BoardFiles,
  ports: readonly Port[],
  output: Console,
): Promise<void> {
  const child = await startEmulator(guardian, board, linuxArguments(board, files));
  log.debug(`${board.program} runs as process ${child.pid}`);
  const end = await child.ended;
  await Promise.all(ports.map((port) => port.closed()));
  const code = output.isReady() ? 'target-gone' : 'start-failed';
  if (end.code !== 0) throw endOf(board, end, code);
  const words = output.words();
  if (words !== undefined || !output.isReady()) {
    throw new TargetError(
      code,
      `Linux on the emulated board stopped: ${words ?? 'no reason given'}`,
    );
  }
}

function filesIn(folder: string, kernel: Kernel): BoardFiles {
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

/** The kernel's device tree, with what the board has beside it. */
function deviceTree({ architectedTimer, randomSeed }: LinuxBoard, kernel: Kernel): Uint8Array {
  const changes: [path: string, name: string, value: Uint8Array][] = [];
  if (architectedTimer) changes.push(['/timer', 'status', textValue('okay')]);
  if (randomSeed) changes.push(['/chosen', 'rng-seed', Buffer.from(randomSeed, 'hex')]);
  return changes.reduce<Uint8Array>((tree, change) => {
    const changed = withProperty(tree, ...change);
    if (changed) return changed;
    throw new TargetError('start-failed', `${kernel.deviceTree} has no node ${change[0]}`);
  }, readFileSync(kernel.deviceTree));
}

/** One entry of an archive; folders come before their contents. */
interface CpioEntry {
  /** Without a leading slash. */
  readonly path: string;
  /** Kind and permissions, as `stat` gives them. */
  readonly mode: number;
  readonly data?: Uint8Array;
  /** Major and minor number of a device node. */
  readonly device?: readonly [major: number, minor: number];
}

const ALIGNMENT = 4;
const TRAILER: CpioEntry = { path: 'TRAILER!!!', mode: 0 };

/** Writes a cpio archive in the `newc` format that Linux unpacks as its first file system. */
export function writeCpio(entries: readonly CpioEntry[]): Uint8Array {
  // Owners and times are all zero: the same entries always give the same bytes.
  return Buffer.concat([...entries, TRAILER].flatMap(parts));
}

function parts(entry: CpioEntry, index: number): readonly Uint8Array[] {
  const { path, mode, data = new Uint8Array(), device = [0, 0] } = entry;
  const name = Buffer.from(`${path}\0`);
  const fields = [index + 1, mode, 0, 0, 1, 0, data.length, 0, 0, ...device, name.length, 0].map(
    (value) => value.toString(16).padStart(8, '0'),
  );
  const header = Buffer.concat([Buffer.from(`070701${fields.join('')}`), name]);
  return [header, padding(header.length), data, padding(data.length)];
}

function padding(length: number): Uint8Array {
  return new Uint8Array((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT);
}

const FOLDER = 0o040755;
const PROGRAM = 0o100755;
const TEXT_FILE = 0o100644;
const CHARACTER_DEVICE = 0o020600;

/** The room that scripts take, whatever their length, lest it shift what happens on the board. */
const SCRIPT_UNIT = 4096;

const FOLDERS: readonly CpioEntry[] = ['dev', 'proc', 'sys'].map((path) => ({
  path,
  mode: FOLDER,
}));
const CONSOLE: CpioEntry = { path: 'dev/console', mode: CHARACTER_DEVICE, device: [5, 1] };

/**
 * The file system of a board that runs nothing but the agent: it is `/init`, and its control lines
 * wait in `/cyclescope.script`. It is not compressed: a compressor's next version would change the
 * bytes, and with them when everything happens on an emulated board.
 */
export function makeInitramfs(agent: Uint8Array, lines: readonly string[]): Uint8Array {
  return writeCpio([
    ...FOLDERS,
    CONSOLE,
    { path: 'init', mode: PROGRAM, data: agent },
    { path: 'cyclescope.script', mode: TEXT_FILE, data: script(lines) },
  ]);
}

/**
 * Empty lines are nothing to an agent, and so scripts of different lengths take the same room. An
 * agent takes the end of its lines for the host's end, even in the middle of a run: that there is
 * one more line, whose answer is not read, lets the last run end cleanly.
 */
function script(lines: readonly string[]): Uint8Array {
  const text = Buffer.from([...lines, 'end', ''].join('\n'));
  const padded = Buffer.alloc(Math.ceil(text.length / SCRIPT_UNIT) * SCRIPT_UNIT, '\n');
  padded.set(text);
  return padded;
}

/** A serial port of an emulator that is about to be started: this process listens, it connects. */
interface Port {
  /** Resolves when the emulator is gone and everything it wrote was delivered. */
  closed(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Listens no more, and drops the connection with what was not delivered yet. */
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
    closed: () => new Promise((resolve) => server.close(() => resolve())),
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
  /** The kernel's own words, which it has none of unless something is wrong. */
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
const commandLine = ({ randomSeed }: LinuxBoard) =>
  [
    'console=ttymxc0 loglevel=1 panic=-1 cryptomgr.notests',
    'cyclescope.control=/dev/ttymxc0 cyclescope.stream=/dev/ttymxc1 cyclescope.icount=1',
    randomSeed && `random.trust_bootloader=on cyclescope.random_seed=${randomSeed}`,
  ]
    .filter(Boolean)
    .join(' ');

/**
 * QEMU's arguments. With `shift=0` an instruction takes one nanosecond of emulated time, so that
 * nanoseconds are instructions; `sleep=off` makes emulated time independent of the host's. A random
 * number generator that is ready mixes in the time of day and what QEMU puts into the device tree:
 * both are the same in every run.
 */
function linuxArguments(board: LinuxBoard, files: BoardFiles): readonly string[] {
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
    commandLine(board),
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
