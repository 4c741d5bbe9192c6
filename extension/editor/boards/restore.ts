import * as vscode from 'vscode';
import { formatNumber, formatRate } from '../../core/report/numbers';
import { rangeOf } from '../../targets/deploy/areas';
import type { SystemCalls } from '../../workers/system/protocol';
import { makeRoom } from '../debug/make-room';
import type { DebugSessions } from '../debug/sessions';
import { registerCommand } from '../failures';
import { commands } from '../ids';
import { confirm, showInformation } from '../messages';
import type { Services } from '../services';
import { programEnvironment } from '../settings/programs';
import { requireTrust } from '../trust';
import { startWorker } from '../worker';
import {
  chooseBackup,
  type KnownBackups,
  type RestoreArgument,
  type RestoreOrder,
  sizeOf,
  timeOf,
} from './choose-backup';

type Needed = Pick<Services, 'context' | 'log'> &
  KnownBackups & { readonly sessions: DebugSessions };

function consent({ board, backup }: RestoreOrder): Promise<boolean> {
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
  { home, board, backup: { folder: backup } }: RestoreOrder,
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
  const order = await chooseBackup(needed, argument);
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
