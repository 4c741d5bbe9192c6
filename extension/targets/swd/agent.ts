import type { Region } from '../../core/rtt/memory';
import type { DeployableImage } from '../deploy/image';
import type { RttCarrier } from '../rtt-link/carrier';
import type { AgentChannels } from '../rtt-link/channels';
import { awaitAgentChannels, clearControlBlock, type FoundAgent } from '../rtt-link/find-agent';
import { TargetError } from '../target';
import { examine, findReset } from './examine';
import { explainLoss, type Witness } from './failures';
import type { BoardSession } from './session';
import type { DebugServer, RttFacility } from './server';

/** An agent's board with everything that starting it needs. */
export interface AgentBoard {
  readonly server: DebugServer;
  readonly session: BoardSession;
  readonly image: DeployableImage;
  readonly witness: Witness;
  readonly ram: readonly Region[];
  readonly timeoutMs: number;
  /** Where control blocks may be left from earlier lives. */
  readonly earlierBlocks: Set<number>;
}

/** An agent that runs, and the way to it. */
export interface StartedAgent {
  readonly carrier: RttCarrier;
  readonly facility: RttFacility;
  readonly channels: AgentChannels;
}

/**
 * Starts the agent and opens the way to its channels. `load` resets the core, writes what is to be
 * written and leaves the core at the agent's beginning.
 */
export async function startAgent(
  board: AgentBoard,
  load: () => Promise<unknown>,
): Promise<StartedAgent> {
  const { server, session, witness, earlierBlocks } = board;
  session.expectStop();
  await load();
  for (const block of earlierBlocks) await clearControlBlock(session.memory, block);
  witness.output?.turnPage();
  await server.run(session);
  const found = await findAgent(board);
  earlierBlocks.add(found.controlBlock);
  const opened = await server.openRtt(session, found);
  if (opened.facility !== 'halting') session.refuseStop();
  const { channels } = found;
  return { ...opened, channels, carrier: explained(opened.carrier, board) };
}

/** A core that stands still or cannot be reached explains more than what was not found in its memory. */
async function findAgent(board: AgentBoard): Promise<FoundAgent> {
  const { session, image, ram, timeoutMs } = board;
  const { memory, signal } = session;
  const place = { memory, symbol: image.controlBlock, ram };
  try {
    return await awaitAgentChannels(place, { signal, timeoutMs });
  } catch (error) {
    const isMissing = error instanceof TargetError && error.code === 'no-agent';
    throw (isMissing ? await examine(board) : undefined) ?? error;
  }
}

/** Tells why a carrier failed, once that is known. */
function explained(carrier: RttCarrier, board: AgentBoard): RttCarrier {
  const why = async (error: Error) => {
    const loss = await explainLoss(error, board.witness);
    return loss === error ? ((await findReset(board)) ?? loss) : loss;
  };
  return {
    ...carrier,
    start: (listener) =>
      carrier.start({ ...listener, failed: (error) => void why(error).then(listener.failed) }),
  };
}
