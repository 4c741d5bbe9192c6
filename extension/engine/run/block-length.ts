/** How long blocks of one shape take, as far as that is known. */
export interface BlockLength {
  readonly milliseconds: number;
  /** For how many more blocks it is believed without a look. */
  readonly believed: number;
}

/** How the host waited for a block that has ended. */
export interface BlockWait {
  /** The block took no more: since it could begin, or the whole silence where it was over by then. */
  readonly milliseconds: number;
  /** The host looked in vain meanwhile, so that the block took hardly less. */
  readonly wasLookedInto: boolean;
}

/** This computer may have been busy while it watched, or may be faster now: it looks again at times. */
const BELIEVED = 16;
/** Two that differ by no more than this share agree. */
const AGREE = 0.25;
/** A block that has ended waits for so long at most: the smaller of a share and a time. */
const LATE = 0.05;
const LATE_MS = 5;

/**
 * What is known after another block that took `most` at the most. A clock that tells time does not
 * let the host believe that a block took as long as the host was busy.
 */
export function learnLength(
  { milliseconds, believed }: BlockLength,
  wait: BlockWait,
  most: number,
  tellsTime: boolean,
): BlockLength {
  const seen = Math.min(wait.milliseconds, most);
  if (wait.wasLookedInto) {
    if (tellsTime) return { milliseconds: seen, believed: BELIEVED };
    const agree = Math.abs(seen - milliseconds) <= AGREE * Math.max(seen, milliseconds);
    if (!agree) return { milliseconds: seen, believed: 0 };
    return { milliseconds: (seen + milliseconds) / 2, believed: BELIEVED };
  }
  if (believed === 0) return { milliseconds: seen, believed };
  // Over before the first look, it took no longer than the silence, which says little.
  return { milliseconds: Math.min(milliseconds, most), believed: believed - (tellsTime ? 0 : 1) };
}

/** How long the host is silent for such a block; one that is not believed is looked at halfway. */
export function silenceFor({ milliseconds, believed }: BlockLength): number {
  if (believed === 0) return milliseconds / 2;
  return milliseconds + Math.min(LATE_MS, milliseconds * LATE);
}
