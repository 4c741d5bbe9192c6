import { FIRST_WITH_LENGTH, getFixedFields } from './ids';

/** Longest payload that a recorder can send: its length field has at most two bytes. */
const MAX_PAYLOAD = 16_383;

/** Higher ids are undefined: bytes with one are not a packet. */
const MAX_ID = 32_767;

/** A packet's id, payload, delta and end; one object is reused for all packets. */
export interface Extent {
  id: number;
  /** Always 0 except in merged streams. */
  core: number;
  payload: number;
  payloadEnd: number;
  delta: number;
  end: number;
  /** Why the bytes are not a packet. */
  fault: string;
}

type Measured = 'packet' | 'damage' | 'more';

/** Creates an extent for `measureExtent` to fill. */
export function newExtent(): Extent {
  return { id: 0, core: 0, payload: 0, payloadEnd: 0, delta: 0, end: 0, fault: '' };
}

/** Returned instead of a position if bytes are missing. */
export const MORE = -1;
const BROKEN = -2;
const FIELDS = Array.from({ length: FIRST_WITH_LENGTH }, (_, id) => getFixedFields(id));

/**
 * Returns the position after the integer at `at`, MORE if it is incomplete, another negative beyond
 * 32 bits.
 */
export function skipU32(bytes: Uint8Array, at: number, to: number): number {
  for (let n = 0; n < 5; n++) {
    if (at + n >= to) return MORE;
    const byte = bytes[at + n] ?? 0;
    if (byte < 128) return n === 4 && byte > 15 ? BROKEN : at + n + 1;
  }
  return BROKEN;
}

function skipString(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to) return MORE;
  const length = bytes[at] ?? 0;
  if (length < 255) return at + 1 + length;
  if (at + 3 > to) return MORE;
  const long = (bytes[at + 1] ?? 0) * 256 + (bytes[at + 2] ?? 0);
  return long > MAX_PAYLOAD ? BROKEN : at + 3 + long;
}

/** Decodes the integer from `at` to `end`, as measured by skipU32. */
export function u32At(bytes: Uint8Array, at: number, end: number): number {
  let value = 0;
  for (let i = end - 1; i >= at; i--) value = value * 128 + ((bytes[i] ?? 0) & 127);
  return value;
}

function skipFixed(bytes: Uint8Array, from: number, to: number, fields: string): number {
  let at = from;
  for (let n = 0; n < fields.length && at >= 0; n++) {
    at = fields[n] === 's' ? skipString(bytes, at, to) : skipU32(bytes, at, to);
  }
  return at;
}

function fail(out: Extent, position: number, what: string): Measured {
  if (position === MORE) return 'more';
  out.fault = what;
  return 'damage';
}

/**
 * Measures the packet at `from`. In a merged stream (`merged`) bit 6 of the id's last byte selects
 * the core and is not part of the id.
 */
export function measureExtent(
  bytes: Uint8Array,
  from: number,
  to: number,
  merged: boolean,
  out: Extent,
): Measured {
  const idEnd = skipU32(bytes, from, to);
  if (idEnd < 0) return fail(out, idEnd, 'an event id is longer than 32 bits');
  out.id = u32At(bytes, from, idEnd);
  out.core = 0;
  if (merged && ((bytes[idEnd - 1] ?? 0) & 64) !== 0) {
    out.id -= 64 * 128 ** (idEnd - from - 1);
    out.core = 1;
  }
  if (out.id > MAX_ID) return fail(out, BROKEN, `there is no event id ${out.id}`);

  out.payload = idEnd;
  if (out.id < FIRST_WITH_LENGTH) {
    out.payloadEnd = skipFixed(bytes, idEnd, to, FIELDS[out.id] ?? '');
    if (out.payloadEnd < 0) return fail(out, out.payloadEnd, `event ${out.id} has a broken field`);
  } else {
    out.payload = skipU32(bytes, idEnd, to);
    if (out.payload < 0) return fail(out, out.payload, `event ${out.id} has a broken length`);
    const length = u32At(bytes, idEnd, out.payload);
    if (length > MAX_PAYLOAD) return fail(out, BROKEN, `event ${out.id} has ${length} bytes`);
    out.payloadEnd = out.payload + length;
  }

  out.end = skipU32(bytes, out.payloadEnd, to);
  if (out.end < 0) return fail(out, out.end, `event ${out.id} has a broken time`);
  out.delta = u32At(bytes, out.payloadEnd, out.end);
  return 'packet';
}

/** A part of a stream that begins with a trace start. */
interface Segment {
  readonly startTicks: number;
  /** Number of events in the stream before it. */
  readonly firstEvent: number;
}

/** Counts for one core. */
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

/** Creates an empty tally. */
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

/** Starts a segment at the event about to be counted. */
export function beginSegment(tally: Tally, startTicks: number): void {
  tally.segments.push({ startTicks, firstEvent: tally.events });
}

/**
 * Counts an overflow packet. Its number is cumulative since the target's start and leaves out the
 * first packet of each burst, which the overflow packet replaces. Returns the number to compare
 * with the next one.
 */
export function countOverflow(tally: Tally, dropped: number, before: number): number {
  tally.overflows++;
  // A smaller number than before: the target has restarted.
  tally.lost += 1 + (dropped >= before ? dropped - before : dropped);
  return dropped;
}
