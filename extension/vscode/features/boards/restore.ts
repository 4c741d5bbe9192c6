import * as vscode from 'vscode';
import { formatNumber, formatRate } from '../../../measure';
import {
  type BackupEntry,
  type BoardSetup,
  findBackup,
  listBackups,
  formatRegion,
} from '../../../targets';
import type { SystemCalls } from '../../../workers';
import {
  callInWorker,
  confirm,
  type Home,
  pickOne,
  registerCommand,
  type ReportProgress,
  type Services,
  showInformation,
  withProgress,
} from '../../common';
import { commands } from '../../names';
import { type DebugSessions, makeRoom } from '../../services/debug-sessions';
import { backupsFolder } from '../../services/runner';
import { programEnvironment } from '../../services/settings';
import { requireTrust } from '../../services/trust';

/** Copies of boards' flash made before it was overwritten. */
export interface Backups {
  readonly onDidChange: vscode.Event<void>;
  /** The backups of one board, the newest first. */
  readonly of: (home: Home, board: string) => readonly BackupEntry[];
}

/** Looks for backups where runs store them, after each run. */
export function newBackups({
  context,
  homes,
  runner,
}: Pick<Services, 'context' | 'homes' | 'runner'>): Backups {
  const changed = new vscode.EventEmitter<void>();
  const known = new Map<string, readonly BackupEntry[]>();
  const look = () => {
    known.clear();
    for (const home of homes.list()) known.set(home.id, listBackups(backupsFolder(home)));
    changed.fire();
  };
  look();
  context.subscriptions.push(changed, homes.onDidChange(look), runner.onDidEnd(look));
  return {
    onDidChange: changed.event,
    of: (home, board) => (known.get(home.id) ?? []).filter((entry) => entry.board === board),
  };
}

type Needed = Pick<Services, 'context' | 'log'> &
  KnownBackups & { readonly sessions: DebugSessions };

function consent({ board, backup }: RestoreRequest): Promise<boolean> {
  const detail = vscode.l10n.t(
    '{0} bytes at {1} are restored to their contents of {2} UTC; the current contents are lost. The write is verified, and the board is reset.',
    formatBackupSize(backup),
    backup.regions.map(formatRegion).join(', '),
    formatBackupTime(backup),
  );
  const yes = vscode.l10n.t('Restore');
  return confirm(vscode.l10n.t('Restore the firmware of {0}?', board.id), { detail, yes });
}

async function restoreWith(
  { context, log }: Needed,
  { home, board, backup: { folder: backup } }: RestoreRequest,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<number> {
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  let before = 0;
  const onReport = (update: SystemCalls['restore']['reports']) => {
    if ('text' in update) return log.info(update.text);
    const { done, total, rate } = update;
    const percent = (100 * done) / total;
    const bytes = vscode.l10n.t('{0} of {1} bytes', formatNumber(done), formatNumber(total));
    const message = [bytes, ...(rate === undefined ? [] : [formatRate(rate)])].join(', ');
    report({ message, increment: percent - before });
    before = percent;
  };
  const request = { board, backup };
  return (await call('restore', request, { signal, onReport })).written;
}

async function restore(needed: Needed, argument: RestoreArgument = {}): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('The firmware cannot be restored now.')))) return;
  const request = await chooseBackup(needed, argument);
  if (!request || !(await consent(request))) return;
  const { board } = request;
  const title = vscode.l10n.t('Restoring the firmware of {0}', board.id);
  const written = await withProgress(title, async (report, signal) => {
    const yes = vscode.l10n.t('Stop the Session and Restore');
    if (!(await makeRoom(needed.sessions, board, { yes, signal }))) return undefined;
    return restoreWith(needed, request, report, signal);
  });
  if (written === undefined) return;
  void showInformation(
    written === 0
      ? vscode.l10n.t('The flash of {0} already has these contents. Nothing was written.', board.id)
      : vscode.l10n.t(
          'The flash of {0} was restored: {1} bytes were written and verified.',
          board.id,
          formatNumber(written),
        ),
  );
}

