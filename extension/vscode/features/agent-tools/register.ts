import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { cancellationError, EngineError, RemoteFailure } from '../../../base';
import { findAddressedTarget, type Target, valueOfTarget, withElfs } from '../../../targets';
import {
  type Answer,
  checkCall,
  checkInput,
  type MeasureRequest,
  newQueue,
  refuseTarget,
  toFailureAnswer,
  toMeasureRequest,
  type Tool,
  tools,
} from '../../../tools';
import type { MeasuredRun, ToolCalls } from '../../../workers';
import { callInWorker, type Home, type RunningRun, type Services } from '../../common';
import { toolId } from '../../contributions';
import { findPlugin, freshen, specWithSettings } from '../../services/runner';
import { programEnvironment, readSettings } from '../../services/settings';

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
        const use = { tool, input, token };
        const { isError, text } = await enqueue(() => answerCall(services, use));
        // A failed call is an error with a text for the model.
        if (isError) throw new Error(text);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    });
  return vscode.Disposable.from(...tools.map(register));
}

/** The question before a call that measures; an input that will be refused needs none. */
function askBefore(tool: Tool, input: unknown): vscode.PreparedToolInvocation | undefined {
  if (tool.isReadOnly) return undefined;
  const checked = checkInput(input, tool.members);
  if (typeof checked === 'string') return undefined;
  const { target, patterns, elf } = toMeasureRequest(checked);
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

const HOW_TO_ALLOW = 'A person allows it in the setting cyclescope.agentTargets.';

interface ToolUse {
  readonly tool: Tool;
  readonly input: unknown;
  readonly token: vscode.CancellationToken;
}

/** Answers a coding agent. Whatever it sends, the answer is a text or the reason why there is none. */
async function answerCall(services: Services, use: ToolUse): Promise<Answer> {
  try {
    return await answer(services, use);
  } catch (error) {
    return toFailureAnswer(error);
  }
}

async function answer(services: Services, { tool, input, token }: ToolUse): Promise<Answer> {
  const { context, homes, images, targets } = services;
  if (!vscode.workspace.isTrusted) {
    throw new EngineError(
      'refused',
      'This workspace is not trusted.',
      'A person can trust it: the tools start programs.',
    );
  }
  const home = await homes.choose();
  if (!home?.folder) {
    throw new EngineError('refused', 'No folder is open.', 'The tools work in a workspace folder.');
  }
  const checked = await checkCall({ tool, input }, home.cwd);
  await targets.ready(home);
  const measured = tool.isReadOnly
    ? undefined
    : await measure(services, home, toMeasureRequest(checked), token);
  const controller = new AbortController();
  const cancelling = token.onCancellationRequested(() => controller.abort());
  const call = callInWorker<ToolCalls>(context, 'tools', programEnvironment(context, home));
  const request = {
    tool: tool.name,
    input,
    cwd: home.cwd,
    runsFolder: home.runsFolder,
    images: images.folders(home),
    targets: targets.list(home).map(valueOfTarget),
    allowed: readSettings(home).agentTargets,
    howToAllow: HOW_TO_ALLOW,
    measured,
  };
  return call('answer', request, { signal: controller.signal }).finally(() => cancelling.dispose());
}

/** The target of a request, with the agent's file that it names. */
function requireTarget(
  { targets }: Services,
  home: Home,
  { target: id, elf }: MeasureRequest,
): Target {
  const known = targets.list(home);
  refuseTarget(id, known, new Set(readSettings(home).agentTargets), HOW_TO_ALLOW);
  const target = targets.find(home, id) ?? findAddressedTarget(id);
  if (!target) {
    throw new EngineError('unknown-target', `There is no target "${id}".`, 'Call list_targets.');
  }
  return elf === undefined ? target : withElfs(target, { headline: resolve(home.cwd, elf) });
}

/** Measures like a click of the user: in turn with other runs, shown in the status bar, stored in the home. */
async function measure(
  services: Services,
  home: Home,
  request: MeasureRequest,
  token: vscode.CancellationToken,
): Promise<MeasuredRun> {
  const { patterns, iterations, trace } = request;
  const homeTarget = { home, target: requireTarget(services, home, request) };
  const built =
    request.elf === undefined ? await freshen(services, homeTarget, patterns) : undefined;
  if (built?.kind === 'called-off') throw cancellationError();
  if (built?.kind === 'failed') throw new RemoteFailure(built.failure);
  const profile = request.profile ? await findPlugin(services, homeTarget) : undefined;
  const spec = await specWithSettings(services, homeTarget, { patterns, trace, profile });
  const running = services.runner.start(homeTarget, {
    ...spec,
    iterations: iterations ?? spec.iterations,
    // Nobody is asked, and earlier consent was not given to an agent.
    flash: { allowFlash: false },
  });
  return waitForRun(running, token);
}

async function waitForRun(
  running: RunningRun,
  token: vscode.CancellationToken,
): Promise<MeasuredRun> {
  const cancelling = token.onCancellationRequested(running.cancel);
  if (token.isCancellationRequested) running.cancel();
  const { result, failure } = await running.end;
  cancelling.dispose();
  if (result) return { id: result.id, folder: result.folder, failure };
  throw failure ? new RemoteFailure(failure) : cancellationError();
}
