import { createHash } from 'node:crypto';
import type { AgentImage } from '../../agent';
import { TargetError } from '../../base';
import type { Requirement } from '../../host';
import type { BoardSetup, QemuSetup } from '../setup';
import type { OpenOptions, TargetLink } from '../target';
import type { QemuBoard } from './board';
import { checkTarget } from './image';
import { machineNamed, machineNames } from './machines';
import { openQemu, type QemuPlaces } from './open';
import { qemuRequirements } from './requirements';

/** Requirements of the machine that a board's setup names. */
export async function emulatorRequirements({
  machine,
}: QemuSetup): Promise<readonly Requirement[]> {
  const known = machineNamed(machine);
  if (known !== undefined) return qemuRequirements(known);
  return [{ name: `QEMU machine ${machine}`, found: undefined, remedy: choice() }];
}

/** Refuses an image that was built for another target than an emulated board. */
export function checkEmulated(
  setup: BoardSetup,
  server: QemuSetup,
  image: Pick<AgentImage, 'manifest' | 'path'>,
): void {
  checkTarget(boardOf(setup, server), image);
}

/** Starts the machine that emulates a board, with an agent on it. */
export async function openEmulated(
  setup: BoardSetup,
  server: QemuSetup,
  image: AgentImage,
  options: OpenOptions,
  places: QemuPlaces = {},
): Promise<TargetLink> {
  return openQemu(boardOf(setup, server), image, options, places);
}

function boardOf({ id, title, images }: BoardSetup, { machine }: QemuSetup): QemuBoard {
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
    // Two workspaces call their boards alike; they are in each other's way with the same file alone.
    ...(images?.kind === 'files' && { lock: `${id} ${digest(images.headline)}` }),
  };
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

const choice = () => `Choose one of ${machineNames().join(', ')}.`;
