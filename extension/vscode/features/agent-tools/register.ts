import * as vscode from 'vscode';
import { checkInput, newQueue, toMeasureOrder, type Tool, tools } from '../../../tools';
import type { Services } from '../../common';
import { toolId } from '../../contributions';
import { answerCall } from './answer';

/** Offers the tools of `cyclescope mcp` to the coding agents of the editor. */
export function registerAgentTools(services: Services): vscode.Disposable {
  // Other editors that run extensions may have no tools.
  const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
  if (!lm?.registerTool) return vscode.Disposable.from();
  const { registerTool } = lm;
  const enqueue = newQueue();
  const register = (tool: Tool) =>
    registerTool<unknown>(toolId(tool.name), {
      prepareInvocation: ({ input }) => askBefore(tool, input),
      invoke: async ({ input }, token) => {
        const answer = await enqueue(() => answerCall(services, { tool, input, token }));
        // A failed call is an error with a text for the model.
        if (answer.isError) throw new Error(answer.text);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer.text)]);
      },
    });
  return vscode.Disposable.from(...tools.map(register));
}

/** The question before a call that measures; an input that will be refused needs none. */
function askBefore(tool: Tool, input: unknown): vscode.PreparedToolInvocation | undefined {
  if (tool.isReadOnly) return undefined;
  const checked = checkInput(input, tool.members);
  if (typeof checked === 'string') return undefined;
  const { target, patterns, elf } = toMeasureOrder(checked);
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
