import * as vscode from 'vscode';
import { builtInPath } from '../../core/source/place';
import { commands, sourceScheme } from '../ids';
import { showWarning } from '../messages';
import type { Services } from '../services';
import { packageUri, sourceLocation } from './location';

/** What the command *Show the benchmark's source* is given. */
export interface SourceArgument {
  /** `file:line` */
  readonly at: string;
  readonly home?: string | undefined;
}

/** Opens benchmarks' sources; those that come with Cyclescope are read-only. */
export function registerSource(
  services: Pick<Services, 'context' | 'homes' | 'log'>,
): vscode.Disposable {
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async ({ path }) => {
      const inside = builtInPath(path.slice(1));
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

async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

async function showSource(
  services: Pick<Services, 'context' | 'homes'>,
  { at, home: id }: SourceArgument,
): Promise<void> {
  const { homes } = services;
  const home =
    [...homes.list(), homes.sample].find((each) => each.id === id) ?? (await homes.choose());
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
