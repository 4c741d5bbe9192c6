import * as vscode from 'vscode';
import { type Failure, failureOf } from '../../core/rpc/rpc';
import { nameAt } from '../../core/sweep/names';
import type { KeptRun, RunCalls, RunTelling, WorkerOrder } from '../../workers/run/protocol';
import type { FlashConsent } from '../../targets/target';
import type { LiveUpdate, RunEnd, RunningRun, RunOrder } from '../services';
import type { WorkerHandle } from '../worker';
import { FLASH_NOT_ALLOWED, type FlashQuestions } from './flash';
import type { Lanes } from './lanes';
import { phaseOf } from './phase';

/** A target that does not stop when it is told to is ended with everything that was started. */
const QUIET_WITHIN_MS = 2000;

/** What a run needs of its surroundings. */
export interface RunPlace {
  readonly id: number;
  readonly lanes: Lanes;
  /** Sees to it that no debug session has the board; false when the user wants to keep one. */
  readonly makeRoom: (order: RunOrder, signal: AbortSignal) => Promise<boolean>;
  readonly workerOrder: (flash: FlashConsent | undefined) => WorkerOrder;
  readonly flash: FlashQuestions;
  readonly startWorker: () => WorkerHandle<RunCalls>;
}

interface Life {
  readonly controller: AbortController;
  readonly updates: Map<string, LiveUpdate>;
  readonly updated: vscode.EventEmitter<LiveUpdate>;
  readonly said: vscode.EventEmitter<string>;
  readonly phaseChanged: vscode.EventEmitter<string>;
  phase: string;
}

function enterPhase(life: Life, phase: string | undefined): void {
  if (phase === undefined || phase === life.phase) return;
  life.phase = phase;
  life.phaseChanged.fire(phase);
}

function hear(life: Life, telling: RunTelling): void {
  if (telling.kind === 'message') life.said.fire(telling.text);
  if (telling.kind === 'progress') {
    const { progress } = telling;
    // What is measured again, in another pass or repeat, moves to the end.
    const name = nameAt(progress.operation, progress.point);
    life.updates.delete(name);
    life.updates.set(name, progress);
    life.updated.fire(progress);
  }
  const isStopping = life.controller.signal.aborted;
  if (!isStopping) enterPhase(life, phaseOf(telling, vscode.l10n.t));
}

/** Ends the thread of a run that was cancelled unless its target is quiet in time. */
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

function ended(failure: Failure | undefined, wasCancelled: boolean): RunEnd {
  const isCancel =
    wasCancelled && (failure?.code === 'cancelled' || failure?.code === 'worker-ended');
  return {
    run: undefined,
    result: undefined,
    failure: isCancel ? undefined : failure,
    wasCancelled,
  };
}

/** What is left of a run whose gate is called off: everything but the gate. */
function withoutGate(signal: AbortSignal) {
  let give: (kept: KeptRun) => void = () => undefined;
  const called = new Promise<KeptRun>((resolve) => (give = resolve));
  const begin = (kept: KeptRun) => {
    const gateProblem = 'It was called off.';
    const end = () => give({ ...kept, gateProblem });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  };
  return { called, begin };
}

async function measure(
  { home }: RunOrder,
  place: RunPlace,
  life: Life,
  flash: FlashConsent | undefined,
): Promise<RunEnd> {
  const { signal } = life.controller;
  const worker = place.startWorker();
  const cancel = watchCancel(signal, () => void worker.end());
  const gate = withoutGate(signal);
  const onTell = (telling: RunTelling) => {
    if (telling.kind === 'quiet') cancel.quiet();
    if (telling.kind === 'comparing') gate.begin(telling.kept);
    hear(life, telling);
  };
  try {
    const kept = worker.client.call('run', place.workerOrder(flash), { signal, onTell });
    const result = await Promise.race([kept, gate.called]);
    const end = ended(result.failure, signal.aborted);
    return { ...end, run: { home: home.id, id: result.id }, result };
  } catch (error) {
    return ended(failureOf(error), signal.aborted);
  } finally {
    cancel.dispose();
    await worker.end();
  }
}

/** Measures; where that would overwrite flash, the user is asked first and nothing is lost by then. */
async function measureWithConsent(order: RunOrder, place: RunPlace, life: Life): Promise<RunEnd> {
  const end = await measure(order, place, life, place.flash.remembered(order));
  if (end.failure?.code !== FLASH_NOT_ALLOWED) return end;
  enterPhase(life, vscode.l10n.t('Waiting for your answer'));
  const consent = await place.flash.ask(order, end.failure);
  if (!consent || life.controller.signal.aborted) return ended(undefined, true);
  const consented = await measure(order, place, life, consent);
  void place.flash.tellBackup(order, consent);
  return consented;
}

async function live(order: RunOrder, place: RunPlace, life: Life): Promise<RunEnd> {
  const { signal } = life.controller;
  const leave = await place.lanes.enter(order.target, signal);
  if (!leave) return ended(undefined, true);
  enterPhase(life, vscode.l10n.t('Starting on {0}', order.target.id));
  try {
    if (!(await place.makeRoom(order, signal))) return ended(undefined, true);
    return await measureWithConsent(order, place, life);
  } catch (error) {
    return ended(failureOf(error), signal.aborted);
  } finally {
    leave();
  }
}

/** Starts a run as soon as its lane is free. */
export function startRunning(order: RunOrder, place: RunPlace): RunningRun {
  const life: Life = {
    controller: new AbortController(),
    updates: new Map(),
    updated: new vscode.EventEmitter(),
    said: new vscode.EventEmitter(),
    phaseChanged: new vscode.EventEmitter(),
    phase: vscode.l10n.t('Waiting for its turn on {0}', order.target.id),
  };
  const end = live(order, place, life);
  return {
    id: place.id,
    order,
    startedAt: new Date(),
    updates: life.updates,
    get phase() {
      return life.phase;
    },
    onDidChangePhase: life.phaseChanged.event,
    onDidUpdate: life.updated.event,
    onDidSay: life.said.event,
    end,
    cancel: () => {
      if (life.controller.signal.aborted) return;
      life.controller.abort();
      enterPhase(life, vscode.l10n.t('Stopping'));
    },
  };
}
