import { detect, readWorld } from '../projects';
import { type AttachedProbes, attachedProbes, type BoardSetup, probeBoards } from '../targets';

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
