import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Services } from '../../common';

/** The initial folder of a dialog: the run's workspace folder, or the first one. */
function folderFor({ homes }: Pick<Services, 'homes'>, home: string): vscode.Uri {
  const folders = homes.list().filter(({ kind }) => kind === 'folder');
  const own = folders.find(({ id }) => id === home) ?? folders[0];
  return vscode.Uri.file(own?.cwd ?? homedir());
}

/** Asks where to write; returns a path on disk. */
export async function askWhere(
  services: Pick<Services, 'homes'>,
  {
    home,
    name,
    title,
    filters,
  }: {
    readonly home: string;
    readonly name: string;
    readonly title: string;
    readonly filters: Record<string, string[]>;
  },
): Promise<string | undefined> {
  const defaultUri = vscode.Uri.joinPath(folderFor(services, home), name);
  return pathOf(await vscode.window.showSaveDialog({ defaultUri, title, filters }));
}

/** Asks for a file to read. */
export async function askWhich(
  services: Pick<Services, 'homes'>,
  {
    home,
    title,
    filters,
  }: {
    readonly home: string;
    readonly title: string;
    readonly filters?: Record<string, string[]>;
  },
): Promise<string | undefined> {
  const defaultUri = folderFor(services, home);
  const found = await vscode.window.showOpenDialog({
    defaultUri,
    title,
    canSelectMany: false,
    ...(filters && { filters }),
  });
  return pathOf(found?.[0]);
}

/** A location's path on this computer's disk. */
export function pathOf(uri: vscode.Uri | undefined): string | undefined {
  if (uri === undefined) return undefined;
  if (uri.scheme === 'file') return uri.fsPath;
  throw new Error(
    vscode.l10n.t(
      "{0} is not a file on this computer's disk. Choose a file on disk.",
      uri.toString(),
    ),
  );
}
