import * as vscode from 'vscode';
import { isAbsolutePath, normalPath, parseSourceLine } from '../../agent';
import { findBuiltInPath, findFetchedSource, findMappedSource } from '../../toolchain';
import { type Home, type Services, showWarning } from '../common';
import { commands, sourceScheme } from '../names';
import { readSettings } from './settings';

/** The argument of the command *Show the benchmark's source*. */
interface SourceArgument {
  /** `file:line` */
  readonly at: string;
  readonly home?: string | undefined;
}

/** Opens benchmarks' sources; built-in ones are read-only. */
export function registerSource(
  services: Pick<Services, 'context' | 'homes' | 'log'>,
): vscode.Disposable {
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async ({ path }) => {
      const inside = findBuiltInPath(path.slice(1));
      if (inside === undefined) throw vscode.FileSystemError.FileNotFound(path);
      return readText(packageUri(services.context, inside));
    },
  };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(sourceScheme, provider),
    vscode.commands.registerCommand(commands.showSource, (argument: SourceArgument) =>
      showSource(services, argument),
    ),
  );
}

/** The text of a file on disk, or wherever the editor has it. */
export async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

async function showSource(
  services: Pick<Services, 'context' | 'homes'>,
  { at, home: id }: SourceArgument,
): Promise<void> {
  const { homes } = services;
  const home = id === homes.sample.id ? homes.sample : await homes.choose(id);
  if (!home) return;
  const location = await sourceLocation(services, home, at);
  if (location) {
    await vscode.window.showTextDocument(location.uri, { selection: location.range });
    return;
  }
  void showWarning(
    vscode.l10n.t('The source {0} is neither in {1} nor in the extension.', at, home.title),
  );
}

/**
 * Finds a source from its line in an image (`file:line`). The file that the user's map names takes precedence over
 * the home's own, that one over the package's, which is read-only, and over those of FreeRTOS that builds have fetched.
 */
export async function sourceLocation(
  { context }: Pick<Services, 'context'>,
  home: Home,
  at: string,
): Promise<vscode.Location | undefined> {
  const { file, line } = parseSourceLine(at);
  const mapped = findMappedSource(file, readSettings(home).sourceFileMap, home.cwd);
  const builtIn = findBuiltInPath(file);
  const fetched = findFetchedSource(file, context.extensionUri.fsPath);
  const inPackage = builtIn && packageUri(context, builtIn);
  const candidates = [
    mapped && vscode.Uri.file(mapped),
    ownUri(home, file),
    inPackage,
    fetched && vscode.Uri.file(fetched),
  ];
  for (const uri of candidates) {
    if (!uri || !(await isFile(uri))) continue;
    const shown = builtIn && uri === inPackage ? toBuiltInUri(home, builtIn) : uri;
    return new vscode.Location(shown, new vscode.Position(line - 1, 0));
  }
  return undefined;
}

/** The URI of a built-in source as a read-only document that belongs to a home. */
function toBuiltInUri(home: Home, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: sourceScheme, path: `/${path}`, query: home.id });
}

/** The package's file of a built-in source. */
function packageUri(context: vscode.ExtensionContext, path: string): vscode.Uri {
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
