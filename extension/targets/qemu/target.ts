import type { Target } from '../target';
import { QEMU_BOARDS, type QemuBoard } from './board';
import { openQemu, type QemuPlaces } from './open';
import { qemuRequirements } from './requirements';

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
export const qemuTargets: readonly Target[] = QEMU_BOARDS.map((board) => qemuTarget(board));
