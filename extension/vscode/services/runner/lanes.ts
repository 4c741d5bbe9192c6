import { countEmulatorSlots } from '../../../host';
import {
  excludeEachOther,
  isProbed,
  lockName,
  resolveProbeUse,
  type Target,
} from '../../../targets';

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

/** Empty lanes; `emulators` run at the same time. */
export function newLanes(emulators = countEmulatorSlots()): Lanes {
  const visits = new Set<Visit>();
  return {
    enter: async (target, signal) => {
      const before = [...visits].filter((visit) => disturbEachOther(visit.target, target));
      const beside = isEmulator(target)
        ? [...visits].filter((each) => isEmulator(each.target))
        : [];
      let leave: () => void = () => undefined;
      const left = Promise.all([
        new Promise<void>((resolve) => (leave = resolve)),
        // A cancelled waiter must not let later ones overtake earlier ones.
        ...before.map((visit) => visit.left),
      ]).then(() => undefined);
      const visit = { target, left };
      visits.add(visit);
      void left.then(() => visits.delete(visit));
      const turn = Promise.all([
        ...before.map((each) => each.left),
        awaitSome(
          beside.map((each) => each.left),
          beside.length - emulators + 1,
        ),
      ]);
      await Promise.race([turn, awaitAbort(signal)]);
      if (!signal.aborted) return leave;
      leave();
      return undefined;
    },
  };
}

/** Waits for so many of some promises, whichever they are. */
async function awaitSome(all: readonly Promise<void>[], count: number): Promise<void> {
  let missing = count;
  if (missing <= 0) return;
  await new Promise<void>((resolve) => {
    for (const each of all) {
      void each.then(() => {
        missing--;
        if (missing === 0) resolve();
      });
    }
  });
}

function awaitAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * True if running both at once would distort either. A measurement in this computer's own time
 * needs the computer alone, without even the host of another target. Boards share their probe or
 * server; a board measures independently of this computer, and so does an emulator, which counts
 * instructions.
 */
export function disturbEachOther(a: LaneTarget, b: LaneTarget): boolean {
  if (isOwnTime(a) || isOwnTime(b)) return true;
  // Each run starts an emulator of its own, also of the same target.
  if (isEmulator(a) && isEmulator(b)) return false;
  return excludeEachOther(nameLane(a), nameLane(b));
}

function isOwnTime({ board, deterministic, isRemote }: LaneTarget): boolean {
  return !board && !deterministic && !isRemote;
}

/** True for a target that takes a processor of this computer, but not its time. */
function isEmulator(target: LaneTarget): boolean {
  const { board, isRemote } = target;
  return !isOwnTime(target) && !isRemote && !(board && isProbed(board));
}

function nameLane({ id, board }: LaneTarget): string {
  return board && isProbed(board) ? lockName(resolveProbeUse(board)) : id;
}
