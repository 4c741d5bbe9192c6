import { join } from 'node:path';
import * as vscode from 'vscode';
import { getRunsFolder } from '../../../engine';
import type { Home, Homes } from '../../common';
import { sourceScheme } from '../../names';
import { pickOne } from '../../common';

/** The home of a workspace folder. */
function folderHome(folder: vscode.WorkspaceFolder): Home {
  const cwd = folder.uri.fsPath;
  return {
    id: folder.uri.toString(),
    title: folder.name,
    kind: 'folder',
    folder,
    cwd,
    runsFolder: getRunsFolder(cwd),
  };
}

/** The home of runs made without a folder. */
export function storageHome(storage: string, title: string): Home {
  const runsFolder = getRunsFolder(storage);
  return { id: 'storage', title, kind: 'storage', folder: undefined, cwd: storage, runsFolder };
}

/** The home of the extension's sample runs. */
export function sampleHome(extension: string, title: string): Home {
  const runsFolder = join(extension, 'media', 'sample');
  return { id: 'sample', title, kind: 'sample', folder: undefined, cwd: extension, runsFolder };
}

/** One home per folder on disk; without any, the storage. Virtual folders cannot hold runs. */
export function listHomes(
  folders: readonly vscode.WorkspaceFolder[] | undefined,
  storage: Home,
): readonly Home[] {
  const homes = (folders ?? []).filter(({ uri }) => uri.scheme === 'file').map(folderHome);
  return homes.length > 0 ? homes : [storage];
}

/** The home of a document: its folder's, or the only one. */
export function findDocumentHome(
  homes: readonly Home[],
  folder: vscode.WorkspaceFolder | undefined,
): Home | undefined {
  const own = folder && homes.find(({ id }) => id === folder.uri.toString());
  return own ?? (homes.length === 1 ? homes[0] : undefined);
}

/** The home for which a built-in source was opened. */
export function findSourceHome(homes: readonly Home[], id: string): Home | undefined {
  return homes.find((home) => home.id === id) ?? homes[0];
}

/** Asks for a home; undefined if the user cancels. */
async function ask(homes: readonly Home[]): Promise<Home | undefined> {
  const items = homes.map((home) => ({ label: home.title, description: home.cwd, home }));
  const placeHolder = vscode.l10n.t('Select a workspace folder');
  return (await pickOne(items, { placeHolder }))?.home;
}

/** Panels with the homes that they show. */
export function newShownHomes() {
  const shown = new Map<vscode.WebviewPanel, () => string | undefined>();
  return {
    follow: (panel: vscode.WebviewPanel, homeId: () => string | undefined) => {
      shown.set(panel, homeId);
      panel.onDidDispose(() => shown.delete(panel));
    },
    /** The home of the active panel; undefined if there is none, or it shows several or the sample. */
    active: (homes: readonly Home[]): Home | undefined => {
      const [, homeId] = [...shown].find(([{ active }]) => active) ?? [];
      return homes.find(({ id }) => id === homeId?.());
    },
  };
}

/** The homes of this window. */
export function newHomes(context: vscode.ExtensionContext): Homes {
  const { workspace } = vscode;
  const { globalStorageUri, extensionUri, subscriptions } = context;
  const changed = new vscode.EventEmitter<void>();
  const storage = storageHome(globalStorageUri.fsPath, vscode.l10n.t('Without a folder'));
  const panels = newShownHomes();
  let homes = listHomes(workspace.workspaceFolders, storage);

  const find = (id: string | undefined) => homes.find((home) => home.id === id);
  const of = (document: vscode.Uri) =>
    document.scheme === sourceScheme
      ? findSourceHome(homes, document.query)
      : findDocumentHome(homes, workspace.getWorkspaceFolder(document));
  subscriptions.push(
    changed,
    workspace.onDidChangeWorkspaceFolders(() => {
      homes = listHomes(workspace.workspaceFolders, storage);
      changed.fire();
    }),
  );
  return {
    onDidChange: changed.event,
    list: () => homes,
    find,
    sample: sampleHome(extensionUri.fsPath, vscode.l10n.t('Sample')),
    of,
    choose: async (id) => {
      const named = find(id);
      if (named) return named;
      const shown = vscode.window.activeTextEditor?.document.uri;
      const active = (shown && of(shown)) ?? panels.active(homes);
      return active ?? (homes.length === 1 ? homes[0] : ask(homes));
    },
    follow: panels.follow,
  };
}
