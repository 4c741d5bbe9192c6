import { excludeEachOther, isProbed, lockName, probeUseOf, type Target } from '../../../targets';

/** The part of a target that determines which runs would disturb one on it. */
export type LaneTarget = Pick<Target, 'id' | 'board' | 'deterministic' | 'isRemote'>;

/** Serialises runs on targets that would disturb each other. */
export interface Lanes {
  /** Waits for its turn and returns a function that ends it; undefined if cancelled first. */
  enter(target: LaneTarget, signal: AbortSignal): Promise<(() => void) | undefined>;
}

interface Visit {
  readonly target: LaneTarget;
  readonly left: Promise<void>;
}

/** Empty lanes. */
export function newLanes(): Lanes {
  const visits = new Set<Visit>();
  return {
    enter: async (target, signal) => {
      const before = [...visits].filter((visit) => disturbEachOther(visit.target, target));
      let leave: () => void = () => undefined;
      const left = Promise.all([
        new Promise<void>((resolve) => (leave = resolve)),
        // A cancelled waiter must not let later ones overtake earlier ones.
        ...before.map((visit) => visit.left),
      ]).then(() => undefined);
      const visit = { target, left };
      visits.add(visit);
      void left.then(() => visits.delete(visit));
      await Promise.race([Promise.all(before.map((each) => each.left)), awaitAbort(signal)]);
      if (!signal.aborted) return leave;
      leave();
      return undefined;
    },
  };
}

function awaitAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * True if running both at once would distort either. A measurement in this computer's own time
 * needs the computer alone, without even the host of another target. Emulators share the computer,
 * boards their probe or server; a board measures independently of this computer.
 */
export function disturbEachOther(a: LaneTarget, b: LaneTarget): boolean {
  if (isOwnTime(a) || isOwnTime(b)) return true;
  return excludeEachOther(laneOf(a), laneOf(b));
}

function isOwnTime({ board, deterministic, isRemote }: LaneTarget): boolean {
  return !board && !deterministic && !isRemote;
}

function laneOf({ id, board, isRemote }: LaneTarget): string {
  if (board && isProbed(board)) return lockName(probeUseOf(board));
  return isRemote ? id : 'this computer';
}
