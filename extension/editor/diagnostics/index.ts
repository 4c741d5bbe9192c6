import * as vscode from 'vscode';
import { registerCommand } from '../failures';
import { commands } from '../ids';
import type { Services } from '../services';
import type { Inspections } from '../targets/inspections';
import { collectChapters, privateFacts } from './chapters';
import { redact } from './redact';
import { diagnosticsText } from './text';

/** The command that shows, as a new document, what helps to find a fault; saving is the user's. */
export function registerDiagnostics(
  needed: Services & { readonly inspections: Inspections },
): vscode.Disposable {
  return registerCommand(needed, commands.collectDiagnostics, async () => {
    const title = vscode.l10n.t('Collecting diagnostics');
    const options = { location: vscode.ProgressLocation.Window, title };
    const chapters = await vscode.window.withProgress(options, () => collectChapters(needed));
    const content = redact(diagnosticsText(chapters), privateFacts(needed));
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
  });
}
