import { prepareDeployment, restartImage } from '../deploy/deploy';
import type { DeployableImage } from '../deploy/image';
import { carriedTraffic } from '../rtt-link/carried';
import type { OpenOptions, TargetLink } from '../target';
import { startAgent, type AgentBoard } from './agent';
import { attach } from './attach';
import type { Serving, Undertaking } from './bring-up';
import { deployAgent } from './deploy-agent';
import { deviceOf } from './device';
import { explain, type Witness } from './failures';
import { createLink } from './link';
import { limitsOf } from './places';

/** What is deployed, and how. */
interface Order {
  readonly image: DeployableImage;
  readonly options: OpenOptions;
}

/** Deploys the agent through a server that answers, and starts it. */
export async function reachAgent(
  undertaking: Undertaking,
  { image, options }: Order,
  serving: Serving,
  witness: Witness,
): Promise<TargetLink> {
  const { board, setup, server, life, places } = undertaking;
  const session = await attach(undertaking, serving);
  try {
    const { gdb } = session;
    const facts = { ram: board.ram, device: deviceOf(setup) };
    const plan = await prepareDeployment(gdb, image, facts);
    const ram = board.ram ?? [];
    const timeoutMs = limitsOf(places).agent;
    const earlierBlocks = new Set([image.controlBlock]);
    const agent: AgentBoard = { server, session, image, witness, ram, timeoutMs, earlierBlocks };
    const { carrier, facility, channels } = await startAgent(agent, () =>
      deployAgent(undertaking, agent, options, plan),
    );
    const traffic = carriedTraffic(carrier);
    const { signal } = life;
    signal.addEventListener('abort', () => traffic.fail(signal.reason), { once: true });
    return createLink({
      ...{ traffic, facility, channels, board: agent },
      reload: () => restartImage(gdb, plan, () => server.resetHalt(session)),
      close: async () => {
        await traffic.detach();
        await gdb.detach();
        await serving.process?.end();
        await undertaking.close();
      },
    });
  } catch (error) {
    const failure = await explain(error, witness, 'start-failed', `${board.id} did not start`);
    // Let go by its debugger the core runs on: what was on the board does not stand still for nothing.
    await session.gdb.detach();
    throw failure;
  }
}
