import * as vscode from 'vscode';
import { formatNumber } from '../../core/report/numbers';

/** So many runs, in the user's language. */
export function runsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 run') : vscode.l10n.t('{0} runs', formatNumber(count));
}

/** So many operations, in the user's language. */
export function operationsText(count: number): string {
  if (count === 1) return vscode.l10n.t('1 operation');
  return vscode.l10n.t('{0} operations', formatNumber(count));
}
