import type { ImageBuild } from '../../core/agent/manifest';
import type { Requirement, Target } from '../target';
import { openBoard } from './open';
import type { BoardPlaces } from './places';
import { checkTarget } from './check';
import { serverOf } from './servers';
import type { BoardImages, BoardSetup } from './setup';

/** A board behind its debug port, reached as its setup says. */
export function boardTarget(setup: BoardSetup, places: BoardPlaces = {}): Target {
  return {
    id: setup.id,
    title: setup.title,
    deterministic: false,
    board: setup,
    ...imagesOf(setup.images),
    requirements: () => requirementsOf(setup),
    check: (image) => checkTarget(setup, image),
    open: (image, options) => openBoard(setup, image, options, places),
  };
}

function imagesOf(images: BoardImages | undefined): Pick<Target, 'images' | 'elfs'> {
  if (images === undefined) return { elfs: {} };
  if (images.kind === 'named') return { images: images.name };
  const { headline, traced } = images;
  const elfs: Partial<Record<ImageBuild, string>> =
    traced === undefined ? { headline } : { headline, traced };
  return { elfs };
}

async function requirementsOf({ server, gaps }: BoardSetup): Promise<readonly Requirement[]> {
  const missing = gaps.map(({ what, remedy }) => ({ name: what, found: undefined, remedy }));
  const needed = server === undefined ? [] : await serverOf(server).requirements(server);
  return [...needed, ...missing];
}
