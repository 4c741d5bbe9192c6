import { MACHINE_ARM, readElf, type Elf } from '../../core/elf/elf';
import { hex } from '../../core/rtt/memory';
import type { AgentImage } from '../../core/agent/manifest';
import { TargetError } from '../target';
import type { QemuBoard } from './board';

/** An image that fits a board. */
export interface LoadableImage {
  readonly elf: Elf;
  /** Address of the RTT control block. */
  readonly controlBlock: number;
}

const CONTROL_BLOCK = '_SEGGER_RTT';

/** Reads an image and makes sure that it can be deployed to a board. */
export function checkImage(image: AgentImage, board: QemuBoard): LoadableImage {
  const elf = readElf(image.elf);
  const problem = findProblem(image, elf, board);
  const controlBlock = elf.symbols.get(CONTROL_BLOCK)?.value;
  if (problem !== undefined || controlBlock === undefined) {
    throw new TargetError(
      'bad-image',
      `${image.path} cannot be deployed: ${problem ?? `it has no symbol ${CONTROL_BLOCK}`}`,
      `Build it again: cyclescope build --target ${board.target}`,
    );
  }
  return { elf, controlBlock };
}

function findProblem(image: AgentImage, elf: Elf, board: QemuBoard): string | undefined {
  if (image.manifest.target !== board.target) {
    return `it was built for ${image.manifest.target}, not for ${board.target}`;
  }
  if (elf.problems.length > 0) return elf.problems.join('; ');
  if (elf.machine !== MACHINE_ARM) return `it is for machine ${elf.machine}, not for Arm`;
  if (elf.segments.every(({ data }) => data.length === 0)) return 'it has nothing to load';
  const stray = elf.segments.find(
    ({ paddr, data }) =>
      data.length > 0 &&
      !board.loadable.some(({ start, end }) => paddr >= start && paddr + data.length <= end),
  );
  if (stray !== undefined)
    return `its segment at ${hex(stray.paddr)} lies outside the board's memory`;
  const controlBlock = elf.symbols.get(CONTROL_BLOCK)?.value;
  if (controlBlock === undefined) return undefined;
  const isInRam = controlBlock >= board.ram.start && controlBlock < board.ram.end;
  return isInRam
    ? undefined
    : `its control block at ${hex(controlBlock)} lies outside the shared RAM`;
}
