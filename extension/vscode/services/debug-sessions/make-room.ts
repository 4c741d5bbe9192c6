import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { TargetError } from '../../../base';
import {
  type BoardSetup,
  describeServer,
  describeUse,
  isProbed,
  type ProbedBoard,
  probeUseOf,
  serversOnProbe,
} from '../../../targets';
import { confirm } from '../../common';
import type { DebugSessions } from './sessions';

/** A session ends its server after itself. */
const GONE_WITHIN_MS = 10_000;
const LOOK_MS = 100;

/**
 * Offers to stop the debug sessions that use a board's probe or server, and waits until they and
 * their servers are gone; false if the user keeps them. `yes` labels the offer's button.
 */
export async function makeRoom(
  sessions: DebugSessions,
  board: BoardSetup,
  { yes, signal }: { readonly yes: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (!isProbed(board)) return true;
  const inTheWay = sessions.using(board);
  if (inTheWay.length === 0) return true;
  const names = inTheWay.map(({ name }) => `"${name}"`).join(', ');
  const question = vscode.l10n.t(
    'The debug session {0} uses the probe of {1}.',
    names,
    board.title,
  );
  const detail = vscode.l10n.t(
    'Only one program can use a probe at a time. Continuing stops the session.',
  );
  const calledOff = once(signal, 'abort').then(() => false);
  if (!(await Promise.race([confirm(question, { detail, yes }), calledOff]))) return false;
  await Promise.all(inTheWay.map((session) => vscode.debug.stopDebugging(session)));
  await gone(sessions, board, signal);
  return !signal.aborted;
}

async function gone(
  sessions: DebugSessions,
  board: ProbedBoard,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + GONE_WITHIN_MS;
  const wanted = { use: probeUseOf(board), server: board.server?.kind };
  while (!signal.aborted) {
    const left = sessions.using(board).map(({ name }) => `"${name}"`);
    const servers = (await serversOnProbe(wanted)).same.map(describeServer);
    const [first] = [...left, ...servers];
    if (first === undefined) return;
    if (Date.now() > deadline) {
      throw new TargetError(
        'busy',
        `${describeUse(wanted.use)} is still in use by ${first}, ${GONE_WITHIN_MS / 1000} s after its session was stopped`,
        'End that process, and try again.',
      );
    }
    await sleep(LOOK_MS);
  }
}
