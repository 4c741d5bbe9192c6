import * as vscode from 'vscode';
import { FREERTOS_M7 } from '../../../targets';
import {
  pickOne,
  registerCommand,
  type RunningRun,
  type RunRef,
  type Screens,
  type Services,
  showError,
} from '../../common';
import { commands, sampleSeen } from '../../names';
import { newPanels } from '../../panels';
import { chooseRun } from '../../services/runs';
import {
  type FromResults,
  fromResultsSchema,
  resultsStateSchema,
  type ResultsSubject,
  type ToResults,
} from './protocol';
import { showRun } from './run-session';
import { makeRunningSubject, session, showLost, showRunning } from './running-session';
import type { ResultsMeans, ResultsSession } from './session';
import { resultsView } from './view';

/** The panels for results and runs in progress: one per run. */
export function registerResults(
  needed: Omit<ResultsMeans, 'openRunning'>,
): Pick<Screens, 'openResults' | 'openRunning'> & vscode.Disposable {
  const panels = newPanels<ToResults, FromResults, ResultsSession>(
    needed,
    resultsView,
    fromResultsSchema,
  );
  type Content = Parameters<typeof panels.show>[0];
  const openRunning = (running: RunningRun) => panels.show(ofRunning(running));
  const means: ResultsMeans = { ...needed, openRunning };

  const ofRun = (ref: RunRef): Content => ({
    key: `run ${ref.home} ${ref.id}`,
    home: ref.home,
    open: (end) => showRun(means, end, ref),
  });
  const ofRunning = (running: RunningRun): Content => ({
    key: toKey(makeRunningSubject(running)),
    home: running.home.id,
    open: (end) => showRunning(end, running, (run) => end.replace(ofRun(run))),
  });
  const restoreContent = async (subject: ResultsSubject): Promise<Content> => {
    if (subject.kind === 'run') return ofRun(subject);
    const running = means.runner.running().find(({ id }) => id === subject.id);
    if (running && subject.session === session) return ofRunning(running);
    const kept = await findKeptRun(means, subject);
    if (kept) return ofRun(kept);
    const { home } = subject;
    return { key: toKey(subject), home, open: (end) => showLost(end, subject) };
  };
  const screens: Pick<Screens, 'openResults' | 'openRunning'> = {
    openResults: async (ref, operation, options) => {
      const content = ofRun(ref);
      panels.show(content, options);
      if (operation !== undefined) panels.use(content.key, ({ select }) => select(operation));
    },
    openRunning: async (running) => openRunning(running),
  };
  const parts = vscode.Disposable.from(
    panels.restore(resultsStateSchema, ({ subject }) => restoreContent(subject)),
    registerResultsCommands({ ...needed, screens }),
  );
  return { ...screens, dispose: () => parts.dispose() };
}

type RunningSubject = Extract<ResultsSubject, { kind: 'running' }>;

const toKey = ({ session: of, id }: RunningSubject): string => `running ${of} ${id}`;

/** Finds a run with that request that was kept while the window reloaded. */
async function findKeptRun(
  { runs, homes }: ResultsMeans,
  { home: id, target, startedAt }: RunningSubject,
): Promise<RunRef | undefined> {
  const home = homes.find(id);
  const kept = home === undefined ? [] : await runs.list(home);
  return kept.find((run) => run.target.id === target && run.created.getTime() >= startedAt);
}

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
  const run = await chooseRun(
    services,
    argument,
    vscode.l10n.t('Select a run to show its results'),
  );
  if (!run) return;
  await services.screens.openResults(run, argument?.operation, {
    preserveFocus: argument?.preserveFocus,
  });
  if (run.home === services.homes.sample.id) await markSampleSeen();
}

async function revealRunning({ runner, screens }: Needed): Promise<void> {
  const all = runner.running();
  const items = all.map((running) => ({
    label: running.target.id,
    description: running.phase,
    running,
  }));
  const picked = items.length > 1 ? await pickOne(items) : items[0];
  if (picked) await screens.openRunning(picked.running);
}

/** Registers the commands that open results. */
function registerResultsCommands(services: Needed): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(services, commands.openSampleRun, () => openSample(services)),
    registerCommand(services, commands.showRunning, () => revealRunning(services)),
    registerCommand(services, commands.openResults, (run?: RunRef) => openResults(services, run)),
  );
}
