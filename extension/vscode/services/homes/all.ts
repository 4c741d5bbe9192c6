import * as vscode from 'vscode';
import type { Home, Homes } from '../../common';
import { sourceScheme } from '../../names';
import { homeOf, homesOf, namedHome, sampleHome, storageHome } from './homes';

/** Asks for a home; undefined if the user cancels. */
async function ask(homes: readonly Home[]): Promise<Home | undefined> {
  const items = homes.map((home) => ({ label: home.title, description: home.cwd, home }));
  const placeHolder = vscode.l10n.t('Select a workspace folder');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.home;
}

/** The homes of this window. */
export function newHomes(context: vscode.ExtensionContext): Homes {
  const { workspace } = vscode;
  const { globalStorageUri, extensionUri, subscriptions } = context;
  const changed = new vscode.EventEmitter<void>();
  const storage = storageHome(globalStorageUri.fsPath, vscode.l10n.t('Without a folder'));
  let homes = homesOf(workspace.workspaceFolders, storage);

  const of = (document: vscode.Uri) =>
    document.scheme === sourceScheme
      ? namedHome(homes, document.query)
      : homeOf(homes, workspace.getWorkspaceFolder(document));
  subscriptions.push(
    changed,
    workspace.onDidChangeWorkspaceFolders(() => {
      homes = homesOf(workspace.workspaceFolders, storage);
      changed.fire();
    }),
  );
  return {
    onDidChange: changed.event,
    list: () => homes,
    sample: sampleHome(extensionUri.fsPath, vscode.l10n.t('Sample')),
    of,
    choose: async () => {
      const shown = vscode.window.activeTextEditor?.document.uri;
      return (shown && of(shown)) ?? (homes.length === 1 ? homes[0] : ask(homes));
    },
  };
}
