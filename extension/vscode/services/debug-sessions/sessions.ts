import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { type Fields, fieldsOf, splitArguments, TargetError, textOf, textsOf } from '../../../base';
import { addressIn, serverAddress } from '../../../projects';
import {
  type BoardSetup,
  claimUses,
  describeServer,
  describeUse,
  excludeEachOther,
  isProbed,
  lockName,
  type ProbedBoard,
  type ProbeUse,
  probeUseOf,
  serverFromArguments,
  serversOnProbe,
  useNamed,
} from '../../../targets';
import { confirm, newTrigger, type Services } from '../../common';
import { DEBUG_TYPES } from '../../names';

/** Reads a session's resolved configuration. */
type Reader = (config: Fields) => readonly ProbeUse[];

/** Readers by type of session; sessions of other types hold no known probe. */
const READERS: Readonly<Record<(typeof DEBUG_TYPES)[number], Reader>> = {
  'cortex-debug': cortexDebug,
  'mcuxpresso-debug': (config) => local(textOf(config['probeSerialNumber'])),
  cppdbg,
  gdbtarget: gdbTarget,
};

/** The probes and servers that a debug session occupies; none if it debugs something else. */
export function usesOf(type: string, config: unknown): readonly ProbeUse[] {
  const known = DEBUG_TYPES.find((candidate) => candidate === type);
  return known === undefined ? [] : READERS[known](fieldsOf(config));
}

function local(serial?: string): readonly ProbeUse[] {
  return [{ kind: 'local', serial }];
}

function cortexDebug(config: Fields): readonly ProbeUse[] {
  const type = textOf(config['servertype']) ?? '';
  // Its own emulator.
  if (type === 'qemu') return [];
  if (type === 'external') return server(textOf(config['gdbTarget']));
  const serial = textOf(config['serialNumber']) ?? textOf(config['boardId']);
  const address = textOf(config['ipAddress']);
  if (serial === undefined && address !== undefined) return [{ kind: 'network', address }];
  const names = ['openOCDPreConfigLaunchCommands', 'openOCDLaunchCommands', 'serverArgs'];
  const args = names.flatMap((name) => textsOf(config[name]));
  return [useNamed(type, args, serial)];
}

function cppdbg(config: Fields): readonly ProbeUse[] {
  const program = textOf(config['debugServerPath']);
  if (program !== undefined) {
    return usesByCommand([program, ...splitArguments(textOf(config['debugServerArgs']) ?? '')]);
  }
  const address =
    textOf(config['miDebuggerServerAddress']) ??
    addressIn(config['setupCommands']) ??
    addressIn(config['postRemoteConnectCommands']);
  return server(address);
}

function gdbTarget(config: Fields): readonly ProbeUse[] {
  const target = fieldsOf(config['target']);
  const program = textOf(target['server']);
  if (program !== undefined)
    return usesByCommand([program, ...textsOf(target['serverParameters'])]);
  const port = textOf(target['port']);
  const lastParameter = textsOf(target['parameters']).at(-1);
  return server(
    port === undefined ? lastParameter : `${textOf(target['host']) ?? 'localhost'}:${port}`,
  );
}

function server(address: string | undefined): readonly ProbeUse[] {
  const at = address === undefined ? undefined : serverAddress(address);
  return at === undefined ? [] : [{ kind: 'server', ...at }];
}

/** The probe or server given by the server's arguments. */
function usesByCommand(argv: readonly string[]): readonly ProbeUse[] {
  const probe = serverFromArguments(argv)?.probe;
  if (probe?.kind === 'network') return [probe];
  return local(probe?.kind === 'serial' ? probe.serial : undefined);
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
