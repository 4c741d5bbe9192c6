/** An action done once for many calls. */
export interface Trigger {
  readonly pull: () => void;
  dispose(): void;
}

/** Runs an action a while after the first of many calls; calls in the meantime are merged. */
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
