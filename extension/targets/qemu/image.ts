import type { AgentImage } from '../../agent';
import { contains, formatAddress } from '../../rtt';
import {
  badImage,
  type DeployableImage,
  listLoadedBytes,
  readImage,
  refuseOtherCore,
} from '../board';
import { QEMU_BOARDS, type QemuBoard } from './machines';

/** Stack pointer and reset vector, from which a machine that is reset starts. */
const VECTORS = { address: 0, size: 8 };

/** Refuses an image of another target. Of a file that the user named, the machine itself decides. */
export function checkTarget(
  board: QemuBoard,
  { manifest, path }: Pick<AgentImage, 'manifest' | 'path'>,
): void {
  const { target, images = target, remedy } = board;
  if (manifest.target === images) return;
  throw badImage(path, `it was built for ${manifest.target}, not for ${images}`, remedy);
}

/** Reads an image and makes sure that a board can run it: nothing has been started yet. */
export function checkImage(image: AgentImage, board: QemuBoard): DeployableImage {
  checkTarget(board, image);
  const read = readImage(image);
  refuseOtherCore(read, board.corePart, board.floatingPoint);
  const problem = findProblem(read, board);
  if (problem !== undefined) throw badImage(image.path, problem, board.remedy);
  return read;
}

function findProblem(
  { elf, controlBlock }: DeployableImage,
  { machine, ram, loadable }: QemuBoard,
): string | undefined {
  const loaded = listLoadedBytes(elf);
  const stray = loaded.find(
    ({ address, data }) => !loadable.some((region) => contains(region, address, data.length)),
  );
  if (stray !== undefined)
    return `its segment at ${formatAddress(stray.address)} is outside the memory of ${machine}`;
  const hasVectors = loaded.some(({ address, data }) =>
    contains({ start: address, end: address + data.length }, VECTORS.address, VECTORS.size),
  );
  if (!hasVectors)
    return `it has no vector table at ${formatAddress(VECTORS.address)}, where ${machine} starts`;
  if (!contains(ram, controlBlock, 1))
    return (
      `its control block at ${formatAddress(controlBlock)} is outside the memory that can be read ` +
      `while ${machine} runs (${formatAddress(ram.start)}..${formatAddress(ram.end)})`
    );
  return undefined;
}

/** The emulated targets on which an image would run: core, memory and start fit. */
export function findFittingTargets(image: AgentImage): readonly string[] {
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
