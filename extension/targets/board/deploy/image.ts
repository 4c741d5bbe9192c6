import {
  type AgentImage,
  type ArmAttributes,
  type Elf,
  MACHINE_ARM,
  readArmAttributes,
  readElf,
} from '../../../agent';
import { TargetError } from '../../../base';

/** A stretch of an image as it is written. */
export interface LoadedBytes {
  readonly address: number;
  readonly data: Uint8Array;
}

/** An image with everything that its file describes. */
export interface DeployableImage {
  readonly path: string;
  readonly elf: Elf;
  readonly attributes: ArmAttributes;
  /** Address of the RTT control block. */
  readonly controlBlock: number;
}

const CONTROL_BLOCK = '_SEGGER_RTT';

/** Reads an image for a board, and refuses what cannot be an agent for one: nothing has been started yet. */
export function readImage({ path, elf: bytes }: Pick<AgentImage, 'path' | 'elf'>): DeployableImage {
  const elf = readElf(bytes);
  const controlBlock = elf.symbols.get(CONTROL_BLOCK)?.value;
  const problem = findProblem(elf);
  if (problem !== undefined) throw badImage(path, problem, 'Build it again for this board.');
  if (controlBlock === undefined)
    throw badImage(
      path,
      `it has no symbol ${CONTROL_BLOCK}`,
      'Only an image with Cyclescope’s agent can be measured: link the agent into it, and keep its symbols.',
    );
  return { path, elf, attributes: readArmAttributes(bytes, elf), controlBlock };
}

/** The parts of an image to write, at their load addresses. */
export function loadedBytes({ segments }: Elf): readonly LoadedBytes[] {
  return segments
    .filter(({ data }) => data.length > 0)
    .map(({ paddr, data }) => ({ address: paddr, data }));
}

/** The refusal of an image. */
export function badImage(path: string, problem: string, hint: string): TargetError {
  return new TargetError('bad-image', `${path} cannot be deployed: ${problem}`, hint);
}

function findProblem(elf: Elf): string | undefined {
  if (elf.problems.length > 0) return elf.problems.join('; ');
  if (elf.machine !== MACHINE_ARM) return `it is for machine ${elf.machine}, not for Arm`;
  return loadedBytes(elf).length === 0 ? 'it has nothing to load' : undefined;
}
