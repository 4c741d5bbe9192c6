import { deployImage, type PreparedPlan } from '../deploy/deploy';
import { TargetError, type OpenOptions } from '../target';
import type { AgentBoard } from './agent';
import type { Undertaking } from './bring-up';
import { readCoreState } from './core-state';
import { CONNECTION_HINT, explain, findReason } from './failures';
import { writtenInTime } from './in-time';
import { lastErrors } from './output';

/** Writes an agent's image, verifies it, and leaves the core at its beginning. */
export async function deployAgent(
  undertaking: Undertaking,
  agent: AgentBoard,
  { onDeploy = () => undefined, allowFlash, backup, isBackupBegun }: OpenOptions,
  plan: PreparedPlan,
): Promise<void> {
  const { server, session, witness } = agent;
  const bytes = [...plan.flash, ...plan.ram].reduce((sum, { data }) => sum + data.length, 0);
  try {
    await writtenInTime(undertaking, bytes, () =>
      deployImage(session.gdb, plan, {
        ...{ onProgress: onDeploy, allowFlash, backup, isBackupBegun },
        board: witness.board.id,
        resetHalt: () => server.resetHalt(session),
      }),
    );
  } catch (error) {
    throw await whyNotWritten(error, agent);
  }
}

/** The core tells whether it was this memory that refused, or the whole target. */
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
      words === '' ? CONNECTION_HINT : `${CONNECTION_HINT} ${server.title} said: ${words}`,
    );
  }
  if (!state.isHalted) {
    return new TargetError(
      'deploy-failed',
      `The core did not stand still while the agent was written: ${what}`,
      'It was reset, by a watchdog or from outside, or another debugger let it run.',
    );
  }
  return explain(error, witness, 'deploy-failed', 'The agent could not be written');
}
