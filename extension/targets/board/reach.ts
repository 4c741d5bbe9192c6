import type { Bench } from '../../agent';
import { TargetError } from '../../base';
import {
  type AgentChannels,
  awaitAgentChannels,
  clearControlBlock,
  type FoundAgent,
  type Region,
  type RttCarrier,
  startTraffic,
  type Traffic,
} from '../../rtt';
import type { BoardSetup } from '../setup';
import type { DealtImage, OpenOptions, TargetLink } from '../target';
import { attach } from './attach';
import {
  resolveBoardLimits,
  type ServingServer,
  type Undertaking,
  writeWithDeadline,
} from './bring-up';
import { RATE_CHECK, watchRate } from './core-rate';
import { readCoreState } from './core-state';
import {
  dealBenches,
  type DeployableImage,
  deployImage,
  type Given,
  prepareDeployment,
  type PreparedPlan,
  restartImage,
} from './deploy';
import { type BoardFacts, readBoardFacts } from './board-facts';
import { examine, findReset } from './examine';
import {
  CONNECTION_HINT,
  explainLoss,
  explainServerFailure,
  findReason,
  lastErrors,
  type Witness,
} from './failures';
import { leaveBoard } from './kept';
import type { BoardSession, DrivenServer, RttFacility } from './server';
import { isExternal, requireServer } from './servers';

/** The image to deploy, and the way to do it. */
interface Request {
  readonly image: DeployableImage;
  readonly benches: readonly Bench[];
  readonly options: OpenOptions;
}

/** Deploys the agent through a server that answers, and starts it. */
export async function reachAgent(
  undertaking: Undertaking,
  { image, benches, options }: Request,
  serving: ServingServer,
  witness: Witness,
): Promise<TargetLink> {
  const { board, setup, server, life, resources } = undertaking;
  const session = await attach(undertaking, serving);
  try {
    const { gdb } = session;
    const facts = {
      ram: board.ram,
      device: isExternal(setup) ? undefined : requireServer(setup).device(setup),
      given: toGiven(board),
      benches: options.benches,
    };
    const { plans, dealt } = await prepareDeployment(gdb, image, facts);
    const [plan] = plans;
    const ram = board.ram ?? [];
    const timeoutMs = resolveBoardLimits(resources).agent;
    const earlierBlocks = new Set([plan.image.controlBlock]);
    const agent: AgentBoard = { server, session, witness, ram, timeoutMs, earlierBlocks };
    let found: BoardFacts = {};
    const { carrier, facility, channels } = await startAgent(agent, plan, async () => {
      await deployAgent(undertaking, agent, options, plan);
      found = await readBoardFacts(board, server.title, session.memory, plan.image);
    });
    const traffic = startTraffic(carrier);
    const { signal } = life;
    const fail = () => traffic.fail(signal.reason);
    signal.addEventListener('abort', fail, { once: true });
    return createLink({
      traffic,
      facility,
      channels,
      facts: found,
      board: agent,
      plan,
      dealt: dealt && { ...dealBenches(benches, dealt), plans },
      reload: (next) => restartImage(gdb, next, () => server.resetHalt(session)),
      close: async () => {
        signal.removeEventListener('abort', fail);
        await traffic.detach();
        await leaveBoard(undertaking, session, () => serving.process?.end());
      },
    });
  } catch (error) {
    const failure = await explainServerFailure(
      error,
      witness,
      'start-failed',
      `${board.id} did not start`,
    );
    // Let go by its debugger the core runs on: what was on the board is not halted for nothing.
    await session.gdb.detach();
    throw failure;
  }
}

/** Values for an image that runs on any chip. */
function toGiven({ bare, title }: BoardSetup): Given | undefined {
  if (bare?.coreHz === undefined) return undefined;
  return { coreHz: bare.coreHz, board: bare.chip ?? title, hasCounter: bare.hasCounter };
}

/** An agent's board with everything that starting it needs. */
interface AgentBoard {
  readonly server: DrivenServer;
  readonly session: BoardSession;
  readonly witness: Witness;
  readonly ram: readonly Region[];
  readonly timeoutMs: number;
  /** Addresses at which control blocks of earlier runs may be left. */
  readonly earlierBlocks: Set<number>;
}

/** An agent that runs, and the way to it. */
interface StartedAgent {
  readonly carrier: RttCarrier;
  readonly facility: RttFacility;
  readonly channels: AgentChannels;
}

/**
 * Starts the agent and opens the way to its channels. `load` resets the core, writes what is to be
 * written and leaves the core at the agent's beginning.
 */
async function startAgent(
  board: AgentBoard,
  { image: { controlBlock }, ram: loaded }: PreparedPlan,
  load: () => Promise<unknown>,
): Promise<StartedAgent> {
  const { server, session, witness, earlierBlocks } = board;
  session.expectStop();
  await load();
  // What another deployment had there may be code now.
  const isLoaded = (block: number) =>
    loaded.some(({ address, data }) => block >= address && block < address + data.length);
  for (const block of earlierBlocks) {
    if (!isLoaded(block)) await clearControlBlock(session.memory, block);
  }
  // What happened until now explains nothing later; the core shows a reset until it is read.
  await readCoreState(session.memory);
  witness.output?.turnPage();
  await server.run(session);
  const found = await findAgent(board, controlBlock);
  earlierBlocks.add(found.controlBlock);
  const opened = await server.openRtt(session, found);
  if (opened.facility !== 'halting') session.refuseStop();
  const { channels } = found;
  return { ...opened, channels, carrier: explainFailures(opened.carrier, board) };
}

