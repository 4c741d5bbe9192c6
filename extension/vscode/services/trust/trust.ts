import * as vscode from 'vscode';
import { showWarning } from '../../common';

/**
 * Whether programs may be started here. Where not, says so, with the way to change it; `what` is
 * what the user asked for, as a sentence.
 */
export async function requireTrust(what: string): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const why = vscode.l10n.t('That would start programs, which Restricted Mode does not allow.');
  const chosen = await showWarning(`${what} ${why}`, manage);
  if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return vscode.workspace.isTrusted;
}
