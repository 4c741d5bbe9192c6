/** Something that is done once for many calls. */
export interface Trigger {
  readonly pull: () => void;
  dispose(): void;
}

/** Does something a while after the first of many calls; calls in the meantime count as that one. */
export function newTrigger(milliseconds: number, action: () => void): Trigger {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    pull: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        action();
      }, milliseconds);
    },
    dispose: () => clearTimeout(timer),
  };
}
