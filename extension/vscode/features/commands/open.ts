import * as vscode from 'vscode';
import { FREERTOS_M7 } from '../../../targets';
import {
  registerCommand,
  type RunEntry,
  type RunRef,
  type Services,
  showError,
  showInformation,
} from '../../common';
import { commands, sampleSeen } from '../../names';
import { type RunArgument, runOf } from '../../services/runs';

/** Ticks the walkthrough's first step off, whichever way led to the sample. */
async function tellSampleSeen(): Promise<void> {
  await vscode.commands.executeCommand('setContext', sampleSeen, true);
}

async function openSample({ homes, runs, screens }: Services): Promise<void> {
  const all = await runs.list(homes.sample);
  // The emulated RTOS is what most people came for.
  const run = all.find(({ target }) => target.id === FREERTOS_M7.target) ?? all[0];
  if (run) {
    await screens.openResults(run);
    return tellSampleSeen();
  }
  void showError(
    vscode.l10n.t('The sample run is missing: this copy of the extension is incomplete.'),
  );
}

/** The recording that explains: the one with kernel events, if there is one. */
function recordingOf({ recordings }: RunEntry): string | undefined {
  return recordings.traced ?? recordings.headline;
}

async function openTimeline(services: Services, argument: RunArgument | vscode.Uri): Promise<void> {
  if (argument instanceof vscode.Uri) return services.screens.openTimeline(argument);
  const which = vscode.l10n.t('The timeline of which run?');
  const run = await runOf(services, argument, which, (each) => recordingOf(each) !== undefined);
  const path = run && recordingOf(run);
  if (path !== undefined) return services.screens.openTimeline(vscode.Uri.file(path));
  if (run) {
    void showInformation(vscode.l10n.t('This run has no recording.'));
  }
}

async function openResults(
  services: Services,
  argument:
    (RunRef & { readonly operation?: string; readonly preserveFocus?: boolean }) | undefined,
): Promise<void> {
  const run = await runOf(services, argument, vscode.l10n.t('The results of which run?'));
  if (!run) return;
  await services.screens.openResults(run, argument?.operation, {
    preserveFocus: argument?.preserveFocus,
  });
  if (run.home === services.homes.sample.id) await tellSampleSeen();
}

async function showRunning({ runner, screens }: Services): Promise<void> {
  const all = runner.running();
  const items = all.map((running) => ({
    label: running.target.id,
    description: running.phase,
    running,
  }));
  const picked = items.length > 1 ? await vscode.window.showQuickPick(items) : items[0];
  if (picked) await screens.openRunning(picked.running);
}

/** The commands that open a screen. */
export function registerOpenCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(services, commands.openSampleRun, () => openSample(services)),
    registerCommand(services, commands.showRunning, () => showRunning(services)),
    registerCommand(services, commands.openResults, (run?: RunRef) => openResults(services, run)),
    registerCommand(services, commands.openTimeline, (run?: RunArgument | vscode.Uri) =>
      openTimeline(services, run),
    ),
  );
}
