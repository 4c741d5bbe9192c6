import * as vscode from 'vscode';
import { shortUnit } from '../../../agent';
import { liveKey } from '../../../report';
import { nameAt } from '../../../runs';
import type { RunSpec } from '../../../engine';
import type { LiveProgress } from '../../../workers';
import type { EndedRun, RunningRun } from '../../common';
import { commands } from '../../names';
import type { LiveOperation, ResultsSubject, RunningModel } from './protocol';
import type { ResultsEnd, ResultsSession } from './session';

type RunningSubject = Extract<ResultsSubject, { kind: 'running' }>;

/** Faster updates would not be seen. */
const EVERY_MS = 120;

/** Distinguishes runs of this extension host from those of an earlier one. */
export const session = `${process.pid} ${Date.now()}`;

const shortPath = (path: string) => vscode.workspace.asRelativePath(path);

/** The key of the panel of a run in progress. */
export function makeRunningSubject(running: RunningRun): RunningSubject {
  const { id, home, target, spec, against, startedAt } = running;
  const { t } = vscode.l10n;
  const order = orderText(spec, t('all benchmarks'));
  return {
    kind: 'running',
    session,
    id,
    home: home.id,
    target: target.id,
    title: target.title,
    order: against
      ? `${order} · ${t('in turns: agent A {0}, agent B {1}', ...against.elfs.map(shortPath))}`
      : order,
    startedAt: startedAt.getTime(),
  };
}

/** A run in progress being sent to a view. */
interface Showing {
  readonly running: RunningRun;
  readonly subject: RunningSubject;
  readonly operations: Map<string, LiveOperation>;
  /** Changes not yet sent to the view. */
  readonly fresh: Set<string>;
  readonly messages: string[];
  state: RunningModel['state'];
  ending: RunningModel['ending'];
}

function take({ operations, fresh }: Showing, update: LiveOperation): void {
  const key = liveKey(update);
  operations.set(key, update);
  fresh.add(key);
}

function buildRunningModel({
  running,
  subject,
  operations,
  messages,
  state,
  ending,
}: Showing): RunningModel {
  const all = [...operations.values()];
  return {
    target: subject.title,
    order: subject.order,
    startedAt: subject.startedAt,
    isEmulated: all.some(({ unit }) => isEmulatedUnit(unit)),
    phase: running.phase,
    messages: [...messages],
    operations: all,
    state,
    ending,
  };
}

function takeNews({ running, operations, fresh, messages, state }: Showing) {
  const changed = [...fresh].flatMap((key) => operations.get(key) ?? []);
  fresh.clear();
  return { operations: changed, phase: running.phase, messages: [...messages], state };
}

function follow(showing: Showing, changed: () => void): vscode.Disposable {
  const { running, messages } = showing;
  return vscode.Disposable.from(
    running.onDidUpdate((update) => {
      take(showing, liveOperation(update));
      changed();
    }),
    running.onDidReceiveMessage((text) => {
      messages.push(text);
      changed();
    }),
    running.onDidChangePhase(changed),
  );
}

/** Shows a run in progress; calls `onKept` with the run that it leaves. */
export function showRunning(
  end: ResultsEnd,
  running: RunningRun,
  onKept: (run: NonNullable<EndedRun['run']>) => void,
): ResultsSession {
  const showing: Showing = {
    running,
    subject: makeRunningSubject(running),
    operations: new Map(),
    fresh: new Set(),
    messages: [],
    state: 'running',
    ending: undefined,
  };
  let isVisible = true;
  let isOpen = true;
  const showAll = () => {
    isVisible = true;
    showing.fresh.clear();
    end.post({ type: 'running', subject: showing.subject, running: buildRunningModel(showing) });
  };
  const news = newCoalescer(() => {
    const { state } = showing;
    if (isVisible && state !== 'ended') end.post({ type: 'live', ...takeNews(showing), state });
  }, EVERY_MS);

  for (const update of running.updates.values()) take(showing, liveOperation(update));
  const listening = follow(showing, news.changed);
  void running.end.then((how) => {
    if (!isOpen) return;
    if (how.run !== undefined) return onKept(how.run);
    showing.state = 'ended';
    showing.ending = describeEnding(how);
    showAll();
  });
  const stop = () => {
    if (showing.state === 'ended') return;
    showing.state = 'stopping';
    running.cancel();
    news.changed();
  };
  end.setTitle(vscode.l10n.t('Measuring {0}', showing.subject.target));
  return {
    receive: (message) => {
      if (message.type === 'ready') showAll();
      if (message.type === 'action' && message.action === 'stop') stop();
      if (message.type === 'action' && message.action === 'log') {
        void vscode.commands.executeCommand(commands.showLog);
      }
    },
    select: () => undefined,
    onHide: () => {
      isVisible = false;
    },
    dispose: () => {
      isOpen = false;
      listening.dispose();
      news.dispose();
    },
  };
}

/** Shows that a run ended together with the window that started it. */
export function showLost(end: ResultsEnd, subject: RunningSubject): ResultsSession {
  const { title, order, startedAt } = subject;
  const message = vscode.l10n.t(
    'The run ended when the window was reloaded, and the target is free. Anything that it had measured is kept as an incomplete run.',
  );
  const running: RunningModel = {
    target: title,
    order,
    startedAt,
    isEmulated: false,
    phase: '',
    messages: [],
    operations: [],
    state: 'ended',
    ending: { message },
  };
  end.setTitle(subject.target);
  return {
    receive: ({ type }) => {
      if (type === 'ready') end.post({ type: 'running', subject, running });
    },
    select: () => undefined,
    dispose: () => undefined,
  };
}

function describeEnding({ failure, wasCancelled }: EndedRun): NonNullable<RunningModel['ending']> {
  if (failure !== undefined) return { message: failure.message, hint: failure.hint };
  if (wasCancelled) {
    return { message: vscode.l10n.t('The run was stopped before anything was stored.') };
  }
  return { message: vscode.l10n.t('Nothing was measured.') };
}

/** An operation in progress as sent to a view. */
export function liveOperation({ histogram, unit, ...progress }: LiveProgress): LiveOperation {
  const { agent, build, repeat, samples, requested, rate, isEnd } = progress;
  const operation = nameAt(progress.operation, progress.point);
  const { scale, edges, counts } = histogram;
  return {
    agent,
    build,
    repeat,
    operation,
    samples,
    requested,
    rate,
    isEnd,
    unit,
    shape: { scale, edges: [...edges], counts: [...counts] },
  };
}

/** The request in one line. */
export function orderText(
  { patterns, trace }: Pick<RunSpec, 'patterns' | 'trace'>,
  everything: string,
): string {
  const what = patterns.length === 0 ? everything : patterns.join(', ');
  return trace ? `${what} (+ trace)` : what;
}

/** True if figures of this unit come from an emulator. */
function isEmulatedUnit(unit: string): boolean {
  return unit === shortUnit('instructions');
}

/** Collects changes and reports them at a limited rate. */
export function newCoalescer(
  report: () => void,
  everyMs: number,
  later: (run: () => void, ms: number) => { dispose(): void } = byTimer,
) {
  let waiting: { dispose(): void } | undefined;
  return {
    changed: () => {
      waiting ??= later(() => {
        waiting = undefined;
        report();
      }, everyMs);
    },
    dispose: () => {
      waiting?.dispose();
      waiting = undefined;
    },
  };
}

function byTimer(run: () => void, ms: number): { dispose(): void } {
  const timer = setTimeout(run, ms);
  return { dispose: () => clearTimeout(timer) };
}
