import * as vscode from 'vscode';
import type { RunCalls, WorkerOrder } from '../../workers/run/protocol';
import type { RunEnd, Runner, RunningRun, RunOrder, Services } from '../services';
import { readSettings } from '../settings';
import { environmentOf } from '../settings/environment';
import { startWorker } from '../worker';
import { newLanes } from './lanes';
import { failureText, UNTRUSTED } from './remedy';
import { startRunning } from './running';

type Needs = Pick<Services, 'context' | 'log' | 'images'>;

function versionOf({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { readonly version: string };
  return version;
}

function workerOrder(order: RunOrder, { context, images }: Needs): WorkerOrder {
  const { home, target, patterns, trace, iterations, repeat, settings = {}, gate } = order;
  return {
    ...{ target: target.id, runsFolder: home.runsFolder, places: images.places(home) },
    ...{ patterns, trace, iterations, repeat, settings, gate },
    tool: `cyclescope ${versionOf(context)}`,
  };
}

function refusal(order: RunOrder, id: number): RunningRun {
  const message = vscode.l10n.t('Measuring starts programs, and this workspace is not trusted.');
  const never = new vscode.EventEmitter<never>().event;
  const end: RunEnd = {
    run: undefined,
    result: undefined,
    failure: { code: UNTRUSTED, message },
    wasCancelled: false,
  };
  return {
    ...{ id, order, startedAt: new Date(), updates: new Map(), phase: message },
    ...{ onDidChangePhase: never, onDidUpdate: never, onDidSay: never },
    end: Promise.resolve(end),
    cancel: () => undefined,
  };
}

function follow(running: RunningRun, log: vscode.LogOutputChannel): void {
  const { target, patterns, trace } = running.order;
  const what = patterns.length === 0 ? 'everything' : patterns.join(' ');
  log.info(`Run ${running.id}: ${what} on ${target.id}${trace ? ', with trace' : ''}`);
  running.onDidSay((text) => log.info(`Run ${running.id}: ${text}`));
  running.onDidChangePhase((phase) => log.trace(`Run ${running.id}: ${phase}`));
}

function tellEnd(
  id: number,
  { result, failure, wasCancelled }: RunEnd,
  log: vscode.LogOutputChannel,
) {
  for (const note of result?.notes ?? []) log.info(`Run ${id}: ${note}`);
  for (const problem of result?.problems ?? []) log.warn(`Run ${id}: ${problem}`);
  if (failure) log.error(`Run ${id}: ${failureText(failure)}`);
  const outcome = wasCancelled ? 'cancelled' : (result?.status ?? 'nothing measured');
  log.info(`Run ${id}: ${outcome}${result ? `, kept as ${result.id}` : ''}`);
}

/** Measures in threads of their own, one for each run. */
export function newRunner(services: Needs): Runner {
  const { context, log } = services;
  const lanes = newLanes();
  const running = new Set<RunningRun>();
  const started = new vscode.EventEmitter<RunningRun>();
  const ended = new vscode.EventEmitter<{ running: RunningRun; end: RunEnd }>();
  let next = 1;

  const begin = (order: RunOrder): RunningRun => {
    const { cwd } = order.home;
    const places = { cwd, storage: context.globalStorageUri.fsPath };
    return startRunning(order, {
      ...{ id: next++, lanes },
      workerOrder: () => workerOrder(order, services),
      startWorker: () =>
        startWorker<RunCalls>(context, 'run', environmentOf(readSettings(order.home), places)),
    });
  };
  const settle = (run: RunningRun, end: RunEnd) => {
    running.delete(run);
    tellEnd(run.id, end, log);
    ended.fire({ running: run, end });
  };

  context.subscriptions.push(started, ended, {
    dispose: () => running.forEach((run) => run.cancel()),
  });
  return {
    onDidStart: started.event,
    onDidEnd: ended.event,
    running: () => [...running],
    start: (order) => {
      if (!vscode.workspace.isTrusted) return refusal(order, next++);
      const run = begin(order);
      running.add(run);
      follow(run, log);
      started.fire(run);
      void run.end.then((end) => settle(run, end));
      return run;
    },
  };
}
