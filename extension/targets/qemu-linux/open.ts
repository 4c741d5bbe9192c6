import { MACHINE_ARM, readElf } from '../../core/elf/elf';
import type { AgentImage } from '../../core/agent/manifest';
import { startGuardian } from '../guardian/guardian';
import { claimTarget } from '../lock/lock';
import { TargetError, type OpenOptions, type TargetLink } from '../target';
import { AGENT_IMAGES, type LinuxBoard } from './board';
import { startGuest } from './guest';
import { findKernel } from './kernel';
import { createBoardLink } from './link';

/** Where the board finds its kernel and puts its files; tests choose their own places. */
export interface LinuxPlaces {
  readonly kernels?: string;
  readonly scratchRoots?: readonly string[];
  readonly lockFolder?: string;
}

/** Makes the board ours; it is switched on when it gets its first line. */
export async function openBoard(
  board: LinuxBoard,
  image: AgentImage,
  { signal, log, cleanup = [] }: OpenOptions,
  { kernels, scratchRoots, lockFolder }: LinuxPlaces = {},
): Promise<TargetLink> {
  checkImage(image, board);
  const kernel = findKernel(board, kernels);
  const lock = claimTarget(board.target, lockFolder);
  const guardian = startGuardian({ remove: [lock.path], removeOrphans: cleanup });
  try {
    if (signal.aborted) throw cancelled(board);
    await lock.take();
    if (signal.aborted) throw cancelled(board);
  } catch (error) {
    await guardian.end();
    throw error;
  }
  const { package: name, version } = kernel.description;
  log.info(`The board boots Debian's ${name} ${version}.`);
  const parts = { board, kernel, agent: image.elf, log, ...(scratchRoots && { scratchRoots }) };
  return createBoardLink({
    start: (lines, onStream) => startGuest(parts, lines, onStream),
    close: () => guardian.end(),
  });
}

function cancelled({ target }: LinuxBoard): TargetError {
  return new TargetError('cancelled', `Opening ${target} was cancelled`);
}

function checkImage({ manifest, elf, path }: AgentImage, { target }: LinuxBoard): void {
  const { machine, problems } = readElf(elf);
  const problem =
    manifest.target !== AGENT_IMAGES
      ? `it was built for ${manifest.target}, not for ${AGENT_IMAGES}`
      : (problems[0] ?? (machine === MACHINE_ARM ? undefined : 'it is not for 32-bit Arm'));
  if (problem === undefined) return;
  throw new TargetError(
    'bad-image',
    `${path} cannot run on the board: ${problem}`,
    `Build it again: cyclescope build --target ${target}`,
  );
}
