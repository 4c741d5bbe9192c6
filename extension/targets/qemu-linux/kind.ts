import { type AgentImage, MACHINE_ARM, readElf } from '../../agent';
import { TargetError } from '../../base';
import { ownConditions } from '../conditions';
import { claimTarget, type Requirement, startGuardian } from '../../host';
import type { TargetKind } from '../kind';
import { qemuRequirements } from '../qemu';
import type { OpenOptions, Target, TargetLink } from '../target';
import { type Guest, startGuest } from './guest';
import {
  AGENT_IMAGES,
  describeKernel,
  fetchCommand,
  findKernel,
  LINUX_BOARDS,
  type LinuxBoard,
} from './kernel';

/** An emulated board that boots Linux for the agent alone, exact to the instruction. */
function linuxTarget(board: LinuxBoard, places: LinuxPlaces = {}): Target {
  return {
    id: board.target,
    title: board.title,
    images: AGENT_IMAGES,
    deterministic: true,
    conditions: ownConditions,
    requirements: async () => [...(await qemuRequirements(board)), kernelOf(board, places)],
    open: (image, options) => openBoard(board, image, options, places),
  };
}

/** The emulated i.MX 6UL and its variants. */
export const qemuLinux: TargetKind = { targets: LINUX_BOARDS.map((board) => linuxTarget(board)) };

function kernelOf(board: LinuxBoard, { kernels }: LinuxPlaces): Requirement {
  const found = describeKernel(board.flavour, kernels);
  return {
    name: `Debian kernel (${board.flavour})`,
    found: found && `${found.package} ${found.version}`,
    remedy: fetchCommand(board),
  };
}

/** Where the board finds its kernel and puts its files; tests choose their own places. */
export interface LinuxPlaces {
  readonly kernels?: string;
  readonly scratchRoots?: readonly string[];
  readonly lockFolder?: string;
}

/** Makes the board ours; it is switched on when it gets its first line. */
export async function openBoard(
  board: LinuxBoard,
  image: AgentImage,
  { signal, log, cleanup = [] }: OpenOptions,
  { kernels, scratchRoots, lockFolder }: LinuxPlaces = {},
): Promise<TargetLink> {
  checkImage(image, board);
  const kernel = findKernel(board, kernels);
  const lock = claimTarget(board.target, lockFolder);
  const guardian = startGuardian({ remove: [lock.path], removeOrphans: cleanup });
  try {
    if (signal.aborted) throw cancelled(board);
    await lock.take();
    if (signal.aborted) throw cancelled(board);
  } catch (error) {
    await guardian.end();
    throw error;
  }
  const { package: name, version } = kernel.description;
  log.info(`The board boots Debian's ${name} ${version}.`);
  const parts = { board, kernel, agent: image.elf, log, ...(scratchRoots && { scratchRoots }) };
  return createBoardLink({
    start: (lines, onStream) => startGuest(parts, lines, onStream),
    close: () => guardian.end(),
  });
}

function cancelled({ target }: LinuxBoard): TargetError {
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
}

/**
 * The link to a board that takes no line while it runs: a byte that came in at the host's time would
 * make every run different. So all lines go with it when it is switched on, at the first of them,
 * and sending one of them only means to wait for its answer. A line that was not announced takes a
 * start of its own. Listen to the stream before the first line.
 */
export function createBoardLink({ start, close }: Parts): TargetLink {
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
    await halt(gone());
    waiting = announced[0] === line ? announced : [line];
    announced = [];
    guest = start(waiting, (bytes) => listener(bytes));
  };
  return {
    announce: (lines) => void (announced = lines),
    sendLine: async (line) => {
      if (closing !== undefined) throw gone();
      if (line === 'stop') {
        const cancelled = new TargetError('cancelled', 'Interrupted: the board was switched off.');
        await halt(cancelled);
        throw cancelled;
      }
      if (waiting.length === 0) await boot(line);
      const [next, ...rest] = waiting;
      if (next !== line) throw unexpected(line, next);
      waiting = rest;
    },
    nextLine: (timeoutMs) => (guest ? guest.lines.next(timeoutMs) : Promise.reject(gone())),
    onStream: (next) => void (listener = next),
    // Until the last line is answered the board goes on by itself, and its stream with it.
    drain: async () => {
      if (waiting.length === 0) await guest?.over;
    },
    stall: (milliseconds) => guest?.stall(milliseconds),
    pause: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    restart: () => halt(gone()),
    close: () => {
      closing ??= halt(gone()).then(close);
      return closing;
    },
  };
}

function gone(): TargetError {
  return new TargetError('target-gone', 'The board is switched off');
}

function unexpected(line: string, next = 'nothing'): TargetError {
  return new TargetError(
    'bad-image',
    `The board was started to execute "${next}" next, not "${line}"`,
    'The image may not match its manifest: build it again.',
  );
}
