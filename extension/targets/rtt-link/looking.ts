import { setImmediate as turn } from 'node:timers/promises';

/** Looks at a target again and again. */
export interface Looking {
  /** Looks at once: ends a hush, but no stall. */
  wake(): void;
  /** Does not look for so long; a later call replaces an earlier one. */
  hush(milliseconds: number): void;
  /** Does not look for so long, whatever else is asked. */
  stall(milliseconds: number): void;
  /** Resolves after a look that begins after the call. */
  next(): Promise<void>;
  /** How many looks found nothing. */
  looks(): number;
  /** Looks no more; resolves when the look in progress is over. */
  stop(): Promise<void>;
}

/** Something that waits is found late by this share of the time for which there was nothing. */
const LATE = 0.05;
const SHORTEST_MS = 1;
const LONGEST_MS = 250;
/** Timers hold no more. */
const FOREVER_MS = 0x7fffffff;

/** How long after a look in vain the next one comes. */
export function pauseAfter(idleMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, idleMs * LATE));
}

/**
 * Starts to look, one look after the other: at once while something is found, ever more seldom while
 * nothing is. `look` says whether it found anything; when it fails, that is the end.
 */
export function startLooking(
  look: () => Promise<boolean>,
  failed: (error: unknown) => void,
): Looking {
  let isStopped = false;
  let isWoken = false;
  let looks = 0;
  let lastFound = performance.now();
  let nextAt = 0;
  let quietUntil = 0;
  let stalledUntil = 0;
  const pause = createPause();
  let begun: (() => void)[] = [];

  const lookOnce = async () => {
    const done = begun;
    begun = [];
    isWoken = false;
    const hasFound = await look();
    const now = performance.now();
    if (hasFound || isWoken) lastFound = now;
    if (!hasFound) looks += 1;
    nextAt = hasFound || isWoken ? now : now + pauseAfter(now - lastFound);
    done.forEach((resolve) => resolve());
  };
  const loop = async () => {
    while (!isStopped) {
      const left = Math.max(nextAt, quietUntil, stalledUntil) - performance.now();
      if (left > 0) await pause.wait(left);
      else await lookOnce().then(() => turn());
    }
  };
  const wake = () => {
    isWoken = true;
    nextAt = quietUntil = 0;
    pause.end();
  };
  const ended = turn().then(loop).catch(failed);
  return {
    wake,
    hush: (milliseconds) => {
      if (milliseconds <= 0) return wake();
      quietUntil = performance.now() + milliseconds;
      pause.end();
    },
    stall: (milliseconds) => {
      stalledUntil = performance.now() + milliseconds;
    },
    next: () => {
      const looked = new Promise<void>((resolve) => begun.push(resolve));
      wake();
      return looked;
    },
    looks: () => looks,
    stop: () => {
      isStopped = true;
      pause.end();
      return ended;
    },
  };
}

/** A wait that can be ended early. */
function createPause() {
  let end = () => {};
  return {
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(milliseconds, FOREVER_MS));
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
