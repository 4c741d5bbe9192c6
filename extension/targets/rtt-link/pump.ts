/** Calls a poll function often while there is work, seldom when there is none. */
export interface Pump {
  /** Stops polling once a poll finds nothing, until `wake`. */
  rest(): void;
  wake(): void;
  /** Polls at once; does not end a rest. */
  nudge(): void;
  /** Does not poll for a while. */
  stall(milliseconds: number): void;
  stop(): void;
}

/** How long after the last byte the next one is expected at once: an agent's gap between packets. */
const SPIN_MS = 2;
const IDLE_MS = 1;

/** Starts polling; `poll` says whether it found anything. */
export function startPump(poll: () => boolean): Pump {
  let isResting = false;
  let isStopped = false;
  let stalledUntil = 0;
  let lastActive = 0;
  let cancel: (() => void) | undefined;

  const later = (milliseconds: number) => {
    // A nudge from within a poll has made plans already.
    cancel?.();
    if (milliseconds > 0) {
      const timer = setTimeout(turn, milliseconds);
      cancel = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(turn);
      cancel = () => clearImmediate(immediate);
    }
  };
  const turn = () => {
    cancel = undefined;
    const now = performance.now();
    if (now < stalledUntil) return later(Math.ceil(stalledUntil - now));
    if (poll()) lastActive = now;
    if (isStopped) return;
    const isActive = now - lastActive < SPIN_MS;
    if (isResting && !isActive) return;
    later(isActive ? 0 : IDLE_MS);
  };
  const nudge = () => {
    lastActive = performance.now();
    if (!isStopped) later(0);
  };
  nudge();
  return {
    rest: () => {
      isResting = true;
    },
    wake: () => {
      isResting = false;
      nudge();
    },
    nudge,
    stall: (milliseconds) => {
      stalledUntil = performance.now() + milliseconds;
    },
    stop: () => {
      isStopped = true;
      cancel?.();
    },
  };
}
