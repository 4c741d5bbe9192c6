import { refuseGaps } from '../board';
import type { TargetKind } from '../kind';
import { isEmulated } from '../setup';
import type { Target } from '../target';
import { QEMU_BOARDS, type QemuBoard } from './board';
import { checkEmulated, emulatorRequirements, openEmulated } from './emulated';
import { openQemu, type QemuPlaces } from './open';
import { qemuRequirements } from './requirements';

/** The emulated boards that are built in, and boards of projects whose machine QEMU emulates. */
export const qemu: TargetKind = {
  targets: QEMU_BOARDS.map((board) => qemuTarget(board)),
  reach: (setup, { lockFolder }) => {
    const { server } = setup;
    if (!isEmulated(server)) return undefined;
    return {
      deterministic: true,
      requirements: () => emulatorRequirements(server),
      check: (image) => checkEmulated(setup, server, image),
      open: async (image, options) => {
        refuseGaps(setup);
        return openEmulated(setup, server, image, options, { lockFolder });
      },
    };
  },
};

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
