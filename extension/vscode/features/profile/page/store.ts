import { batch, computed, signal } from '@preact/signals';
import type { FlameModel } from '../../../../report';
import type { Bridge } from '../../../page';
import type { FromProfile, ProfileState, ToProfile } from '../protocol';
import { type FlameNode, foundTotal, layOutFlame } from './layout';

/** Sends a message to the editor. */
export type Post = Bridge<FromProfile, ProfileState>['post'];

type Shown = Extract<ToProfile, { type: 'profile' }>;

export const profile = signal<Shown>();
export const failure = signal<{ message: string; hint?: string | undefined }>();
export const selectedName = signal<string>();
const flames = signal<ReadonlyMap<number, FlameModel>>(new Map());

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
export const operation = computed(() => {
  const [wanted, all] = [selectedName.value, operations.value];
  const own = all.find(({ name }) => name === wanted);
  // Without its parameters, the first point of a sweep is meant.
  return own ?? all.find(({ name }) => name.startsWith(`${wanted} `)) ?? all[0];
});

/** The place of the operation shown in the run's profile. */
export const selectedAt = computed(() =>
  operation.value ? (profile.value?.operations.indexOf(operation.value) ?? 0) : 0,
);
export const flame = computed(() => flames.value.get(selectedAt.value));

/** The operation to request from the editor. */
export const missing = computed(() =>
  operation.value !== undefined && flame.value === undefined ? selectedAt.value : undefined,
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
  return isOwn === undefined || all === 0 ? undefined : foundTotal(nodes, isOwn) / all;
});

/** Shows another operation, or the same from its start. */
export function chooseOperation(name: string | undefined): void {
  batch(() => {
    selectedName.value = name;
    zoomTo(0);
    hovered.value = undefined;
    marked.value = undefined;
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
        flames.value = new Map(flames.value).set(message.operation, message.model);
        return;
      case 'failure':
        failure.value = message;
        return;
      default:
        return message satisfies never;
    }
  });
}
