import { batch, computed, signal } from '@preact/signals';
import { formatNumber, type Range, type SplitSamples } from '../../../../measure';
import { liveKey, type ResultRow, unpackSamples } from '../../../../report';
import { announce, t } from '../../../page';
import type {
  FromResults,
  ResultsState,
  ResultsSubject,
  RunningModel,
  SlowSample,
  ToResults,
} from '../protocol';

type Shown = Extract<ToResults, { type: 'results' }>;

/** A row's slowest samples; undefined while they are requested. */
export interface Slowest {
  readonly samples: readonly SlowSample[];
  readonly failure: string | undefined;
}

/** Samples of a row, all of them or those of a zoom. */
export interface KnownSamples {
  readonly samples: SplitSamples;
  readonly isExact: boolean;
}

export const results = signal<Shown>();
export const running = signal<RunningModel>();
export const failure = signal<{ message: string; hint?: string | undefined }>();
export const subject = signal<ResultsSubject>();
export const selectedKey = signal<string>();
export const samples = signal<ReadonlyMap<string, KnownSamples>>(new Map());
/** The functions of rows that cost most. */
export const costliest = signal<
  ReadonlyMap<string, Extract<ToResults, { type: 'costliest' }>['functions']>
>(new Map());
export const slowest = signal<ReadonlyMap<string, Slowest | undefined>>(new Map());

/** The row whose details are shown. */
export const selected = computed<ResultRow | undefined>(() => {
  const rows = results.value?.model.rows ?? [];
  return rows.find(({ key }) => key === selectedKey.value) ?? rows[0];
});

/** A key for the samples of a row and a range. */
export function samplesKey(row: string, range: Range | undefined): string {
  return range === undefined ? row : `${row} ${range.low} ${range.high}`;
}

/** The state to keep over a reload; undefined until the view shows something. */
export function stateToKeep(): ResultsState | undefined {
  if (subject.value === undefined) return undefined;
  return { version: 1, subject: subject.value, selected: selectedKey.value };
}

/** Handles a message from the editor. */
export function receive(message: ToResults): void {
  batch(() => take(message));
}

function take(message: ToResults): void {
  switch (message.type) {
    case 'results':
      return showResults(message);
    case 'select':
      return select(message.operation);
    case 'samples': {
      const key = samplesKey(message.row, message.range);
      const known = { samples: unpackSamples(message), isExact: message.isExact };
      samples.value = new Map(samples.value).set(key, known);
      return;
    }
    case 'slowest': {
      const { row, samples: found, failure: why } = message;
      slowest.value = new Map(slowest.value).set(row, { samples: found, failure: why });
      return;
    }
    case 'costliest':
      costliest.value = new Map(costliest.value).set(message.row, message.functions);
      return;
    case 'running':
      failure.value = undefined;
      running.value = message.running;
      subject.value = message.subject;
      return;
    case 'live':
      if (running.value) running.value = mergeLive(running.value, message);
      return;
    case 'failure':
      failure.value = message;
      return;
    default:
      return message satisfies never;
  }
}

function showResults(message: Shown): void {
  if (running.value?.state !== undefined) {
    const count = formatNumber(message.model.rows.length);
    announce(t('The run has ended: {0} operations measured.', count));
  }
  const isAnother = results.value?.model.id !== message.model.id;
  running.value = undefined;
  failure.value = undefined;
  results.value = message;
  subject.value = message.subject;
  if (isAnother) {
    samples.value = new Map();
    slowest.value = new Map();
    costliest.value = new Map();
  }
  if (message.operation !== undefined) select(message.operation);
}

function select(operation: string): void {
  const rows = results.value?.model.rows ?? [];
  const found = rows.find((row) => row.operation === operation || row.name === operation);
  if (found) selectedKey.value = found.key;
}

type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** Sends a message to the editor. */
export type Post = (message: WithoutVersion<FromResults>) => void;

type Live = Extract<ToResults, { type: 'live' }>;

/** Merges updates into a run; operations stay in the order of measurement. */
export function mergeLive(known: RunningModel, { operations, phase, messages, state }: Live) {
  const merged = new Map(known.operations.map((each) => [liveKey(each), each]));
  for (const each of operations) merged.set(liveKey(each), each);
  return { ...known, operations: [...merged.values()], phase, messages, state };
}

/** The operation in progress, and those that have ended, the latest first. */
export function splitLive({ operations }: RunningModel) {
  const current = operations.findLast(({ isEnd }) => !isEnd);
  const ended = operations.filter(({ isEnd }) => isEnd).reverse();
  return { current, ended };
}
