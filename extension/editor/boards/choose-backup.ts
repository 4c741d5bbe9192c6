import * as vscode from 'vscode';
import { formatNumber } from '../../core/report/numbers';
import { type BackupEntry, findBackup } from '../../targets/deploy/backup-index';
import type { BoardSetup } from '../../targets/swd/setup';
import type { Home, Services } from '../services';
import type { Backups } from './backups';

export type KnownBackups = Pick<Services, 'homes' | 'targets'> & { readonly backups: Backups };

/** What the command may be given, by the tree or a message. */
export interface RestoreArgument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
}

/** Which backup goes back to which board. */
export interface RestoreOrder {
  readonly home: Home;
  readonly board: BoardSetup;
  readonly backup: BackupEntry;
}

/** When a backup was made, to the minute of UTC. */
export const timeOf = ({ made }: BackupEntry) => made.toISOString().slice(0, 16).replace('T', ' ');

/** How many bytes a backup has. */
export function sizeOf({ regions }: BackupEntry): string {
  return formatNumber(regions.reduce((sum, { start, end }) => sum + end - start, 0));
}

/** The boards that are meant: all that are known where none is named. */
function boardsOf(
  { homes, targets }: KnownBackups,
  { home: homeId, target }: RestoreArgument,
): readonly Omit<RestoreOrder, 'backup'>[] {
  return homes
    .list()
    .filter(({ id }) => homeId === undefined || id === homeId)
    .flatMap((home) =>
      targets.list(home).flatMap(({ id, board }) => {
        return board && (target === undefined || id === target) ? [{ home, board }] : [];
      }),
    );
}

/** Lets the user choose a backup that was kept elsewhere, such as by the command line. */
async function chooseFolder(
  needed: KnownBackups,
  argument: RestoreArgument,
): Promise<RestoreOrder | undefined> {
  const options = { canSelectFiles: false, canSelectFolders: true };
  const title = vscode.l10n.t('Choose the folder of a backup');
  const openLabel = vscode.l10n.t('Choose');
  const chosen = await vscode.window.showOpenDialog({ ...options, title, openLabel });
  const folder = chosen?.[0]?.fsPath;
  if (folder === undefined) return undefined;
  const backup = findBackup(folder);
  if (!backup) throw new Error(vscode.l10n.t('{0} is not the folder of a backup.', folder));
  const [place] = boardsOf(needed, { target: backup.board, ...argument });
  if (place) return { ...place, backup };
  throw new Error(
    vscode.l10n.t('{0} keeps the flash of {1}, which is not known here.', folder, backup.board),
  );
}

/** Which backup shall be written back, to which board; nothing when the user turns away. */
export async function chooseBackup(
  needed: KnownBackups,
  argument: RestoreArgument,
): Promise<RestoreOrder | undefined> {
  const kept = boardsOf(needed, argument).flatMap((place) =>
    needed.backups.of(place.home, place.board.id).map((backup) => ({ ...place, backup })),
  );
  if (kept.length === 0) return chooseFolder(needed, argument);
  const items = kept.map((order) => {
    const { board, backup } = order;
    const size = vscode.l10n.t('{0} bytes', sizeOf(backup));
    const label = `$(history) ${vscode.l10n.t('{0} UTC', timeOf(backup))}`;
    return { label, description: `${board.id} · ${size}`, detail: backup.folder, order };
  });
  const other = { label: `$(folder-opened) ${vscode.l10n.t('Another folder…')}`, order: undefined };
  const placeHolder = vscode.l10n.t('Which flash? It was kept before an agent took its place.');
  const picked = await vscode.window.showQuickPick([...items, other], { placeHolder });
  return picked === other ? chooseFolder(needed, argument) : picked?.order;
}
