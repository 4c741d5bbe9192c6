import { detect, readWorld } from '../projects';
import { type AttachedProbes, attachedProbes, type BoardSetup, probeBoards } from '../targets';

/** Boards found in files and at attached probes, and what could not be read. */
export interface FoundBoards {
  readonly boards: readonly BoardSetup[];
  readonly attached: AttachedProbes;
  readonly problems: readonly string[];
}

/** Searches a folder's files for boards and this computer for probes. */
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
