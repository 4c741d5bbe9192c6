import * as vscode from 'vscode';
import { checkInput, orderOf, type Tool } from '../../../tools';

/** The question before a call that measures; an input that will be refused needs none. */
export function askBefore(tool: Tool, input: unknown): vscode.PreparedToolInvocation | undefined {
  if (tool.isReadOnly) return undefined;
  const checked = checkInput(input, tool.members);
  if (typeof checked === 'string') return undefined;
  const { target, patterns, elf } = orderOf(checked);
  const { t } = vscode.l10n;
  const what = patterns.length === 0 ? t('everything') : patterns.join(', ');
  const parts = [
    t('It measures {0} and stores the run. Flash is never written.', what),
    ...(elf === undefined ? [] : [t('The agent is {0}.', elf)]),
  ];
  // The texts are a model's.
  const message = new vscode.MarkdownString().appendText(parts.join(' '));
  const title = t('Let the coding agent measure on {0}?', target);
  return {
    invocationMessage: t('Measuring on {0}', target),
    confirmationMessages: { title, message },
  };
}
