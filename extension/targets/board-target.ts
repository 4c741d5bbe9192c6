import type { AgentImage, ImageBuild } from '../agent';
import { TargetError } from '../base';
import { programRequirement, type Requirement } from '../host';
import {
  atProbe,
  type BoardPlaces,
  bringUp,
  reachAgent,
  readImage,
  refuseGaps,
  serverOf,
  usable,
} from './board';
import { checkEmulated, emulatorRequirements, openEmulated } from './qemu';
import { openSerial, STTY } from './serial';
import {
  type BoardImages,
  type BoardSetup,
  isAtSerialPort,
  isEmulated,
  isExternal,
  type QemuSetup,
  type SerialSetup,
} from './setup';
import type { OpenOptions, Target, TargetLink } from './target';

type Reached = Pick<Target, 'deterministic' | 'check' | 'open'>;

/** A board behind its debug port or a serial port, or an emulated one, reached as its setup says. */
export function boardTarget(setup: BoardSetup, places: BoardPlaces = {}): Target {
  const { id, title, images } = setup;
  return {
    id,
    title,
    board: setup,
    ...imagesOf(images),
    requirements: () => requirementsOf(setup),
    ...reachedBy(setup, places),
  };
}

function reachedBy(setup: BoardSetup, places: BoardPlaces): Reached {
  const { server } = setup;
  if (isEmulated(server)) return emulated(setup, server, places);
  if (isAtSerialPort(server)) return atPort(setup, server, places);
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
  if (isEmulated(server)) return emulatorRequirements(server);
  if (isAtSerialPort(server)) return serialRequirements();
  return isExternal(server) ? [] : serverOf(server).requirements(server);
}

/** Refuses an image that was built for another target. Of a file that the user named, the core itself decides. */
function checkTarget(
  { images }: Pick<BoardSetup, 'images'>,
  { manifest, path }: Pick<AgentImage, 'manifest' | 'path'>,
): void {
  if (images?.kind !== 'named' || manifest.target === images.name) return;
  throw new TargetError(
    'bad-image',
    `${path} cannot be deployed: it was built for ${manifest.target}, not for ${images.name}`,
    `Build it again: cyclescope build --target ${images.name}`,
  );
}

/** Reaches a board over its debug server, deploys an agent to it and lets it run. */
async function openBoard(
  board: BoardSetup,
  image: AgentImage,
  options: OpenOptions,
  places: BoardPlaces = {},
): Promise<TargetLink> {
  usable(board);
  checkTarget(board, image);
  const order = { image: readImage(image), options };
  return atProbe(board, options, places, (undertaking) =>
    bringUp(undertaking, (serving, witness) => reachAgent(undertaking, order, serving, witness)),
  );
}

/** What a serial port needs of this computer. */
function serialRequirements(): readonly Requirement[] {
  return [programRequirement(STTY, undefined, 'apt-get install coreutils')];
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
