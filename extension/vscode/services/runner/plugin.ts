import * as vscode from 'vscode';
import { toFailure } from '../../../base';
import type { RunSpec } from '../../../engine';
import type { SystemCalls } from '../../../workers';
import {
  callInWorker,
  choose,
  failureText,
  type Services,
  showWarning,
  type HomeTarget,
} from '../../common';
import { programEnvironment } from '../settings';

/**
 * Asks how to record a target's instructions: with QEMU's plugin, which the user may have built
 * here, or else from its log, if the target has one that is read fast enough. Undefined if the user
 * cancels.
 */
export async function askRecorder(
  { context, log }: Pick<Services, 'context' | 'log'>,
  { home, target }: HomeTarget,
): Promise<RunSpec['profile']> {
  // Linux is sampled, without a plugin; what cannot be profiled is refused, with the reason.
  if (!target.recordsExecution || !vscode.workspace.isTrusted) return {};
  const packageFolder = context.extensionUri.fsPath;
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  try {
    const { plugin, licence } = await call('executionPlugin', { packageFolder });
    if (plugin !== undefined) return { plugin };
    const build = vscode.l10n.t('Agree and Build');
    const without = vscode.l10n.t("Read QEMU's Log Instead");
    const question = vscode.l10n.t('Do you agree to the licence of {0}?', licence.name);
    const slower = vscode.l10n.t("Without the plugin, QEMU's log is read, which is slower.");
    const hasLog = target.recordsExecution === 'by plugin or log';
    const terms = vscode.l10n.t(licence.terms);
    const detail = hasLog ? `${terms} ${slower}` : terms;
    const chosen = await choose(question, { detail, actions: hasLog ? [build, without] : [build] });
    if (chosen !== build) return chosen === without ? {} : undefined;
    const agreed = [licence.name];
    return {
      plugin: await call('buildExecutionPlugin', { packageFolder, agreed }),
    };
  } catch (error) {
    const text = failureText(toFailure(error));
    log.warn(text);
    // Without the plugin, the run would only be refused.
    if (target.recordsExecution === 'by plugin') throw error;
    void showWarning(
      vscode.l10n.t("QEMU's log is read instead of using its plugin, which is slower: {0}", text),
    );
    return {};
  }
}

/** Chooses the same without a question: the plugin if it has been built here. */
export async function findPlugin(
  { context }: Pick<Services, 'context'>,
  { home, target }: HomeTarget,
): Promise<RunSpec['profile']> {
  if (!target.recordsExecution) return {};
  const packageFolder = context.extensionUri.fsPath;
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  const { plugin } = await call('executionPlugin', { packageFolder });
  return plugin === undefined ? {} : { plugin };
}
