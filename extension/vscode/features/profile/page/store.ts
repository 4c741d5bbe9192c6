import { batch, computed, signal } from '@preact/signals';
import type { FlameModel } from '../../../../report';
import type { Bridge } from '../../../page';
import type { FromProfile, ProfileState, ToProfile } from '../protocol';
import { type FlameNode, sumMatches, layOutFlame } from './layout';

/** Sends a message to the editor. */
export type Post = Bridge<FromProfile, ProfileState>['post'];

type Shown = Extract<ToProfile, { type: 'profile' }>;
type Flame = Extract<ToProfile, { type: 'flame' }>;

export const profile = signal<Shown>();
export const failure = signal<{ message: string; hint?: string | undefined }>();
export const selectedName = signal<string>();
/** The path of the operation that is shown in time order; undefined for all samples by cost. */
const path = signal<number>();
const flames = signal<ReadonlyMap<string, FlameModel>>(new Map());

/** The name that stands for all operations: none has it. */
export const ALL = '';

/** The frame shown in full width; 0 for all. */
export const zoom = signal(0);
/** The frame that keys start from, and whose figures are shown. */
export const current = signal(0);
/** The frame under the pointer. */
export const hovered = signal<number>();
export const query = signal('');
/** A function chosen in the table. */
export const marked = signal<number>();

/** The operations to choose from: in a difference those of both runs, what differs most first. */
export const operations = computed(() => {
  const { operations: all = [], against } = profile.value ?? {};
  if (against === undefined) return all;
  const change = ({ samples, instructions, before = 0 }: (typeof all)[number]) =>
    Math.abs(instructions / Math.max(1, samples) - before);
  const shared = all.filter(({ before }) => before !== undefined);
  return shared.sort((a, b) => change(b) - change(a));
});
/** Operations can be joined by their instructions; samples show only how each divides its own time. */
export const canJoin = computed(
  () => operations.value.length > 1 && operations.value.every(({ sampled }) => !sampled),
);
const isWhole = computed(() => selectedName.value === ALL && canJoin.value);
export const operation = computed(() => {
  const [wanted, all] = [selectedName.value, operations.value];
  if (isWhole.value) return joinOperations(all);
  const own = all.find(({ name }) => name === wanted);
  // Without its parameters, the first point of a sweep is meant.
  return own ?? all.find(({ name }) => name.startsWith(`${wanted} `)) ?? all[0];
});

/** All operations, as if each was executed once. */
function joinOperations(all: typeof operations.value): (typeof all)[number] {
  const sum = (of: (own: (typeof all)[number]) => number) =>
    all.reduce((so, own) => so + of(own), 0);
  const before = profile.value?.against && { before: sum((own) => own.before ?? 0) };
  const instructions = sum((own) => own.instructions / Math.max(1, own.samples));
  return { name: ALL, samples: 1, instructions, ...before };
}

/** The index of the operation shown in the run's profile; undefined for all of them. */
export const selectedAt = computed(() =>
  operation.value && !isWhole.value
    ? (profile.value?.operations.indexOf(operation.value) ?? 0)
    : undefined,
);
/** The operation and path whose flame graph is drawn. */
export const subject = computed(() => ({ operation: selectedAt.value, path: path.value }));
const toKey = (of: Pick<Flame, 'operation' | 'path'>) => `${of.operation} ${of.path}`;
export const flame = computed(() => flames.value.get(toKey(subject.value)));

/** The paths of the operation, that of most samples first. */
export const paths = computed(() => {
  const own = flames.value.get(toKey({ operation: selectedAt.value, path: undefined }));
  const all = (own?.paths ?? []).map((each, at) => ({ ...each, at }));
  return all.sort((a, b) => b.samples - a.samples);
});

/** The flame graph to request from the editor. */
export const missing = computed(() =>
  operation.value !== undefined && flame.value === undefined ? subject.value : undefined,
);

export const frames = computed(() => layOutFlame(flame.value?.nodes ?? [], zoom.value));

/** True for the functions that are searched for, or chosen in the table; undefined without a search. */
export const isFound = computed(() => {
  const [sought, own, model] = [query.value.trim().toLowerCase(), marked.value, flame.value];
  if (sought === '' && own === undefined) return undefined;
  return ({ function: each }: Pick<FlameNode, 'function'>) =>
    sought === ''
      ? each === own
      : (model?.functions[each]?.name.toLowerCase().includes(sought) ?? false);
});

/** The share of all instructions that is found. */
export const foundShare = computed(() => {
  const [isOwn, nodes] = [isFound.value, flame.value?.nodes ?? []];
  const all = nodes[0]?.total ?? 0;
  return isOwn === undefined || all === 0 ? undefined : sumMatches(nodes, isOwn) / all;
});

/** Shows another operation, or the same from its start. */
export function chooseOperation(name: string | undefined): void {
  batch(() => {
    selectedName.value = name;
    choosePath(undefined);
    marked.value = undefined;
  });
}

/** Shows a path of the operation in time order, or all samples by cost. */
export function choosePath(at: number | undefined): void {
  batch(() => {
    path.value = at;
    zoomTo(0);
    hovered.value = undefined;
  });
}

/** Shows a frame in full width. */
export function zoomTo(node: number): void {
  batch(() => {
    zoom.value = node;
    current.value = node;
  });
}

/** The state to keep over a reload; undefined until the view shows something. */
export function stateToKeep(): ProfileState | undefined {
  if (profile.value === undefined) return undefined;
  const { home, id, against } = profile.value;
  return { version: 1, home, id, against, operation: operation.value?.name };
}

/** Handles a message from the editor. */
export function receive(message: ToProfile): void {
  batch(() => {
    failure.value = undefined;
    switch (message.type) {
      case 'profile':
        // The run may have been profiled again.
        flames.value = new Map();
        profile.value = message;
        return chooseOperation(selectedName.value);
      case 'select':
        return chooseOperation(message.operation);
      case 'flame':
        flames.value = new Map(flames.value).set(toKey(message), message.model);
        return;
      case 'failure':
        failure.value = message;
        return;
      default:
        return message satisfies never;
    }
  });
}
