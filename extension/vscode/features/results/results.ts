import * as vscode from 'vscode';
import type { RunningRun, RunRef, Screens } from '../../common';
import { newPanels } from '../../panels';
import { registerResultsCommands } from './commands';
import {
  type FromResults,
  fromResultsSchema,
  resultsStateSchema,
  type ResultsSubject,
  type ToResults,
} from './protocol';
import { showRun } from './run-session';
import { runningSubject, session, showLost, showRunning } from './running-session';
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
    open: (end) => showRun(means, end, ref),
  });
  const ofRunning = (running: RunningRun): Content => ({
    key: keyOf(runningSubject(running)),
    open: (end) => showRunning(end, running, (run) => end.replace(ofRun(run))),
  });
  const restored = async (subject: ResultsSubject): Promise<Content> => {
    if (subject.kind === 'run') return ofRun(subject);
    const running = means.runner.running().find(({ id }) => id === subject.id);
    if (running && subject.session === session) return ofRunning(running);
    const kept = await keptSince(means, subject);
    return kept ? ofRun(kept) : { key: keyOf(subject), open: (end) => showLost(end, subject) };
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
    panels.restore(resultsStateSchema, ({ subject }) => restored(subject)),
    registerResultsCommands({ ...needed, screens }),
  );
  return { ...screens, dispose: () => parts.dispose() };
}

type RunningSubject = Extract<ResultsSubject, { kind: 'running' }>;

const keyOf = ({ session: of, id }: RunningSubject): string => `running ${of} ${id}`;

/** Finds a run with that request that was kept while the window reloaded. */
async function keptSince(
  { runs, homes }: ResultsMeans,
  { home: id, target, startedAt }: RunningSubject,
): Promise<RunRef | undefined> {
  const home = homes.list().find((each) => each.id === id);
  const kept = home === undefined ? [] : await runs.list(home);
  return kept.find((run) => run.target.id === target && run.created.getTime() >= startedAt);
}
