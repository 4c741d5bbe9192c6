import * as vscode from 'vscode';
import { builtInPath, isAbsolutePath, normalPath, parsePlace } from '../../core/source/place';
import { sourceScheme } from '../ids';
import type { Home, Services } from '../services';

/**
 * Where a benchmark's source can be opened, from its place as an image tells it (`file:line`). The
 * home's own file comes before the one in the package, which is read-only.
 */
export async function sourceLocation(
  { context }: Pick<Services, 'context'>,
  home: Home,
  at: string,
): Promise<vscode.Location | undefined> {
  const { file, line } = parsePlace(at);
  const builtIn = builtInPath(file);
  const candidates = [ownUri(home, file), builtIn && packageUri(context, builtIn)];
  for (const uri of candidates) {
    if (!uri || !(await isFile(uri))) continue;
    const shown = builtIn && uri === candidates[1] ? builtInUri(home, builtIn) : uri;
    return new vscode.Location(shown, new vscode.Position(line - 1, 0));
  }
  return undefined;
}

/** A built-in source as a read-only document that belongs to a home. */
function builtInUri(home: Home, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: sourceScheme, path: `/${path}`, query: home.id });
}

/** The file in the package that holds a built-in source. */
export function packageUri(context: vscode.ExtensionContext, path: string): vscode.Uri {
  return vscode.Uri.joinPath(context.extensionUri, ...path.split('/'));
}

function ownUri({ folder, cwd }: Home, file: string): vscode.Uri | undefined {
  if (isAbsolutePath(file)) return vscode.Uri.file(file);
  const path = normalPath(file);
  if (path === '' || path.startsWith('..')) return undefined;
  return vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file(cwd), path);
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
