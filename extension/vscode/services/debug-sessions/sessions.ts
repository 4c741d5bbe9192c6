import * as vscode from 'vscode';
import {
  type BoardSetup,
  claimUses,
  excludeEachOther,
  isProbed,
  lockName,
  type ProbeUse,
  probeUseOf,
} from '../../../targets';
import { newTrigger, type Services } from '../../common';
import { DEBUG_TYPES } from '../../names';
import { usesOf } from './uses';

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
      // A session that has begun cannot be stopped; it gets the lock as soon as it is free.
      each.isTaken = false;
      log.trace(`Debug session "${each.session.name}":`, error);
      if (held.has(each.session.id)) again.pull();
    });
  };
  const add = (session: vscode.DebugSession) => {
    const uses = usesOf(session.type, session.configuration);
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
  const trackers = DEBUG_TYPES.map((type) =>
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
      const own = lockName(probeUseOf(board));
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
