import { join } from 'node:path';
import type * as vscode from 'vscode';
import { runsFolderOf } from '../../../engine';
import type { Home } from '../../common';

/** The home of a workspace folder. */
export function folderHome(folder: vscode.WorkspaceFolder): Home {
  const cwd = folder.uri.fsPath;
  return {
    id: folder.uri.toString(),
    title: folder.name,
    kind: 'folder',
    folder,
    cwd,
    runsFolder: runsFolderOf(cwd),
  };
}

/** The home of runs made without a folder. */
export function storageHome(storage: string, title: string): Home {
  const runsFolder = runsFolderOf(storage);
  return { id: 'storage', title, kind: 'storage', folder: undefined, cwd: storage, runsFolder };
}

/** The home of the extension's sample runs. */
export function sampleHome(extension: string, title: string): Home {
  const runsFolder = join(extension, 'media', 'sample');
  return { id: 'sample', title, kind: 'sample', folder: undefined, cwd: extension, runsFolder };
}

/** One home per folder on disk; without any, the storage. Virtual folders cannot hold runs. */
export function homesOf(
  folders: readonly vscode.WorkspaceFolder[] | undefined,
  storage: Home,
): readonly Home[] {
  const homes = (folders ?? []).filter(({ uri }) => uri.scheme === 'file').map(folderHome);
  return homes.length > 0 ? homes : [storage];
}

/** The home of a document: its folder's, or the only one. */
export function homeOf(
  homes: readonly Home[],
  folder: vscode.WorkspaceFolder | undefined,
): Home | undefined {
  const own = folder && homes.find(({ id }) => id === folder.uri.toString());
  return own ?? (homes.length === 1 ? homes[0] : undefined);
}

/** The home for which a built-in source was opened. */
export function namedHome(homes: readonly Home[], id: string): Home | undefined {
  return homes.find((home) => home.id === id) ?? homes[0];
}
