import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { AgentImage } from '../../agent';
import { type Fields, TargetError, toText } from '../../base';
import { describeInstallation, type Requirement, spawnCommand } from '../../host';
import { readOwnConditions } from '../conditions';
import { refuseGaps } from '../board';
import type { TargetKind } from '../kind';
import type { BoardSetup } from '../setup';
import type { OpenOptions, Target, TargetLink } from '../target';
import { checkTarget } from './image';
import {
  isEmulated,
  machineNamed,
  machineNames,
  listQemuPackages,
  programOfMachine,
  QEMU_BOARDS,
  type QemuBoard,
  type QemuMachine,
  type QemuSetup,
  qemuSetup,
} from './machines';
import { openQemu, type QemuResources } from './open';

/** The emulated boards that are built in, and boards of projects whose machine QEMU emulates. */
export const qemu: TargetKind = {
  support: {
    title: 'emulated Cortex-M boards',
    counts: 'instructions',
    tried: { linux: 'tried (Debian 12)', macos: 'not tried', windows: 'under Wine' },
  },
  targets: QEMU_BOARDS.map((board) => qemuTarget(board)),
  servers: [
    {
      kind: 'qemu',
      title: 'QEMU',
      members: { device: 'text' },
      fromMembers: (board) => qemuSetup(readMachine(board)),
      listGaps: (board) => {
        const machine = readMachine(board);
        if (machineNamed(machine) !== undefined) return [];
        return [
          {
            what: `Agents do not run on the QEMU machine "${machine}"`,
            remedy: `"device" must be one of ${machineNames().join(', ')}.`,
          },
        ];
      },
    },
  ],
  reach: (setup, { lockFolder }) => {
    const { server } = setup;
    if (!isEmulated(server)) return undefined;
    return {
      deterministic: true,
      recordsExecution: 'by plugin or log',
      conditions: readOwnConditions,
      requirements: () => emulatorRequirements(server),
      check: (image) => checkEmulated(setup, server, image),
      open: async (image, options) => {
        refuseGaps(setup);
        return openEmulated(setup, server, image, options, { lockFolder });
      },
    };
  },
};

const readMachine = (board: Fields) => toText(board['device']) ?? '';

/** A target that QEMU emulates, exact to the instruction. */
export function qemuTarget(board: QemuBoard, resources: QemuResources = {}): Target {
  return {
    id: board.target,
    title: board.title,
    deterministic: true,
    recordsExecution: 'by plugin or log',
    conditions: readOwnConditions,
    ...(board.howToBuild !== undefined && { howToBuild: board.howToBuild }),
    requirements: () => qemuRequirements(board),
    open: (image, options) => openQemu(board, image, options, resources),
  };
}

/** Requirements of the machine that a board's setup names. */
async function emulatorRequirements({ machine }: QemuSetup): Promise<readonly Requirement[]> {
  const known = machineNamed(machine);
  if (known !== undefined) return qemuRequirements(known);
  return [{ name: `QEMU machine ${machine}`, found: undefined, remedy: choice() }];
}

/** Refuses an image that was built for another target than an emulated board. */
function checkEmulated(
  setup: BoardSetup,
  server: QemuSetup,
  image: Pick<AgentImage, 'manifest' | 'path'>,
): void {
  checkTarget(toQemuBoard(setup, server), image);
}

/** Starts the machine that emulates a board, with an agent on it. */
async function openEmulated(
  setup: BoardSetup,
  server: QemuSetup,
  image: AgentImage,
  options: OpenOptions,
  resources: QemuResources = {},
): Promise<TargetLink> {
  return openQemu(toQemuBoard(setup, server), image, options, resources);
}

function toQemuBoard({ id, title, images }: BoardSetup, { machine }: QemuSetup): QemuBoard {
  const known = machineNamed(machine);
  if (known === undefined) {
    throw new TargetError(
      'start-failed',
      `Agents do not run on QEMU's machine ${machine}`,
      choice(),
    );
  }
  return {
    ...known,
    target: id,
    title,
    remedy: `Build it for the machine ${machine}.`,
    ...(images?.kind === 'named' && { images: images.name }),
    // Two workspaces call their boards alike; they are in each other's way only with the same file.
    ...(images?.kind === 'files' && { lock: `${id} ${digest(images.headline)}` }),
  };
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

const choice = () => `Choose one of ${machineNames().join(', ')}.`;

/** Looks for QEMU and its version. */
export async function qemuRequirements(
  board: Pick<QemuMachine, 'program' | 'aptPackage'>,
): Promise<readonly Requirement[]> {
  return [
    {
      name: board.program,
      found: await readVersion(programOfMachine(board)),
      remedy: describeInstallation(listQemuPackages(board)),
    },
  ];
}

async function readVersion(program: string): Promise<string | undefined> {
  try {
    const { command, args, ...verbatim } = spawnCommand(program, ['--version']);
    const { stdout } = await promisify(execFile)(command, args, {
      ...verbatim,
      timeout: 10_000,
      windowsHide: true,
    });
    return /version (\S+)/.exec(stdout)?.[1] ?? 'unknown version';
  } catch {
    return undefined;
  }
}
