import { qemuRequirements } from '../qemu/requirements';
import type { Requirement, Target } from '../target';
import { AGENT_IMAGES, LINUX_BOARDS, type LinuxBoard } from './board';
import { describeKernel, fetchCommand } from './kernel';
import { openBoard, type LinuxPlaces } from './open';

/** An emulated board that boots Linux for the agent alone, exact to the instruction. */
export function linuxTarget(board: LinuxBoard, places: LinuxPlaces = {}): Target {
  return {
    id: board.target,
    title: board.title,
    images: AGENT_IMAGES,
    deterministic: true,
    requirements: async () => [...(await qemuRequirements(board)), kernelOf(board, places)],
    open: (image, options) => openBoard(board, image, options, places),
  };
}

/** The emulated i.MX 6UL and its variants. */
export const qemuLinuxTargets: readonly Target[] = LINUX_BOARDS.map((board) => linuxTarget(board));

function kernelOf(board: LinuxBoard, { kernels }: LinuxPlaces): Requirement {
  const found = describeKernel(board.flavour, kernels);
  return {
    name: `Debian kernel (${board.flavour})`,
    found: found && `${found.package} ${found.version}`,
    remedy: fetchCommand(board),
  };
}
