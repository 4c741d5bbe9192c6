import { batch, computed, signal } from '@preact/signals';
import type { Bridge } from '../../../page';
import type { FromHistory, HistoryState, ShownHistory, ToHistory } from '../protocol';

/** Sends a message to the editor. */
export type Post = Bridge<FromHistory, HistoryState>['post'];

export const history = signal<ShownHistory>();
/** The changes of the history that is shown are still being searched. */
export const isSearching = signal(false);
export const progress = signal<{ done: number; total: number }>();
export const failure = signal<{ message: string; hint?: string | undefined }>();
const wanted = signal<string>();
export const query = signal('');
/** Only operations with changes are shown. */
export const isChangedOnly = signal(false);

export const targetIds = computed(() => [
  ...new Set(history.value?.series.map(({ target }) => target)),
]);
export const target = computed(() =>
  wanted.value !== undefined && targetIds.value.includes(wanted.value)
    ? wanted.value
    : targetIds.value[0],
);

/** The series of the target, with their indices in the message. */
export const shown = computed(() => {
  const words = query.value.trim().toLowerCase();
  return (history.value?.series ?? [])
    .map((series, at) => ({ series, at }))
    .filter(
      ({ series }) =>
        series.target === target.value &&
        series.operation.toLowerCase().includes(words) &&
        (!isChangedOnly.value || isSearching.value || series.changes.length > 0),
    );
});

export function chooseTarget(id: string | undefined): void {
  wanted.value = id;
}

/** The state to keep over a reload; undefined until the view shows something. */
export function stateToKeep(): HistoryState | undefined {
  const home = history.value?.home;
  return home === undefined ? undefined : { version: 1, home, target: target.value };
}

type Changes = Extract<ToHistory, { type: 'changes' }>['changes'];

const withChanges = (shownHistory: ShownHistory, changes: Changes): ShownHistory => ({
  ...shownHistory,
  series: shownHistory.series.map((each, at) => ({ ...each, changes: changes[at] ?? [] })),
});

/** Handles a message from the editor. */
export function receive(message: ToHistory): void {
  batch(() => {
    failure.value = undefined;
    switch (message.type) {
      case 'reading':
        progress.value = message;
        return;
      case 'history':
        progress.value = undefined;
        history.value = message;
        isSearching.value = true;
        return;
      case 'changes':
        history.value = history.value && withChanges(history.value, message.changes);
        isSearching.value = false;
        return;
      case 'failure':
        failure.value = message;
        return;
      default:
        return message satisfies never;
    }
  });
}
