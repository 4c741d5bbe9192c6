import * as vscode from 'vscode';
import { registerCommand, type Services } from '../../common';
import { commands } from '../../names';
import type { Inspections } from '../../services/targets';
import { collectChapters, diagnosticsText, privateFacts, redact } from './chapters';

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
