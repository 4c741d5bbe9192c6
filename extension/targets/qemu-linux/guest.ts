import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startGuardian, type Guardian } from '../guardian/guardian';
import { endOf } from '../qemu/failures';
import { chooseFolder } from '../qemu/scratch';
import { startEmulator } from '../qemu/start';
import { createLineQueue, type LineQueue } from '../rtt-link/lines';
import { TargetError, type TargetLog } from '../target';
import { linuxArguments, type BoardFiles } from './arguments';
import type { LinuxBoard } from './board';
import { createConsole, type Console } from './console';
import { withProperty } from './device-tree';
import { makeInitramfs } from './initramfs';
import type { Kernel } from './kernel';
import { openPort, type Port } from './port';

/** What a start of the board needs. */
export interface GuestParts {
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
  /** Switches it off; whoever waits for a line is told why. */
  end(reason: TargetError): Promise<void>;
}

/** Switches the board on; what goes wrong is told to whoever waits for a line. */
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
    () => queue.fail(new TargetError('target-gone', 'The board has powered itself off')),
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
  const stock = readFileSync(kernel.deviceTree);
  const tree = board.architectedTimer ? withProperty(stock, '/timer', 'status', 'okay') : stock;
  if (tree === undefined) {
    throw new TargetError('start-failed', `${kernel.deviceTree} has no timer that is turned off`);
  }
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(files.deviceTree, tree);
    writeFileSync(files.initramfs, initramfs);
  } catch (error) {
    throw new TargetError(
      'no-space',
      `The board's files could not be written: ${(error as Error).message}`,
      `Look for free space and write permission in ${folder}.`,
    );
  }
}
