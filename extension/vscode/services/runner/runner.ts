import * as vscode from 'vscode';
import { type Failure, toFailure } from '../../../base';
import type { RunSpec } from '../../../engine';
import { nameAt } from '../../../runs';
import type { FlashConsent } from '../../../targets';
import type { KeptRun, LiveProgress, RunCalls, RunUpdate } from '../../../workers';
import {
  type EndedRun,
  failureText,
  describePhase,
  type Home,
  type Runner,
  type RunEntry,
  type RunningRun,
  type RunRef,
  type Services,
  startWorker,
  type HomeTarget,
  UNTRUSTED,
  type WorkerHandle,
} from '../../common';
import { type DebugSessions, makeRoom } from '../debug-sessions';
import { mergeEnvironment, readSettings } from '../settings';
import { FLASH_NOT_ALLOWED, type FlashQuestions, newFlashQuestions } from './flash';
import { findBoardGap, findProfileGap } from './gap';
import { type Lanes, newLanes } from './lanes';

interface Needs extends Pick<Services, 'context' | 'log'> {
  readonly sessions: DebugSessions;
  readonly runs: Pick<Services['runs'], 'list'> & { readonly refresh: (home: Home) => void };
}

/** A run before it begins. */
type Asked = Pick<RunningRun, 'home' | 'target' | 'spec' | 'against'>;

/** The reason why a run cannot begin. */
function hindrance({ target }: HomeTarget, { profile }: RunSpec): Failure | undefined {
  if (vscode.workspace.isTrusted)
    return findBoardGap(target) ?? (profile && findProfileGap(target, vscode.l10n.t));
  const message = vscode.l10n.t('Measuring starts programs, but this workspace is not trusted.');
  return { code: UNTRUSTED, message };
}

function refusal(asked: Asked, id: number, failure: Failure): RunningRun {
  const { message } = failure;
  const never = new vscode.EventEmitter<never>().event;
  const end: EndedRun = {
    run: undefined,
    result: undefined,
    failure,
    wasCancelled: false,
  };
  return {
    ...asked,
    id,
    startedAt: new Date(),
    updates: new Map(),
    phase: message,
    onDidChangePhase: never,
    onDidUpdate: never,
    onDidReceiveMessage: never,
    end: Promise.resolve(end),
    cancel: () => undefined,
  };
}

function follow(running: RunningRun, log: vscode.LogOutputChannel): void {
  const { target, spec } = running;
  const { patterns, trace } = spec;
  const what = patterns.length === 0 ? 'everything' : patterns.join(' ');
  log.info(`Run ${running.id}: ${what} on ${target.id}${trace ? ', with trace' : ''}`);
  running.onDidReceiveMessage((text) => log.info(`Run ${running.id}: ${text}`));
  running.onDidChangePhase((phase) => log.trace(`Run ${running.id}: ${phase}`));
}

function logEnd(
  id: number,
  { result, failure, wasCancelled }: EndedRun,
  log: vscode.LogOutputChannel,
) {
  for (const note of result?.notes ?? []) log.info(`Run ${id}: ${note}`);
  for (const problem of result?.problems ?? []) log.warn(`Run ${id}: ${problem}`);
  if (failure) log.error(`Run ${id}: ${failureText(failure)}`);
  const outcome = wasCancelled ? 'cancelled' : (result?.status ?? 'nothing measured');
  log.info(`Run ${id}: ${outcome}${result ? `, stored as ${result.id}` : ''}`);
}

