import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { toFields, TargetError } from '../../../base';
import { launchTypes } from '../../../projects';
import {
  type BoardSetup,
  claimUses,
  describeServer,
  describeUse,
  excludeEachOther,
  isProbed,
  lockName,
  type ProbeUse,
  resolveProbeUse,
  serversOnProbe,
} from '../../../targets';
import { confirm, newTrigger, type Services } from '../../common';

/** The probes and servers that a debug session occupies; none if it debugs something else. */
export function listProbeUses(type: string, config: unknown): readonly ProbeUse[] {
  const known = launchTypes.find((candidate) => candidate.type === type);
  return known?.uses?.(toFields(config)) ?? [];
}

/** The debug sessions of this window that occupy a probe or a debug server, running or halted. */
export interface DebugSessions extends vscode.Disposable {
  /** Sessions that keep a board from being used. */
  readonly using: (board: BoardSetup) => readonly vscode.DebugSession[];
}

/** The interval of retries for a lock that another process held when the session began. */
const AGAIN_MS = 1000;

interface Held {
  readonly session: vscode.DebugSession;
  readonly uses: readonly ProbeUse[];
  readonly claim: ReturnType<typeof claimUses>;
  isTaken: boolean;
}

/** Follows the sessions, and holds their probes' locks so that other processes see them. */
export function followDebugSessions({ log }: Pick<Services, 'log'>): DebugSessions {
  const { debug } = vscode;
  const held = new Map<string, Held>();

  const again = newTrigger(AGAIN_MS, () => held.forEach(take));
  const take = (each: Held) => {
    // Two cores on one probe are two sessions: one of them holds the lock for both.
    const isHeld = [...held.values()].some((other) => other.isTaken && shareProbe(other, each));
    if (isHeld) return;
    each.isTaken = true;
    each.claim.take().catch((error: unknown) => {
      // A session in progress cannot be stopped; it gets the lock as soon as it is free.
      each.isTaken = false;
      log.trace(`Debug session "${each.session.name}":`, error);
      if (held.has(each.session.id)) again.pull();
    });
  };
  const add = (session: vscode.DebugSession) => {
    const uses = listProbeUses(session.type, session.configuration);
    if (uses.length === 0 || held.has(session.id)) return;
    const holder = `${vscode.env.appName}, debug session "${session.name}"`;
    const each = { session, uses, claim: claimUses(uses, { holder }), isTaken: false };
    held.set(session.id, each);
    take(each);
  };
  const remove = ({ id }: vscode.DebugSession) => {
    held.get(id)?.claim.release();
    held.delete(id);
    held.forEach(take);
  };
  const trackers = launchTypes
    .filter(({ uses }) => uses !== undefined)
    .map(({ type }) =>
      debug.registerDebugAdapterTrackerFactory(type, {
        createDebugAdapterTracker: (session) => ({
          onWillStartSession: () => add(session),
          onExit: () => remove(session),
        }),
      }),
    );
  // One that began before this extension.
  if (debug.activeDebugSession) add(debug.activeDebugSession);
  const listening = vscode.Disposable.from(
    ...trackers,
    debug.onDidStartDebugSession(add),
    debug.onDidTerminateDebugSession(remove),
  );
  return {
    using: (board) => {
      if (!isProbed(board)) return [];
      const own = lockName(resolveProbeUse(board));
      const isInTheWay = (use: ProbeUse) => excludeEachOther(own, lockName(use));
      return [...held.values()].flatMap(({ session, uses }) =>
        uses.some(isInTheWay) ? session : [],
      );
    },
    dispose: () => {
      listening.dispose();
      again.dispose();
      held.forEach(({ claim }) => claim.release());
      held.clear();
    },
  };
}

function shareProbe(a: Pick<Held, 'uses'>, b: Pick<Held, 'uses'>): boolean {
  return a.uses.some((one) =>
    b.uses.some((other) => excludeEachOther(lockName(one), lockName(other))),
  );
}

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
  await awaitRelease(sessions, board, signal);
  return !signal.aborted;
}

async function awaitRelease(
  sessions: DebugSessions,
  board: BoardSetup,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + GONE_WITHIN_MS;
  const wanted = { use: resolveProbeUse(board), server: board.server?.kind };
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
