import * as vscode from 'vscode';
import { registerCommand, type Services } from '../../common';
import { commands } from '../../names';
import type { Inspections } from '../../services/targets';
import { collectChapters, diagnosticsText, privateFacts, redact } from './chapters';

/** Registers the command that shows diagnostics as a new document, which the user may save. */
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
