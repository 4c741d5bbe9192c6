import * as vscode from 'vscode';
import { formatNumber, formatRate } from '../../core/report/numbers';
import type { BackupEntry } from '../../targets/deploy/backup-index';
import { rangeOf } from '../../targets/deploy/areas';
import type { BoardSetup } from '../../targets/swd/setup';
import type { SystemCalls } from '../../workers/system/protocol';
import { makeRoom } from '../debug/make-room';
import type { DebugSessions } from '../debug/sessions';
import { registerCommand } from '../failures';
import { commands } from '../ids';
import { confirm, showInformation } from '../messages';
import type { Home, Services } from '../services';
import { programEnvironment } from '../settings/programs';
import { requireTrust } from '../trust';
import { startWorker } from '../worker';
import type { Backups } from './backups';

type Needed = Pick<Services, 'context' | 'homes' | 'targets' | 'log'> & {
  readonly backups: Backups;
  readonly sessions: DebugSessions;
};

/** What the command may be given, by the tree or a message. */
interface RestoreArgument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
}

interface Order {
  readonly home: Home;
  readonly board: BoardSetup;
  readonly backup: BackupEntry;
}

const timeOf = ({ made }: BackupEntry) => made.toISOString().slice(0, 16).replace('T', ' ');

function sizeOf({ regions }: BackupEntry): string {
  return formatNumber(regions.reduce((sum, { start, end }) => sum + end - start, 0));
}

/** Every backup of a board that is known; of one board where one is named. */
function ordersOf(
  { homes, targets, backups }: Needed,
  { home: homeId, target }: RestoreArgument,
): readonly Order[] {
  return homes
    .list()
    .filter(({ id }) => homeId === undefined || id === homeId)
    .flatMap((home) =>
      targets.list(home).flatMap(({ id, board }) => {
        if (board === undefined || (target !== undefined && id !== target)) return [];
        return backups.of(home, id).map((backup) => ({ home, board, backup }));
      }),
    );
}

async function choose(needed: Needed, argument: RestoreArgument): Promise<Order | undefined> {
  const items = ordersOf(needed, argument).map((order) => {
    const { board, backup } = order;
    const size = vscode.l10n.t('{0} bytes', sizeOf(backup));
    const label = vscode.l10n.t('{0} UTC', timeOf(backup));
    return { label, description: `${board.id} · ${size}`, detail: backup.folder, order };
  });
  const [first, ...others] = items;
  if (first === undefined)
    throw new Error(vscode.l10n.t('No flash of a known board is kept here.'));
  if (others.length === 0) return first.order;
  const placeHolder = vscode.l10n.t('Which flash? It was kept before an agent took its place.');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.order;
}

function consent({ board, backup }: Order): Promise<boolean> {
  const detail = vscode.l10n.t(
    '{0} bytes at {1} become what they were on {2} UTC; what they hold now is lost. They are verified, and the board is reset.',
    sizeOf(backup),
    backup.regions.map(rangeOf).join(', '),
    timeOf(backup),
  );
  const yes = vscode.l10n.t('Restore');
  return confirm(vscode.l10n.t('Restore the firmware of {0}?', board.id), { detail, yes });
}

async function restoreWith(
  { context, log }: Needed,
  { home, board, backup: { folder: backup } }: Order,
  report: (told: { readonly message: string; readonly increment?: number }) => void,
  signal: AbortSignal,
): Promise<number> {
  const worker = startWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  let before = 0;
  const onTell = (told: SystemCalls['restore']['tells']) => {
    if ('text' in told) return log.info(told.text);
    const { done, total, rate } = told;
    const percent = (100 * done) / total;
    const bytes = vscode.l10n.t('{0} of {1} bytes', formatNumber(done), formatNumber(total));
    const message = [bytes, ...(rate === undefined ? [] : [formatRate(rate)])].join(', ');
    report({ message, increment: percent - before });
    before = percent;
  };
  try {
    const order = { board, backup };
    return (await worker.client.call('restore', order, { signal, onTell })).written;
  } finally {
    await worker.end();
  }
}

async function restore(needed: Needed, argument: RestoreArgument = {}): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('The firmware cannot be restored now.')))) return;
  const order = await choose(needed, argument);
  if (!order || !(await consent(order))) return;
  const { board } = order;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Restoring the firmware of {0}', board.id),
    cancellable: true,
  };
  const written = await vscode.window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const { signal } = controller;
    token.onCancellationRequested(() => controller.abort());
    const yes = vscode.l10n.t('Stop the Session and Restore');
    if (!(await makeRoom(needed.sessions, board, { yes, signal }))) return undefined;
    return restoreWith(needed, order, progress.report.bind(progress), signal);
  });
  if (written === undefined) return;
  void showInformation(
    written === 0
      ? vscode.l10n.t('The flash of {0} holds this already: nothing was written.', board.id)
      : vscode.l10n.t(
          'The flash of {0} is as it was: {1} bytes were written and verified.',
          board.id,
          formatNumber(written),
        ),
  );
}

/** The command that writes a board's flash back as it was before an agent took its place. */
export function registerRestoreCommand(needed: Needed): vscode.Disposable {
  return registerCommand(needed, commands.restoreFirmware, (argument?: RestoreArgument) =>
    restore(needed, argument),
  );
}
