import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import type { RunListeners } from './spec';

/** The interval at which a target in use is tried again. */
const RETRY_MS = 500;

interface Patience extends Pick<RunListeners, 'onMessage' | 'onWaiting'> {
  /** The time to wait; without it a target in use is refused at once. */
  readonly waitSeconds?: number | undefined;
  readonly signal: AbortSignal;
}

/** Tries to take a target, and again while it is in use and within the time to wait. */
export async function onceFree<T>(
  attempt: () => Promise<T>,
  { waitSeconds = 0, signal, onMessage, onWaiting }: Patience,
): Promise<T> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt();
    } catch (error) {
      const isInUse = error instanceof TargetError && error.code === 'busy';
      if (!isInUse || performance.now() >= deadline) throw error;
      if (isFirst) {
        onMessage(`${error.message}. Waiting until it is free.`);
        onWaiting?.();
      }
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}
