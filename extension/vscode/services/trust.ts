import * as vscode from 'vscode';
import { showWarning } from '../common';

/**
 * Checks that programs may be started here. If not, reports that with the way to change it; `what`
 * describes the user's request in a sentence.
 */
export async function requireTrust(what: string): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const why = vscode.l10n.t('Restricted Mode does not allow programs to be started.');
  const chosen = await showWarning(`${what} ${why}`, manage);
  if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return vscode.workspace.isTrusted;
}
