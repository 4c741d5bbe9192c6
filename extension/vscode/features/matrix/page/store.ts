import { batch, computed, signal } from '@preact/signals';
import { CHANGES } from '../../../../compare';
import type { Bridge } from '../../../page';
import type { FromMatrix, MatrixState, ShownMatrix, ToMatrix } from '../protocol';

/** Sends a message to the editor. */
export type Post = Bridge<FromMatrix, MatrixState>['post'];

export const matrix = signal<ShownMatrix>();
export const failure = signal<{ message: string; hint?: string | undefined }>();
export const query = signal('');
/** Only operations that changed on some target are shown. */
export const isChangedOnly = signal(false);

/** The operations of the filters, with their indices in the message. */
export const shown = computed(() => {
  const words = query.value.trim().toLowerCase();
  return (matrix.value?.operations ?? [])
    .map((operation, at) => ({ operation, at }))
    .filter(
      ({ operation: { name, cells } }) =>
        name.toLowerCase().includes(words) &&
        (!isChangedOnly.value || cells.some((cell) => cell?.verdict && CHANGES.has(cell.verdict))),
    );
});

/** The state to keep over a reload; undefined until the view shows something. */
export function stateToKeep(): MatrixState | undefined {
  const home = matrix.value?.home;
  return home === undefined ? undefined : { version: 1, home };
}

/** Handles a message from the editor. */
export function receive(message: ToMatrix): void {
  batch(() => {
    failure.value = undefined;
    switch (message.type) {
      case 'matrix':
        matrix.value = message;
        return;
      case 'failure':
        failure.value = message;
        return;
      default:
        return message satisfies never;
    }
  });
}
