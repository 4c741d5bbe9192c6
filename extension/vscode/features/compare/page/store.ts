import { batch, computed, signal } from '@preact/signals';
import { formatNumber, type Range } from '../../../../measure';
import { type ComparisonOperation, unpackSamples } from '../../../../report';
import { announce, type Bridge, t } from '../../../page';
import type { CompareState, FromCompare, ToCompare } from '../protocol';
import type { DrawnColumn } from './layers';
import { type Filter, passesFilter } from './outcomes';

/** Sends a message to the editor. */
export type Post = Bridge<FromCompare, CompareState>['post'];

export type Shown = Extract<ToCompare, { type: 'comparison' }>;

export const shown = signal<Shown>();
/** Progress of the comparison; undefined if none is running. */
export const progress = signal<{ done: number; total: number }>();
export const failure = signal<{ message: string; hint?: string | undefined }>();
export const selectedName = signal<string>();
export const filter = signal<Filter>('all');
/** The column whose largest changes come first; undefined for the order of the runs. */
export const sortColumn = signal<number>();
export const drawn = signal<ReadonlyMap<string, readonly (DrawnColumn | undefined)[]>>(new Map());

/** The operations that pass the filter. */
export const operations = computed<readonly ComparisonOperation[]>(() => {
  const all = shown.value?.model.operations ?? [];
  return all.filter((operation) => passesFilter(filter.value, operation));
});

/** The operation whose details are shown. */
export const selected = computed<ComparisonOperation | undefined>(() => {
  const all = operations.value;
  return all.find(({ name }) => name === selectedName.value) ?? all[0];
});

/** References to the columns, the baseline first. */
export function references(): string[] {
  return shown.value?.known.map(({ reference }) => reference) ?? [];
}

/** A key for the samples of an operation and a range. */
export function toSamplesKey(operation: string, range: Range | undefined): string {
  return range === undefined ? operation : `${operation} ${range.low} ${range.high}`;
}

/** The state to keep over a reload; undefined until the view shows something. */
export function stateToKeep(): CompareState | undefined {
  if (shown.value === undefined) return undefined;
  const { delta, gate } = shown.value;
  return { version: 1, columns: references(), delta, gate, selected: selectedName.value };
}

/** Handles a message from the editor. */
export function receive(message: ToCompare): void {
  batch(() => take(message));
}

function take(message: ToCompare): void {
  switch (message.type) {
    case 'comparing':
      progress.value = message;
      failure.value = undefined;
      return;
    case 'comparison':
      return show(message);
    case 'samples': {
      if (message.columns.join('\n') !== references().join('\n')) return;
      const key = toSamplesKey(message.operation, message.range);
      const columns = message.drawn.map((each) => {
        return each === null ? undefined : { ...each, samples: unpackSamples(each) };
      });
      drawn.value = new Map(drawn.value).set(key, columns);
      return;
    }
    case 'failure':
      progress.value = undefined;
      failure.value = message;
      return;
    default:
      return message satisfies never;
  }
}

function show(message: Shown): void {
  const before = references().join('\n');
  if (progress.value !== undefined) {
    const count = formatNumber(message.model.operations.length);
    announce(t('{0} operations compared.', count));
  }
  progress.value = undefined;
  failure.value = undefined;
  // A filter without matches would look like an empty comparison.
  const fits = message.model.operations.some((each) => passesFilter(filter.value, each));
  if (!fits) filter.value = 'all';
  shown.value = withNames(message);
  if (references().join('\n') === before) return;
  drawn.value = new Map();
  sortColumn.value = undefined;
}

/** A run with a name is shown by it. */
function withNames(message: Shown): Shown {
  const { model, known } = message;
  const columns = model.columns.map((column, at) => {
    return { ...column, label: known[at]?.name ?? column.label };
  });
  return { ...message, model: { ...model, columns } };
}
