import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { cancellationError, EngineError, RemoteFailure } from '../../../base';
import { findAddressedTarget, type Target, valueOfTarget, withElfs } from '../../../targets';
import {
  type Answer,
  checkCall,
  type MeasureOrder,
  toMeasureOrder,
  toFailureAnswer,
  refuseTarget,
  type Tool,
} from '../../../tools';
import type { MeasuredRun, ToolCalls } from '../../../workers';
import { callInWorker, type Home, type RunningRun, type Services } from '../../common';
import { findPlugin, freshen, specWithSettings } from '../../services/runner';
import { programEnvironment, readSettings } from '../../services/settings';

const HOW_TO_ALLOW = 'A person allows it in the setting cyclescope.agentTargets.';

interface ToolUse {
  readonly tool: Tool;
  readonly input: unknown;
  readonly token: vscode.CancellationToken;
}

/** Answers a coding agent. Whatever it sends, the answer is a text or the reason why there is none. */
export async function answerCall(services: Services, use: ToolUse): Promise<Answer> {
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
    : await measure(services, home, toMeasureOrder(checked), token);
  const controller = new AbortController();
  const cancelling = token.onCancellationRequested(() => controller.abort());
  const call = callInWorker<ToolCalls>(context, 'tools', programEnvironment(context, home));
  const order = {
    tool: tool.name,
    input,
    cwd: home.cwd,
    runsFolder: home.runsFolder,
    images: images.places(home),
    targets: targets.list(home).map(valueOfTarget),
    allowed: readSettings(home).agentTargets,
    howToAllow: HOW_TO_ALLOW,
    measured,
  };
  return call('answer', order, { signal: controller.signal }).finally(() => cancelling.dispose());
}

/** The target of an order, with the agent's file that it names. */
function requireTarget(
  { targets }: Services,
  home: Home,
  { target: id, elf }: MeasureOrder,
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
  order: MeasureOrder,
  token: vscode.CancellationToken,
): Promise<MeasuredRun> {
  const { patterns, iterations, trace } = order;
  const place = { home, target: requireTarget(services, home, order) };
  const built = order.elf === undefined ? await freshen(services, place, patterns) : undefined;
  if (built?.kind === 'called-off') throw cancellationError();
  if (built?.kind === 'failed') throw new RemoteFailure(built.failure);
  const profile = order.profile ? await findPlugin(services, place) : undefined;
  const spec = await specWithSettings(services, place, { patterns, trace, profile });
  const running = services.runner.start(place, {
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
