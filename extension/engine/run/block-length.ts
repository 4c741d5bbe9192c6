/** How the host waited for a block that has ended. */
export interface BlockWait {
  /** The block took no more: since it could begin, or the whole silence where it was over by then. */
  readonly milliseconds: number;
  /** The host looked in vain meanwhile, so that the block took hardly less. */
  readonly wasLookedInto: boolean;
}

/** A block that has ended waits for so long at most: the smaller of a share and a time. */
const LATE = 0.05;
const LATE_MS = 5;

/**
 * How long such a block takes, in milliseconds, after another one that took `most` by the target's
 * clock: nobody believes that it took as long as the host was busy.
 */
export function learnLength(foretold: number, wait: BlockWait, most: number): number {
  return Math.min(wait.wasLookedInto ? wait.milliseconds : foretold, most);
}

/** How long the host is silent for such a block. */
export function silenceFor(milliseconds: number): number {
  return milliseconds + Math.min(LATE_MS, milliseconds * LATE);
}
