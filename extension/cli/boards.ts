import { detect } from '../targets/detect/detect';
import { readWorld } from '../targets/detect/read-world';
import { type AttachedProbes, attachedProbes } from '../targets/probes/attached';
import { probeBoards } from '../targets/probes/boards';
import type { BoardSetup } from '../targets/swd/setup';

/** The boards that files and attached probes tell of, and what could not be read. */
export interface FoundBoards {
  readonly boards: readonly BoardSetup[];
  readonly attached: AttachedProbes;
  readonly problems: readonly string[];
}

/** Looks for boards in a folder's files, and for probes at this computer. */
export async function findBoards({
  cwd,
  signal,
}: {
  readonly cwd: string;
  readonly signal: AbortSignal;
}): Promise<FoundBoards> {
  const [world, attached] = await Promise.all([
    readWorld({ folders: [{ path: cwd }] }),
    attachedProbes(signal),
  ]);
  const { boards, problems } = detect(world);
  return { boards: [...boards, ...probeBoards(attached.probes, boards)], attached, problems };
}
