import * as vscode from 'vscode';
import { FREERTOS_M7 } from '../../../targets';
import { registerCommand, type RunRef, type Services, showError } from '../../common';
import { commands, sampleSeen } from '../../names';
import { runOf } from '../../services/runs';

interface Needed extends Pick<Services, 'homes' | 'log' | 'runner' | 'runs'> {
  readonly screens: Pick<Services['screens'], 'openResults' | 'openRunning'>;
}

/** Completes the walkthrough's first step, however the sample was opened. */
async function markSampleSeen(): Promise<void> {
  await vscode.commands.executeCommand('setContext', sampleSeen, true);
}

async function openSample({ homes, runs, screens }: Needed): Promise<void> {
  const all = await runs.list(homes.sample);
  // Most people come for the emulated RTOS.
  const run = all.find(({ target }) => target.id === FREERTOS_M7.target) ?? all[0];
  if (run) {
    await screens.openResults(run);
    return markSampleSeen();
  }
  void showError(
    vscode.l10n.t(
      'The sample run is missing, because this copy of the extension is incomplete. Reinstall the extension.',
    ),
  );
}

async function openResults(
  services: Needed,
  argument:
    (RunRef & { readonly operation?: string; readonly preserveFocus?: boolean }) | undefined,
): Promise<void> {
  const run = await runOf(services, argument, vscode.l10n.t('Select a run to show its results'));
  if (!run) return;
  await services.screens.openResults(run, argument?.operation, {
    preserveFocus: argument?.preserveFocus,
  });
  if (run.home === services.homes.sample.id) await markSampleSeen();
}

async function showRunning({ runner, screens }: Needed): Promise<void> {
  const all = runner.running();
  const items = all.map((running) => ({
    label: running.target.id,
    description: running.phase,
    running,
  }));
  const picked = items.length > 1 ? await vscode.window.showQuickPick(items) : items[0];
  if (picked) await screens.openRunning(picked.running);
}

/** Registers the commands that open results. */
export function registerResultsCommands(services: Needed): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(services, commands.openSampleRun, () => openSample(services)),
    registerCommand(services, commands.showRunning, () => showRunning(services)),
    registerCommand(services, commands.openResults, (run?: RunRef) => openResults(services, run)),
  );
}
