import type { AgentImage } from '../../core/agent/manifest';
import { readImage } from '../deploy/image';
import type { OpenOptions, TargetLink } from '../target';
import { bringUp } from './bring-up';
import { checkTarget } from './check';
import type { BoardPlaces } from './places';
import { atProbe, usable } from './probe';
import { reachAgent } from './reach';
import type { BoardSetup } from './setup';

/** Reaches a board over its debug server, deploys an agent to it and lets it run. */
export async function openBoard(
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
