import * as v from 'valibot';
import * as vscode from 'vscode';
import type { RunningRun, RunRef, Screens } from '../../common';
import { panels } from '../../names';
import { type Content, newPanelSet } from './panel-set';
import { resultsStateSchema, type ResultsSubject } from './protocol';
import { showRun } from './run-session';
import { runningSubject, session, showLost, showRunning } from './running-session';
import type { ResultsMeans } from './session';

/** The panels that show results and runs in progress: one for each run. */
export function registerResults(
  needed: Omit<ResultsMeans, 'openRunning'>,
): Pick<Screens, 'openResults' | 'openRunning'> & vscode.Disposable {
  const set = newPanelSet(needed);
  const openRunning = (running: RunningRun) => {
    set.show(ofRunning(running), running.target.id);
  };
  const means: ResultsMeans = { ...needed, openRunning };

  const ofRun = (ref: RunRef, operation?: string): Content => ({
    key: `run ${ref.home} ${ref.id}`,
    open: (end) => showRun(means, end, ref, operation),
  });
  const ofRunning = (running: RunningRun): Content => ({
    key: keyOf(runningSubject(running)),
    open: (end, replace) => showRunning(end, running, (run) => replace(ofRun(run))),
  });
  const restored = async (subject: ResultsSubject): Promise<Content> => {
    if (subject.kind === 'run') return ofRun(subject);
    const running = means.runner.running().find(({ id }) => id === subject.id);
    if (running && subject.session === session) return ofRunning(running);
    const kept = await keptSince(means, subject);
    return kept ? ofRun(kept) : { key: keyOf(subject), open: (end) => showLost(end, subject) };
  };
  const registration = vscode.window.registerWebviewPanelSerializer(panels.results, {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const read = v.safeParse(resultsStateSchema, state);
      if (read.success) set.fill(panel, await restored(read.output.subject));
      else panel.dispose();
    },
  });
  return {
    openResults: async (ref, operation, options) => {
      const known = set.show(ofRun(ref, operation), vscode.l10n.t('Results'), options);
      if (operation !== undefined) known?.select(operation);
    },
    openRunning: async (running) => openRunning(running),
    dispose: () => registration.dispose(),
  };
}

type RunningSubject = Extract<ResultsSubject, { kind: 'running' }>;

const keyOf = ({ session: of, id }: RunningSubject): string => `running ${of} ${id}`;

/** A run of that order that was kept after all, while the window was being reloaded. */
async function keptSince(
  { runs, homes }: ResultsMeans,
  { home: id, target, startedAt }: RunningSubject,
): Promise<RunRef | undefined> {
  const home = homes.list().find((each) => each.id === id);
  const kept = home === undefined ? [] : await runs.list(home);
  return kept.find((run) => run.target.id === target && run.created.getTime() >= startedAt);
}