/** Measures in one thread per run. */
export function newRunner(services: Needs): Runner {
  const { context, log } = services;
  const lanes = newLanes();
  const questions = newFlashQuestions(context);
  const running = new Set<RunningRun>();
  const started = new vscode.EventEmitter<RunningRun>();
  const ended = new vscode.EventEmitter<{ running: RunningRun; end: EndedRun }>();
  let next = 1;

  const begin = (asked: Asked): RunningRun => {
    const { home } = asked;
    const folders = { cwd: home.cwd, storage: context.globalStorageUri.fsPath };
    return startRunning(asked, {
      id: next++,
      lanes,
      flash: questions,
      makeRoom: async ({ target: { board } }, signal) => {
        const yes = vscode.l10n.t('Stop the Session and Benchmark');
        return board === undefined || makeRoom(services.sessions, board, { yes, signal });
      },
      findKept: async ({ target }, since) => {
        services.runs.refresh(home);
        const isOfRun = (entry: RunEntry) =>
          entry.target.id === target.id && entry.created >= since;
        return (await services.runs.list(home)).find(isOfRun);
      },
      startWorker: () =>
        startWorker<RunCalls>(context, 'run', mergeEnvironment(readSettings(home), folders)),
    });
  };
  const settle = (run: RunningRun, end: EndedRun) => {
    running.delete(run);
    logEnd(run.id, end, log);
    ended.fire({ running: run, end });
  };

  context.subscriptions.push(started, ended, {
    dispose: () => running.forEach((run) => run.cancel()),
  });
  return {
    onDidStart: started.event,
    onDidEnd: ended.event,
    running: () => [...running],
    start: ({ home, target }, spec, against) => {
      const asked = { home, target, spec, against };
      const failure = hindrance(asked, spec);
      if (failure) return refusal(asked, next++, failure);
      const run = begin(asked);
      running.add(run);
      follow(run, log);
      started.fire(run);
      void run.end.then((end) => settle(run, end));
      return run;
    },
  };
}

/** A target that does not stop on request is ended with everything that was started. */
const QUIET_WITHIN_MS = 2000;

/** Everything that a run needs besides what was asked for. */
interface RunMeans {
  readonly id: number;
  readonly lanes: Lanes;
  /** Makes sure that no debug session uses the board; false if the user wants to keep one. */
  readonly makeRoom: (homeTarget: HomeTarget, signal: AbortSignal) => Promise<boolean>;
  readonly flash: FlashQuestions;
  readonly startWorker: () => WorkerHandle<RunCalls>;
  /** The stored run that began then or later, among them what an ended thread had measured. */
  readonly findKept: (asked: Asked, since: Date) => Promise<RunRef | undefined>;
}

interface Life {
  readonly controller: AbortController;
  readonly updates: Map<string, LiveProgress>;
  readonly updated: vscode.EventEmitter<LiveProgress>;
  readonly messageReceived: vscode.EventEmitter<string>;
  readonly phaseChanged: vscode.EventEmitter<string>;
  phase: string;
}

function enterPhase(life: Life, phase: string | undefined): void {
  if (phase === undefined || phase === life.phase) return;
  life.phase = phase;
  life.phaseChanged.fire(phase);
}

function applyUpdate(life: Life, update: RunUpdate): void {
  if (update.kind === 'message') life.messageReceived.fire(update.text);
  if (update.kind === 'progress') {
    const { progress } = update;
    // An operation measured again, in another pass or repeat, moves to the end.
    const { operation, point, agent } = progress;
    const name = nameAt(operation, point);
    const key = agent === undefined ? name : `${name} ${agent}`;
    life.updates.delete(key);
    life.updates.set(key, progress);
    life.updated.fire(progress);
  }
  const isStopping = life.controller.signal.aborted;
  if (!isStopping) enterPhase(life, describePhase(update, vscode.l10n.t));
}

/** Ends the thread of a cancelled run unless its target is quiet in time. */
function watchCancel(signal: AbortSignal, end: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => (timer = setTimeout(end, QUIET_WITHIN_MS));
  signal.addEventListener('abort', begin, { once: true });
  return {
    quiet: () => clearTimeout(timer),
    dispose: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', begin);
    },
  };
}

function toEndedRun(failure: Failure | undefined, wasCancelled: boolean): EndedRun {
  const isCancel =
    wasCancelled && (failure?.code === 'cancelled' || failure?.code === 'worker-ended');
  return {
    run: undefined,
    result: undefined,
    failure: isCancel ? undefined : failure,
    wasCancelled,
  };
}

/** The result of a run whose gate is cancelled: everything but the gate. */
function withoutGate(signal: AbortSignal) {
  let give: (kept: KeptRun) => void = () => undefined;
  const called = new Promise<KeptRun>((resolve) => (give = resolve));
  const begin = (kept: KeptRun) => {
    const gateProblem = 'The comparison was cancelled.';
    const end = () => give({ ...kept, gateProblem });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  };
  return { called, begin };
}

