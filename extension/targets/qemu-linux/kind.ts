import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentImage, MACHINE_ARM, readElf } from '../../agent';
import { TargetError } from '../../base';
import { readOwnConditions } from '../conditions';
import type { ExecutionRequest } from '../execution';
import { claimSlot, type Requirement, startGuardian } from '../../host';
import type { TargetKind } from '../kind';
import { qemuRequirements } from '../qemu';
import type { OpenOptions, Target, TargetLink } from '../target';
import { type Guest, type GuestParts, type GuestRecording, startGuest } from './guest';
import {
  AGENT_IMAGES,
  describeKernel,
  fetchCommand,
  findKernel,
  LINUX_BOARDS,
  type LinuxBoard,
} from './kernel';

/** An emulated board that boots Linux only for the agent, exact to the instruction. */
function linuxTarget(board: LinuxBoard, resources: LinuxResources = {}): Target {
  return {
    id: board.target,
    title: board.title,
    images: AGENT_IMAGES,
    deterministic: true,
    recordsExecution: 'by plugin',
    conditions: readOwnConditions,
    requirements: async () => [...(await qemuRequirements(board)), checkKernel(board, resources)],
    open: (image, options) => openBoard(board, image, options, resources),
  };
}

/** The emulated i.MX 6UL and its variants. */
export const qemuLinux: TargetKind = {
  support: {
    title: 'emulated Linux boards',
    counts: 'instructions',
    tried: { linux: 'tried (Debian 12)', macos: 'no', windows: 'no' },
  },
  targets: LINUX_BOARDS.map((board) => linuxTarget(board)),
};

function checkKernel(board: LinuxBoard, { kernels }: LinuxResources): Requirement {
  const found = describeKernel(board.flavour, kernels);
  return {
    name: `Debian kernel (${board.flavour})`,
    found: found && `${found.package} ${found.version}`,
    remedy: fetchCommand(board),
  };
}

/** The folders with the board's kernel and its files; tests choose their own. */
export interface LinuxResources {
  readonly kernels?: string;
  readonly scratchRoots?: readonly string[];
  readonly lockFolder?: string;
}

/** Makes the board ours; it is switched on when it gets its first line. */
export async function openBoard(
  board: LinuxBoard,
  image: AgentImage,
  { signal, log, cleanup = [], execution }: OpenOptions,
  { kernels, scratchRoots, lockFolder }: LinuxResources = {},
): Promise<TargetLink> {
  checkImage(image, board);
  const kernel = findKernel(board, kernels);
  const lock = claimSlot(board.target, { folder: lockFolder });
  const guardian = startGuardian({ remove: lock.paths, removeOrphans: cleanup });
  try {
    if (signal.aborted) throw cancellation(board);
    await lock.take();
    if (signal.aborted) throw cancellation(board);
  } catch (error) {
    await guardian.end();
    throw error;
  }
  const { package: name, version } = kernel.description;
  log.info(`The board boots Debian's ${name} ${version}.`);
  const parts = { board, kernel, agent: image.elf, log, ...(scratchRoots && { scratchRoots }) };
  try {
    const prepared = execution && (await prepareRecording(parts, execution, signal));
    const own = { ...parts, recording: prepared?.recording };
    return createBoardLink({
      start: (lines, onStream) => startGuest(own, lines, onStream),
      close: () => guardian.end(),
      kernelSymbols: prepared?.kernelSymbols,
    });
  } catch (error) {
    await guardian.end();
    throw signal.aborted ? cancellation(board) : error;
  }
}

/** The function in which Linux switches to another thread. */
const SWITCH = /^([0-9a-f]+) \w __switch_to$/m;
/** It has some thirty instructions. */
const SWITCH_WORDS = 64;

/** Reads the kernel's functions, and finds where it switches threads. */
async function prepareRecording(
  parts: GuestParts,
  { marks, plugin }: ExecutionRequest,
  signal: AbortSignal,
): Promise<{ readonly recording: GuestRecording; readonly kernelSymbols: string }> {
  if (plugin === undefined) {
    throw new TargetError(
      'start-failed',
      `${parts.board.target} needs QEMU's plugin to be profiled`,
      'Install gcc and accept the licence with --accept-license qemu-plugin.',
    );
  }
  const kernelSymbols = await loadKernelSymbols(parts, signal);
  const [, address] = SWITCH.exec(kernelSymbols) ?? [];
  const from = Number.parseInt(address ?? '', 16);
  const switches = Array.from({ length: SWITCH_WORDS }, (_, at) => from + 4 * at);
  if (address !== undefined) return { kernelSymbols, recording: { marks, plugin, switches } };
  throw new TargetError(
    'bad-image',
    'The agent did not list the functions of its kernel: its image is older than this version',
    `Build it again: cyclescope build --target ${parts.board.target}`,
  );
}

