import { isSshId } from '../../targets/ssh/address';

/** Lets one after the other into each lane. */
export interface Lanes {
  /** Waits for its turn and gives what ends it; nothing when it was called off before. */
  enter(lane: string, signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Lanes in which nobody is. */
export function newLanes(): Lanes {
  const tails = new Map<string, Promise<void>>();
  return {
    enter: async (lane, signal) => {
      const before = tails.get(lane) ?? Promise.resolve();
      let leave: () => void = () => undefined;
      const own = new Promise<void>((resolve) => (leave = resolve));
      tails.set(
        lane,
        before.then(() => own),
      );
      await Promise.race([before, aborted(signal)]);
      if (!signal.aborted) return leave;
      leave();
      return undefined;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Runs on one computer wait for each other: beside another one, neither would be itself. */
export function laneOf(target: string): string {
  return isSshId(target) ? target : 'this computer';
}