async function measure(
  asked: Asked,
  means: RunMeans,
  life: Life,
  flash: FlashConsent | undefined,
): Promise<EndedRun> {
  const { home, spec, against } = asked;
  const { signal } = life.controller;
  const began = new Date();
  const worker = means.startWorker();
  const cancel = watchCancel(signal, () => void worker.end());
  const gate = withoutGate(signal);
  const onReport = (update: RunUpdate) => {
    if (update.kind === 'quiet') cancel.quiet();
    if (update.kind === 'comparing') gate.begin(update.kept);
    applyUpdate(life, update);
  };
  try {
    const toRef = ({ id }: KeptRun) => ({ home: home.id, id });
    const own = { ...spec, flash };
    const options = { signal, onReport };
    if (against) {
      const sides = [{ ...against.spec, flash }, own, against.request] as const;
      const [first, result] = await worker.client.call('interleave', sides, options);
      const end = toEndedRun(first.failure ?? result.failure, signal.aborted);
      return { ...end, run: toRef(result), result, other: toRef(first) };
    }
    const kept = worker.client.call('run', own, options);
    const result = await Promise.race([kept, gate.called]);
    return { ...toEndedRun(result.failure, signal.aborted), run: toRef(result), result };
  } catch (error) {
    const ended = toEndedRun(toFailure(error), signal.aborted);
    if (!ended.wasCancelled || ended.failure !== undefined) return ended;
    return { ...ended, run: await means.findKept(asked, began).catch(() => undefined) };
  } finally {
    cancel.dispose();
    await worker.end();
  }
}

/**
 * Measures; asks the user before flash is overwritten, at a point where nothing is lost yet. Nobody is asked about a
 * spec that decides this itself.
 */
async function measureWithConsent(asked: Asked, means: RunMeans, life: Life): Promise<EndedRun> {
  if (asked.spec.flash) return measure(asked, means, life, asked.spec.flash);
  const end = await measure(asked, means, life, means.flash.recall(asked));
  if (end.failure?.code !== FLASH_NOT_ALLOWED) return end;
  enterPhase(life, vscode.l10n.t('Waiting for your answer'));
  const consent = await means.flash.ask(asked, end.failure);
  if (!consent || life.controller.signal.aborted) return toEndedRun(undefined, true);
  const consented = await measure(asked, means, life, consent);
  void means.flash.showBackup(asked, consent);
  return consented;
}

/** The first phase; a chip without a project is tried for seconds before it is measured. */
function describeStart({ target: { id, board } }: HomeTarget): string {
  return board?.bare === undefined
    ? vscode.l10n.t('Starting on {0}', id)
    : vscode.l10n.t('Examining the chip of {0}', id);
}

async function live(asked: Asked, means: RunMeans, life: Life): Promise<EndedRun> {
  const { signal } = life.controller;
  const leave = await means.lanes.enter(asked.target, signal);
  if (!leave) return toEndedRun(undefined, true);
  enterPhase(life, describeStart(asked));
  try {
    if (!(await means.makeRoom(asked, signal))) return toEndedRun(undefined, true);
    return await measureWithConsent(asked, means, life);
  } catch (error) {
    return toEndedRun(toFailure(error), signal.aborted);
  } finally {
    leave();
  }
}

/** Starts a run as soon as its lane is free. */
export function startRunning(asked: Asked, means: RunMeans): RunningRun {
  const life: Life = {
    controller: new AbortController(),
    updates: new Map(),
    updated: new vscode.EventEmitter(),
    messageReceived: new vscode.EventEmitter(),
    phaseChanged: new vscode.EventEmitter(),
    phase: vscode.l10n.t('Waiting for its turn on {0}', asked.target.id),
  };
  const end = live(asked, means, life);
  return {
    ...asked,
    id: means.id,
    startedAt: new Date(),
    updates: life.updates,
    get phase() {
      return life.phase;
    },
    onDidChangePhase: life.phaseChanged.event,
    onDidUpdate: life.updated.event,
    onDidReceiveMessage: life.messageReceived.event,
    end,
    cancel: () => {
      if (life.controller.signal.aborted) return;
      life.controller.abort();
      enterPhase(life, vscode.l10n.t('Stopping'));
    },
  };
}
