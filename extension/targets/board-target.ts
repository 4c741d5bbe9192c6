import type { ImageBuild } from '../agent';
import type { Requirement } from '../host';
import type { BoardPlaces } from './board';
import type { Reached } from './kind';
import { kinds } from './kinds';
import type { BoardImages, BoardSetup } from './setup';
import type { Target } from './target';

/** Creates the target of a board behind its debug port or a serial port, or of an emulated one. */
export function boardTarget(setup: BoardSetup, places: BoardPlaces = {}): Target {
  const { id, title, images } = setup;
  const reached = reach(setup, places);
  return {
    id,
    title,
    board: setup,
    ...imagesOf(images),
    ...reached,
    requirements: async () => [...(await reached.requirements()), ...missingIn(setup)],
  };
}

function reach(setup: BoardSetup, places: BoardPlaces): Reached {
  for (const kind of kinds) {
    const reached = kind.reach?.(setup, places);
    if (reached) return reached;
  }
  throw new Error(`No kind of target reaches ${setup.id}.`);
}

function imagesOf(images: BoardImages | undefined): Pick<Target, 'images' | 'elfs'> {
  if (images === undefined) return { elfs: {} };
  if (images.kind === 'named') return { images: images.name };
  const { headline, traced } = images;
  const elfs: Partial<Record<ImageBuild, string>> =
    traced === undefined ? { headline } : { headline, traced };
  return { elfs };
}

function missingIn({ gaps }: BoardSetup): readonly Requirement[] {
  return gaps.map(({ what, remedy }) => ({ name: what, found: undefined, remedy }));
}

/** The ELF files of an agent that the user built. */
export interface AgentFiles {
  readonly headline: string;
  readonly traced?: string | undefined;
}

/** A target on which these files are deployed, in place of the agent that it would run. */
export function withElfs(target: Target, { headline, traced }: AgentFiles): Target {
  const { board } = target;
  if (board) return boardTarget({ ...board, images: { kind: 'files', headline, traced } });
  return { ...target, elfs: traced === undefined ? { headline } : { headline, traced } };
}
