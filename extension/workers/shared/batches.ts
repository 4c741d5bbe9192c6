/** What arrives one by one and is handed on together. */
export interface Batches<T> {
  readonly add: (item: T) => void;
  /** Hands on what there is now. */
  readonly flush: () => void;
}

/** Gathers what comes within `milliseconds`: a message for each line of a build would be too many. */
export function newBatches<T>(give: (items: readonly T[]) => void, milliseconds = 50): Batches<T> {
  let held: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length === 0) return;
    const items = held;
    held = [];
    give(items);
  };
  return {
    add: (item) => {
      held.push(item);
      timer ??= setTimeout(flush, milliseconds);
    },
    flush,
  };
}
