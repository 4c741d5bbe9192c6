import type { AgentImage } from '../../agent';
import { QEMU_BOARDS, type QemuBoard } from './board';
import { checkImage } from './image';

/** The emulated targets on which an image would run: core, memory and start fit. */
export function fittingTargets(image: AgentImage): readonly string[] {
  return QEMU_BOARDS.filter((board) => fits(image, board)).map(({ target }) => target);
}

function fits({ manifest, path, elf }: AgentImage, board: QemuBoard): boolean {
  try {
    checkImage(
      { manifest: { ...manifest, target: board.images ?? board.target }, path, elf },
      board,
    );
    return true;
  } catch {
    return false;
  }
}
