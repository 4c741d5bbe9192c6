import * as vscode from 'vscode';
import { type BackupEntry, listBackups } from '../../../targets';
import type { Home, Services } from '../../common';
import { backupsFolder } from '../../services/runner';

/** Copies of boards' flash made before it was overwritten. */
export interface Backups {
  readonly onDidChange: vscode.Event<void>;
  /** Those of one board, the newest first. */
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
