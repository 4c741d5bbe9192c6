import type { Target } from '../target';
import { FREERTOS_M7, type QemuBoard } from './board';
import { openQemu, type QemuPlaces } from './open';
import { qemuRequirements } from './requirements';

/** A target that QEMU emulates, exact to the instruction. */
export function qemuTarget(board: QemuBoard, places: QemuPlaces = {}): Target {
  return {
    id: board.target,
    title: board.title,
    deterministic: true,
    requirements: () => qemuRequirements(board),
    open: (image, options) => openQemu(board, image, options, places),
  };
}

/** FreeRTOS on an emulated Cortex-M7. */
export const qemuFreertosM7: Target = qemuTarget(FREERTOS_M7);
