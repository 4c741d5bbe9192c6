import { mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { type AgentImage, MACHINE_AARCH64, MACHINE_ARM, MACHINE_X86_64, readElf } from '../agent';
import { nearest, TargetError } from '../base';
import { claimTarget, type Requirement, startGuardian, temporaryFolder } from '../host';
import { addressedBoard } from './board';
import { type AgentFiles, boardTarget, withElfs } from './board-target';
import { checkOwnLibc, staticHint } from './libc';
import { endText, openProcessLink, startProcess } from './process-link';
import { openQemu, QEMU_BOARDS, type QemuBoard, type QemuPlaces, qemuRequirements } from './qemu';
import { qemuLinuxTargets } from './qemu-linux';
import { serialBoard } from './serial';
import type { BoardSetup } from './setup';
import { parseSshAddress, sshTarget } from './ssh';
import type { OpenOptions, Target, TargetLink } from './target';

/** A target that QEMU emulates, exact to the instruction. */
export function qemuTarget(board: QemuBoard, places: QemuPlaces = {}): Target {
  return {
    id: board.target,
    title: board.title,
    deterministic: true,
    ...(board.howToBuild !== undefined && { howToBuild: board.howToBuild }),
    requirements: () => qemuRequirements(board),
    open: (image, options) => openQemu(board, image, options, places),
  };
}

/** The emulated boards that are built in, as targets. */
const qemuTargets: readonly Target[] = QEMU_BOARDS.map((board) => qemuTarget(board));

/** This computer, measured by a program of its own. */
function localTarget(places: LocalPlaces = {}): Target {
  return {
    id: 'local-linux',
    title: 'Linux on this computer',
    deterministic: false,
    requirements: () => Promise.resolve(localRequirements()),
    check: checkOwnLibc,
    open: (image, options) => openLocal(image, options, places),
  };
}

/** This computer. */
const localLinux: Target = localTarget();

/** Where the agent's program and the target's lock lie; tests choose their own places. */
interface LocalPlaces {
  readonly scratchRoot?: string;
  readonly lockFolder?: string;
}

/** Starts an agent as a process of this computer. */
async function openLocal(
  image: AgentImage,
  { signal, onDeploy, cleanup = [] }: OpenOptions,
  { scratchRoot, lockFolder }: LocalPlaces = {},
): Promise<TargetLink> {
  checkMachine(image);
  checkOwnLibc(image);
  const folder = temporaryFolder(scratchRoot);
  const lock = claimTarget('local-linux', lockFolder);
  const keeper = startGuardian({ remove: [folder, lock.path], removeOrphans: cleanup });
  try {
    throwIfCancelled(signal);
    await lock.take();
    const command = writeProgram(image, folder);
    onDeploy?.(image.elf.length, image.elf.length);
    throwIfCancelled(signal);
    return await openProcessLink({ start: () => startAgent(command), close: () => keeper.end() });
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

function startAgent(command: string) {
  return startProcess({
    command,
    args: [],
    env: { CYCLESCOPE_LAUNCH: 'local' },
    explainStart: (code) =>
      new TargetError(
        'start-failed',
        `The agent could not be started: ${code}`,
        startHint(code, command),
      ),
    explainEnd: (end) =>
      new TargetError(
        'target-gone',
        `The agent ended ${endText(end)}`,
        'It may have crashed, or someone ended the process.',
      ),
  });
}

function startHint(code: string, command: string): string | undefined {
  if (code === 'EACCES') {
    return `Programs may not be started in ${command}: set TMPDIR to another folder.`;
  }
  // The file is there: what is missing is the loader of the C library that it wants.
  return code === 'ENOENT' ? staticHint('local-linux') : undefined;
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TargetError('cancelled', 'Opening local-linux was cancelled');
}

const MACHINES: Readonly<Record<string, number>> = {
  x64: MACHINE_X86_64,
  arm64: MACHINE_AARCH64,
  arm: MACHINE_ARM,
};

/** Makes sure that an image is a program for this computer. */
export function checkMachine({ path, elf }: AgentImage, architecture: string = process.arch): void {
  const { machine, problems } = readElf(elf);
  if (problems.length === 0 && machine === MACHINES[architecture]) return;
  const why = problems[0] ?? `it is for machine ${machine}, and this computer is ${architecture}`;
  throw new TargetError(
    'bad-image',
    `${path} cannot be started: ${why}`,
    'Build it again: cyclescope build --target local-linux',
  );
}

/** Writes the agent as a program: an image may lie where nothing can be started from. */
export function writeProgram(image: AgentImage, folder: string): string {
  const program = join(folder, 'agent');
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(program, image.elf, { mode: 0o700, flag: 'wx' });
    return program;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new TargetError(
      reason === 'ENOSPC' || reason === 'EDQUOT' ? 'no-space' : 'deploy-failed',
      `The agent could not be written to ${folder}: ${(error as Error).message}`,
      'Look for free space and write permission there, or set TMPDIR to another folder.',
    );
  }
}

/** Looks at the system that this process runs on. */
export function localRequirements(platform = process.platform): readonly Requirement[] {
  return [
    {
      name: 'Linux',
      found: platform === 'linux' ? release() : undefined,
      remedy:
        'nothing: this computer runs another system; measure a Linux one with --target ssh://user@host',
    },
  ];
}

const TARGETS: readonly Target[] = [...qemuTargets, ...qemuLinuxTargets, localLinux];

/** Every target this build knows, whether or not its requirements are met. */
export function targets(): readonly Target[] {
  return TARGETS;
}

type TargetSearch = { readonly target: Target } | { readonly near: readonly string[] };

/** The target of an address, which no list can hold; ssh's configuration may be named. */
export function addressedTarget(id: string, sshConfig?: string): Target | undefined {
  const address = parseSshAddress(id);
  if (address) return sshTarget(address, { config: sshConfig });
  const board = addressedBoard(id) ?? serialBoard(id);
  return board && boardTarget(board);
}

/** A target that has an id, with files of the user's own on it. */
interface TargetWithFiles {
  readonly target: string;
  readonly elfs: AgentFiles;
}

/** A target as a value that another thread understands: its id, with files or not, or a board's setup. */
export type TargetValue = string | TargetWithFiles | BoardSetup;

/** The id of a target that is given as a value. */
export function idOfTarget(value: TargetValue): string {
  if (typeof value === 'string') return value;
  return 'target' in value ? value.target : value.id;
}

/** The target as a value. */
export function valueOfTarget({
  id,
  board,
  elfs = {},
}: Pick<Target, 'id' | 'board' | 'elfs'>): TargetValue {
  if (board) return board;
  const { headline, traced } = elfs;
  return headline === undefined ? id : { target: id, elfs: { headline, traced } };
}

/** The target of that id, address or setup, or the ids that were probably meant. */
export function findTarget(value: TargetValue, sshConfig?: string): TargetSearch {
  if (typeof value === 'object' && 'target' in value) {
    const search = findTarget(value.target, sshConfig);
    return 'target' in search ? { target: withElfs(search.target, value.elfs) } : search;
  }
  if (typeof value !== 'string') return { target: boardTarget(value) };
  const id = value;
  const target = TARGETS.find((candidate) => candidate.id === id) ?? addressedTarget(id, sshConfig);
  if (target !== undefined) return { target };
  return {
    near: nearest(
      id,
      TARGETS.map((candidate) => candidate.id),
    ),
  };
}
