import type { Answer } from './call';

const CALLS_AT_ONCE = 2;
const MOST_WAITING = 64;

/** Runs a few calls at once; others wait, and those beyond a limit are refused. */
export function newQueue() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work: () => Promise<Answer>): Promise<Answer> => {
    if (waiting.length >= MOST_WAITING) {
      return {
        text: `${MOST_WAITING} calls are waiting already. Call again later.`,
        isError: true,
      };
    }
    // A call that waits takes the place of one that ends.
    if (running >= CALLS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
