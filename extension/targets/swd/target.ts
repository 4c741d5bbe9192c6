import type { ImageBuild } from '../../core/agent/manifest';
import type { Requirement, Target } from '../target';
import { checkEmulated, emulatorRequirements, openEmulated } from '../qemu/emulated';
import { openSerial } from '../serial/open';
import { serialRequirements } from '../serial/requirements';
import { openBoard } from './open';
import type { BoardPlaces } from './places';
import { checkTarget } from './check';
import { refuseGaps } from './probe';
import { serverOf } from './servers';
import type { BoardImages, BoardSetup, QemuSetup, SerialSetup } from './setup';

type Reached = Pick<Target, 'deterministic' | 'check' | 'open'>;

/** A board behind its debug port or a serial port, or an emulated one, reached as its setup says. */
export function boardTarget(setup: BoardSetup, places: BoardPlaces = {}): Target {
  const { id, title, images } = setup;
  return {
    ...{ id, title, board: setup },
    ...imagesOf(images),
    requirements: () => requirementsOf(setup),
    ...reachedBy(setup, places),
  };
}

function reachedBy(setup: BoardSetup, places: BoardPlaces): Reached {
  const { server } = setup;
  if (server?.kind === 'qemu') return emulated(setup, server, places);
  if (server?.kind === 'serial') return atPort(setup, server, places);
  return probed(setup, places);
}

function probed(setup: BoardSetup, places: BoardPlaces): Reached {
  return {
    deterministic: false,
    check: (image) => checkTarget(setup, image),
    open: (image, options) => openBoard(setup, image, options, places),
  };
}

function emulated(setup: BoardSetup, server: QemuSetup, { lockFolder }: BoardPlaces): Reached {
  return {
    deterministic: true,
    check: (image) => checkEmulated(setup, server, image),
    open: async (image, options) => {
      refuseGaps(setup);
      return openEmulated(setup, server, image, options, { lockFolder });
    },
  };
}

function atPort(setup: BoardSetup, port: SerialSetup, { lockFolder }: BoardPlaces): Reached {
  return {
    deterministic: false,
    open: async (_, options) => {
      refuseGaps(setup);
      return openSerial(port, options, { lockFolder });
    },
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
  return [...(await neededBy(server)), ...missing];
}

async function neededBy(server: BoardSetup['server']): Promise<readonly Requirement[]> {
  if (server === undefined) return [];
  if (server.kind === 'qemu') return emulatorRequirements(server);
  if (server.kind === 'serial') return serialRequirements();
  return serverOf(server).requirements(server);
}
