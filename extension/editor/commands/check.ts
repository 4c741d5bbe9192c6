import * as vscode from 'vscode';
import { registerCommand } from '../failures';
import { commands } from '../ids';
import type { Services } from '../services';
import type { Inspections } from '../targets/inspections';
import { requireTrust } from '../trust';
import { checkText } from './check-text';

type Needed = Pick<Services, 'homes' | 'log'> & { readonly inspections: Inspections };

const scheme = 'cyclescope-check';

/** Pages by their address, as they were made last. */
function newPages() {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  };
  return {
    registered: vscode.Disposable.from(
      changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, provider),
    ),
    put: (uri: vscode.Uri, text: string) => {
      texts.set(uri.toString(), text);
      changed.fire(uri);
    },
  };
}

async function check(
  { homes, inspections }: Needed,
  put: (uri: vscode.Uri, text: string) => void,
): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('This computer cannot be checked now.')))) return;
  const home = await homes.choose();
  if (!home) return;
  const title = vscode.l10n.t('This computer');
  const options = { location: vscode.ProgressLocation.Window, title };
  const reports = await vscode.window.withProgress(options, () => inspections.inspect(home));
  const uri = vscode.Uri.from({ scheme, path: `/${title}.md`, query: home.id });
  put(uri, checkText(reports, title));
  // Locked: it stays what it is when another document comes to the front.
  const settings = { locked: true };
  await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, settings);
}

/** The command that tells what each target needs, what is there, and how to get the rest. */
export function registerCheckCommand(needed: Needed): vscode.Disposable {
  const { registered, put } = newPages();
  return vscode.Disposable.from(
    registered,
    registerCommand(needed, commands.checkComputer, () => check(needed, put)),
  );
}
