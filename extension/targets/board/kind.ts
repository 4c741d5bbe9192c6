import type { AgentImage } from '../../agent';
import { TargetError } from '../../base';
import type { TargetKind } from '../kind';
import type { BoardSetup } from '../setup';
import type { OpenOptions, SampleOptions, TargetLink } from '../target';
import { identifyBare } from './bare';
import { type BoardResources, bringUp } from './bring-up';
import { readImage } from './deploy';
import { atProbe, usable } from './probe';
import { reachAgent } from './reach';
import { sampleBoard } from './sample';
import {
  parseBoardAddress,
  findDrivenServer,
  GDB_ADDRESS,
  GDB_SCHEME,
  isExternal,
  isProbed,
  requireServer,
  servers,
} from './servers';

/** Boards behind a debug port. */
export const board: TargetKind = {
  support: {
    title: 'boards behind a debug probe',
    counts: 'whatever its clock counts',
    tried: {
      linux: 'tried on the virtual debug port, see _Boards and debug servers_',
      macos: 'not tried',
      windows: 'over `gdb://`, under Wine',
    },
  },
  servers,
  address: {
    scheme: GDB_SCHEME,
    form: GDB_ADDRESS,
    pattern: '^gdb://.*:[0-9]+/?$',
    about: 'a board behind a GDB server that is already running, here or on another machine',
    find: (address) => {
      const found = parseBoardAddress(address);
      return found && { board: found };
    },
  },
  reach(setup, resources: BoardResources) {
    if (!isProbed(setup)) return undefined;
    const { server } = setup;
    return {
      deterministic: false,
      writesFlash: true,
      requirements: async () =>
        server && !isExternal(server) ? requireServer(server).requirements(server) : [],
      check: (image) => checkTarget(setup, image),
      open: (image, options) => openBoard(setup, image, options, resources),
      ...(setup.bare &&
        setup.images === undefined && {
          identifyBoard: (signal) => identifyBare(setup, setup.bare ?? {}, resources, signal),
        }),
      ...(server &&
        findDrivenServer(server).sampling && {
          samplePcs: (options: SampleOptions) => sampleBoard(setup, options, resources),
        }),
    };
  },
};

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

/** Reaches a board over its debug server, deploys an agent to it and runs it. */
async function openBoard(
  setup: BoardSetup,
  image: AgentImage,
  options: OpenOptions,
  resources: BoardResources,
): Promise<TargetLink> {
  usable(setup);
  checkTarget(setup, image);
  const order = { image: readImage(image), benches: image.manifest.benches, options };
  return atProbe(setup, options, resources, (undertaking) =>
    bringUp(undertaking, (serving, witness) => reachAgent(undertaking, order, serving, witness)),
  );
}
