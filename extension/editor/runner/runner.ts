import * as vscode from 'vscode';
import { valueOfTarget } from '../../targets/index';
import type { Failure } from '../../core/rpc/rpc';
import type { FlashConsent } from '../../targets/target';
import type { RunCalls, WorkerOrder } from '../../workers/run/protocol';
import { makeRoom } from '../debug/make-room';
import type { DebugSessions } from '../debug/sessions';
import type { RunEnd, Runner, RunningRun, RunOrder, Services } from '../services';
import { readSettings } from '../settings';
import { environmentOf } from '../settings/environment';
import { startWorker } from '../worker';
import { newFlashQuestions } from './flash';
import { gapOf } from './gap';
import { newLanes } from './lanes';
import { failureText, UNTRUSTED } from './remedy';
import { startRunning } from './running';

type Needs = Pick<Services, 'context' | 'log' | 'images'> & { readonly sessions: DebugSessions };

function versionOf({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { readonly version: string };
  return version;
}

function workerOrder(
  order: RunOrder,
  flash: FlashConsent | undefined,
  { context, images }: Needs,
): WorkerOrder {
  const { home, target, patterns, trace, iterations, repeat, settings = {}, gate } = order;
  const { asPublished } = order;
  return {
    ...{ target: valueOfTarget(target), runsFolder: home.runsFolder, places: images.places(home) },
    ...{ patterns, trace, iterations, repeat, settings, asPublished, gate, flash },
    tool: `cyclescope ${versionOf(context)}`,
  };
}

/** Why a run cannot even begin. */
function hindrance({ target }: RunOrder): Failure | undefined {
  if (vscode.workspace.isTrusted) return gapOf(target);
  const message = vscode.l10n.t('Measuring starts programs, and this workspace is not trusted.');
  return { code: UNTRUSTED, message };
}

function refusal(order: RunOrder, id: number, failure: Failure): RunningRun {
  const { message } = failure;
  const never = new vscode.EventEmitter<never>().event;
  const end: RunEnd = {
    run: undefined,
    result: undefined,
    failure,
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
  const questions = newFlashQuestions(context);
  const running = new Set<RunningRun>();
  const started = new vscode.EventEmitter<RunningRun>();
  const ended = new vscode.EventEmitter<{ running: RunningRun; end: RunEnd }>();
  let next = 1;

  const begin = (order: RunOrder): RunningRun => {
    const { cwd } = order.home;
    const places = { cwd, storage: context.globalStorageUri.fsPath };
    return startRunning(order, {
      ...{ id: next++, lanes },
      flash: questions,
      makeRoom: async ({ target: { board } }, signal) => {
        const yes = vscode.l10n.t('Stop the Session and Benchmark');
        return board === undefined || makeRoom(services.sessions, board, { yes, signal });
      },
      workerOrder: (flash) => workerOrder(order, flash, services),
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
      const failure = hindrance(order);
      if (failure) return refusal(order, next++, failure);
      const run = begin(order);
      running.add(run);
      follow(run, log);
      started.fire(run);
      void run.end.then((end) => settle(run, end));
      return run;
    },
  };
}
