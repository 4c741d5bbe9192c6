import { MAX_ID } from './extent';

/** A stretch of a stream that begins with a trace start. */
export interface Segment {
  readonly startTicks: number;
  /** How many events of the stream came before it. */
  readonly firstEvent: number;
}

/** What is counted of one core. */
export interface Tally {
  readonly core: number;
  readonly counts: Float64Array;
  events: number;
  firstTicks: number;
  lastTicks: number;
  readonly segments: Segment[];
  bytes: number;
  overflows: number;
  lost: number;
}

/** A tally that has counted nothing. */
export function newTally(core: number): Tally {
  return {
    core,
    counts: new Float64Array(MAX_ID + 1),
    events: 0,
    firstTicks: 0,
    lastTicks: 0,
    segments: [],
    bytes: 0,
    overflows: 0,
    lost: 0,
  };
}

/** Begins a segment with the event that is about to be counted. */
export function beginSegment(tally: Tally, startTicks: number): void {
  tally.segments.push({ startTicks, firstEvent: tally.events });
}

/**
 * Counts an overflow packet. Its number is cumulative since the target's start and leaves out the
 * first packet of each burst, which the overflow packet itself stands for. Returns the number to
 * compare the next one with.
 */
export function countOverflow(tally: Tally, dropped: number, before: number): number {
  tally.overflows++;
  // A smaller number than before: the target was started again.
  tally.lost += 1 + (dropped >= before ? dropped - before : dropped);
  return dropped;
}