/** Registers the command that restores a board's flash to its state before an agent replaced it. */
export function registerRestoreCommand(needed: Needed): vscode.Disposable {
  return registerCommand(needed, commands.restoreFirmware, (argument?: RestoreArgument) =>
    restore(needed, argument),
  );
}

type KnownBackups = Pick<Services, 'homes' | 'targets'> & { readonly backups: Backups };

/** Arguments passed by the tree or a message. */
interface RestoreArgument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
}

/** A backup and the board to restore. */
interface RestoreRequest {
  readonly home: Home;
  readonly board: BoardSetup;
  readonly backup: BackupEntry;
}

/** The time of a backup, to the minute in UTC. */
const formatBackupTime = ({ made }: BackupEntry) =>
  made.toISOString().slice(0, 16).replace('T', ' ');

/** A backup's size in bytes. */
function formatBackupSize({ regions }: BackupEntry): string {
  return formatNumber(regions.reduce((sum, { start, end }) => sum + end - start, 0));
}

/** The named board, or all known ones. */
function listBoards(
  { homes, targets }: KnownBackups,
  { home: homeId, target }: RestoreArgument,
): readonly Omit<RestoreRequest, 'backup'>[] {
  return homes
    .list()
    .filter(({ id }) => homeId === undefined || id === homeId)
    .flatMap((home) =>
      targets.list(home).flatMap(({ id, board }) => {
        return board && (target === undefined || id === target) ? [{ home, board }] : [];
      }),
    );
}

/** Lets the user choose a backup stored elsewhere, for example by the command line. */
async function chooseFolder(
  needed: KnownBackups,
  argument: RestoreArgument,
): Promise<RestoreRequest | undefined> {
  const options = { canSelectFiles: false, canSelectFolders: true };
  const title = vscode.l10n.t('Select a backup folder');
  const openLabel = vscode.l10n.t('Choose');
  const chosen = await vscode.window.showOpenDialog({ ...options, title, openLabel });
  const folder = chosen?.[0]?.fsPath;
  if (folder === undefined) return undefined;
  const backup = findBackup(folder);
  if (!backup)
    throw new Error(
      vscode.l10n.t('{0} is not a backup folder. Select a folder with a backup.', folder),
    );
  const [homeBoard] = listBoards(needed, { target: backup.board, ...argument });
  if (homeBoard) return { ...homeBoard, backup };
  throw new Error(
    vscode.l10n.t(
      '{0} is a backup of {1}, but no target of that name exists here.',
      folder,
      backup.board,
    ),
  );
}

/** Asks which backup to restore to which board; undefined if the user cancels. */
async function chooseBackup(
  needed: KnownBackups,
  argument: RestoreArgument,
): Promise<RestoreRequest | undefined> {
  const kept = listBoards(needed, argument).flatMap((homeBoard) =>
    needed.backups
      .of(homeBoard.home, homeBoard.board.id)
      .map((backup) => ({ ...homeBoard, backup })),
  );
  if (kept.length === 0) return chooseFolder(needed, argument);
  const items = kept.map((request) => {
    const { board, backup } = request;
    const size = vscode.l10n.t('{0} bytes', formatBackupSize(backup));
    const label = `$(history) ${vscode.l10n.t('{0} UTC', formatBackupTime(backup))}`;
    return { label, description: `${board.id} · ${size}`, detail: backup.folder, request };
  });
  const other = {
    label: `$(folder-opened) ${vscode.l10n.t('Another folder…')}`,
    request: undefined,
  };
  const placeHolder = vscode.l10n.t(
    'Select the backup to restore. Each was made before an agent was written.',
  );
  const picked = await pickOne([...items, other], { placeHolder });
  return picked === other ? chooseFolder(needed, argument) : picked?.request;
}
