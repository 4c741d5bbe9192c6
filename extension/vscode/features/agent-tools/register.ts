import * as vscode from 'vscode';
import { newQueue, type Tool, tools } from '../../../tools';
import type { Services } from '../../common';
import { toolId } from '../../contributions';
import { answerCall } from './answer';
import { askBefore } from './confirm';

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