/** A kernel's functions are always at the same addresses: they are read once and kept beside it. */
async function loadKernelSymbols(parts: GuestParts, signal: AbortSignal): Promise<string> {
  const file = join(dirname(parts.kernel.path), 'kallsyms');
  const known = await readFile(file, 'latin1').catch(() => '');
  if (known.endsWith(SYMBOLS_END)) return known;
  parts.log.info('Reading the functions of its kernel first.');
  const symbols = await readKernelSymbols(parts, signal);
  // A folder that cannot be written only makes the next profile as slow as this one.
  if (symbols.endsWith(SYMBOLS_END))
    await writeFile(file, symbols, 'latin1').catch(() => undefined);
  return symbols;
}

/** Follows the last symbol. */
const SYMBOLS_END = '\n\n';

/** Boots the board once, only to read its `/proc/kallsyms`: a run must not be different for it. */
async function readKernelSymbols(parts: GuestParts, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  const guest = startGuest({ ...parts, listsSymbols: true }, [], (bytes) => chunks.push(bytes));
  const cancel = () => void guest.end(cancellation(parts.board));
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    await guest.over;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return Buffer.concat(chunks).toString('latin1');
}

function cancellation({ target }: LinuxBoard): TargetError {
  return new TargetError('cancelled', `Opening ${target} was cancelled`);
}

function checkImage({ manifest, elf, path }: AgentImage, { target }: LinuxBoard): void {
  const { machine, problems } = readElf(elf);
  const problem =
    manifest.target !== AGENT_IMAGES
      ? `it was built for ${manifest.target}, not for ${AGENT_IMAGES}`
      : (problems[0] ?? (machine === MACHINE_ARM ? undefined : 'it is not for 32-bit Arm'));
  if (problem === undefined) return;
  throw new TargetError(
    'bad-image',
    `${path} cannot run on the board: ${problem}`,
    `Build it again: cyclescope build --target ${target}`,
  );
}

interface Parts {
  /** Switches the board on with all the lines that it will carry out. */
  readonly start: (lines: readonly string[], onStream: (bytes: Uint8Array) => void) => Guest;
  readonly close: () => Promise<void>;
  /** The functions of the kernel, if what the board executes is recorded. */
  readonly kernelSymbols?: string | undefined;
}

/**
 * The link to a board that takes no line while it runs: a byte that came in at the host's time would
 * make every run different. So all lines go with it when it is switched on, at the first of them,
 * and sending one of them only means to wait for its answer. A line that was not announced takes a
 * start of its own. Listen to the stream before the first line.
 */
export function createBoardLink({ start, close, kernelSymbols }: Parts): TargetLink {
  let announced: readonly string[] = [];
  let waiting: readonly string[] = [];
  let guest: Guest | undefined;
  let listener: (bytes: Uint8Array) => void = () => undefined;
  let closing: Promise<void> | undefined;

  const halt = async (reason: TargetError) => {
    const halted = guest;
    guest = undefined;
    waiting = [];
    await halted?.end(reason);
  };
  const boot = async (line: string) => {
    await halt(guestGone());
    waiting = announced[0] === line ? announced : [line];
    announced = [];
    guest = start(waiting, (bytes) => listener(bytes));
  };
  return {
    announce: (lines) => void (announced = lines),
    sendLine: async (line) => {
      if (closing !== undefined) throw guestGone();
      if (line === 'stop') {
        const cancelled = new TargetError('cancelled', 'Interrupted: the board was switched off.');
        await halt(cancelled);
        throw cancelled;
      }
      if (waiting.length === 0) await boot(line);
      const [next, ...rest] = waiting;
      if (next !== line) throw makeOrderError(line, next);
      waiting = rest;
    },
    nextLine: (timeoutMs) => (guest ? guest.lines.next(timeoutMs) : Promise.reject(guestGone())),
    onStream: (next) => void (listener = next),
    // The board and its stream continue by themselves until the last line is answered.
    drain: async () => {
      if (waiting.length === 0) await guest?.over;
    },
    stall: (milliseconds) => guest?.stall(milliseconds),
    restart: () => halt(guestGone()),
    ...(kernelSymbols !== undefined && {
      takeExecution: async () => {
        await guest?.over;
        const execution = guest?.getExecution();
        if (execution === undefined) throw guestGone();
        return { ...execution, kernelSymbols };
      },
    }),
    close: () => {
      closing ??= halt(guestGone()).then(close);
      return closing;
    },
  };
}

function guestGone(): TargetError {
  return new TargetError('target-gone', 'The board is switched off');
}

function makeOrderError(line: string, next = 'nothing'): TargetError {
  return new TargetError(
    'bad-image',
    `The board was started to execute "${next}" next, not "${line}"`,
    'The image may not match its manifest: build it again.',
  );
}