/** A core that is halted or cannot be reached explains more than what was not found in its memory. */
async function findAgent(board: AgentBoard, symbol: number): Promise<FoundAgent> {
  const { session, ram, timeoutMs } = board;
  const { memory, signal } = session;
  const searched = { memory, symbol, ram };
  try {
    return await awaitAgentChannels(searched, { signal, timeoutMs });
  } catch (error) {
    const isMissing = error instanceof TargetError && error.code === 'no-agent';
    throw (isMissing ? await examine(board) : undefined) ?? error;
  }
}

/** Explains why a carrier failed, once that is known. */
function explainFailures(carrier: RttCarrier, board: AgentBoard): RttCarrier {
  const why = async (error: Error) => {
    const loss = await explainLoss(error, board.witness);
    return loss === error ? ((await findReset(board)) ?? loss) : loss;
  };
  return {
    ...carrier,
    start: (listener) =>
      carrier.start({
        ...listener,
        onFailure: (error) => void why(error).then(listener.onFailure),
      }),
  };
}

/** Writes an agent's image, verifies it, and leaves the core at its beginning. */
async function deployAgent(
  undertaking: Undertaking,
  agent: AgentBoard,
  { onDeploy = () => undefined, allowFlash, backup, isBackupBegun }: OpenOptions,
  plan: PreparedPlan,
): Promise<void> {
  const { server, session, witness } = agent;
  const bytes = [...plan.flash, ...plan.ram].reduce((sum, { data }) => sum + data.length, 0);
  try {
    await writeWithDeadline(undertaking, bytes, () =>
      deployImage(session.gdb, plan, {
        onProgress: onDeploy,
        allowFlash,
        backup,
        isBackupBegun,
        board: witness.board.id,
        resetHalt: () => server.resetHalt(session),
      }),
    );
  } catch (error) {
    throw await whyNotWritten(error, agent);
  }
}

/** Asks the core whether only this memory refused, or the whole target. */
async function whyNotWritten(
  error: unknown,
  { server, session, witness }: AgentBoard,
): Promise<TargetError> {
  if (error instanceof TargetError) return error;
  const reason = await findReason(witness, 'deploy-failed');
  if (reason !== undefined) return reason;
  const what = error instanceof Error ? error.message : String(error);
  const state = await readCoreState(session.memory).catch(() => undefined);
  if (state === undefined) {
    const words = lastErrors(witness.output?.lines() ?? []);
    return new TargetError(
      'deploy-failed',
      `The target stopped answering while the agent was written: ${what}`,
      words === '' ? CONNECTION_HINT : `${CONNECTION_HINT} ${server.title} printed: ${words}`,
    );
  }
  if (!state.isHalted) {
    return new TargetError(
      'deploy-failed',
      `The core did not stay halted while the agent was written: ${what}`,
      'It was reset, by a watchdog or from outside, or another debugger resumed it. Close other debuggers, and disable the watchdog.',
    );
  }
  return explainServerFailure(error, witness, 'deploy-failed', 'The agent could not be written');
}

interface Plans {
  readonly plans: readonly PreparedPlan[];
}

interface Parts {
  readonly traffic: Traffic;
  readonly facility: RttFacility;
  readonly channels: AgentChannels;
  readonly facts: BoardFacts;
  readonly board: AgentBoard;
  /** The deployment that is there. */
  readonly plan: PreparedPlan;
  /** All deployments of an image that does not fit whole. */
  readonly dealt: (Omit<DealtImage, 'bring'> & Plans) | undefined;
  /** Resets the core and brings what a deployment has in RAM. */
  readonly reload: (plan: PreparedPlan) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The open link to a board that runs an agent. */
function createLink(parts: Parts): TargetLink {
  const { traffic, facility, facts, board, dealt } = parts;
  let closing: Promise<void> | undefined;
  let { channels, plan } = parts;
  const { server, witness } = board;
  const isDisturbed = facility === 'halting';
  const checkRate = watchRate(board.session.memory, witness.board.bare?.coreHz);
  const findDoubt = async (milliseconds: number) =>
    isDisturbed ? undefined : checkRate(plan.image.ticks, milliseconds);
  const withReason = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      throw await explainServerFailure(error, witness, 'target-gone', what);
    }
  };
  const start = (next: PreparedPlan) =>
    withReason('The agent did not restart', async () => {
      // The reset gives the core back the rate that it had at first.
      await findDoubt(RATE_CHECK.beforeReset);
      await traffic.detach();
      const started = await startAgent(board, next, () => parts.reload(next));
      ({ channels } = started);
      plan = next;
      traffic.attach(started.carrier);
    });
  const { nextLine, onStream, stall, hush, looks } = traffic;
  return {
    nextLine,
    onStream,
    stall,
    hush,
    looks,
    sendLine: (line) => withReason('The agent was not reached', () => traffic.sendLine(line)),
    drain: () => withReason('The stream could not be read to its end', traffic.drain),
    facts,
    disturbance: isDisturbed ? describeDisturbance(server.title) : undefined,
    dealt: dealt && {
      ...dealt,
      async bring(deal) {
        const next = dealt.plans[deal];
        if (next === undefined || next === plan) return false;
        await start(next);
        return true;
      },
    },
    restart: () => start(plan),
    diagnose: () => examine({ ...board, channels }),
    findDoubt: () => findDoubt(RATE_CHECK.atEnd),
    close: () => {
      traffic.fail(new TargetError('target-gone', 'The link was closed'));
      closing ??= parts.close();
      return closing;
    },
  };
}

function describeDisturbance(title: string): string {
  return `${title} reaches memory only while the core is halted: it was stopped again and again while it measured`;
}
