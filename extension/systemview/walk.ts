import type { Tally } from './extent';
import { EventId, FIRST_WITH_LENGTH, getFixedFields } from './ids';
import { append, type EventStore } from './store';

/** State of the walk over packets. */
export interface WalkState {
  /** Ticks since the stream's start. */
  ticks: number;
  readonly tally: Tally;
  readonly store: EventStore | undefined;
  /** Ids from this one on are left to the slow path. */
  readonly watchFrom: number;
  /** Stream offset of the buffer's first byte. */
  base: number;
  /** Start of the last packet walked over in the buffer, or -1. */
  last: number;
}

/** Packet layout after the first byte; 0, 1 and 2 are that many integers without a length. */
const WITH_LENGTH = 3;
const CAREFUL = 4;

/** Upper bounds of two-byte and three-byte integers. */
const TWO_BYTES = 16_384;
const THREE_BYTES = 2_097_152;

/**
 * Longest packet of two integers: this close to the buffer's end, nothing is read without checks.
 */
const MARGIN = 20;

/** Shapes by first byte: packets that carry names or begin a segment are left to the slow path. */
const SHAPES = Uint8Array.from({ length: 256 }, (_, id) => {
  const careful: readonly number[] = [
    EventId.Nop,
    EventId.Overflow,
    EventId.TraceStart,
    EventId.Init,
    EventId.NameResource,
    EventId.Extended,
  ];
  if (careful.includes(id)) return CAREFUL;
  if (id >= FIRST_WITH_LENGTH) return WITH_LENGTH;
  const fields = getFixedFields(id);
  return fields.length > 2 || fields.includes('s') ? CAREFUL : fields.length;
});

/**
 * Returns whether ten consecutive zeros are possible: they would cover one of the sampled bytes.
 */
export function mayHoldZeros(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 9; at < to; at += 10) if (bytes[at] === 0) return true;
  return false;
}

/** Returns the first integer of a payload, or 0 if the payload is empty. */
export function firstArgument(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return 0;
  let byte = bytes[at] as number;
  let value = byte & 127;
  for (let shift = 7; byte > 127 && shift < 35 && ++at < end; shift += 7) {
    byte = bytes[at] as number;
    value |= (byte & 127) << shift;
  }
  return value >>> 0;
}

/** Returns the position after the integer at `at`, or -1 if it has more than 32 bits. */
function skipU32(bytes: Uint8Array, at: number): number {
  let next = at;
  if (
    (bytes[next++] as number) > 127 &&
    (bytes[next++] as number) > 127 &&
    (bytes[next++] as number) > 127 &&
    (bytes[next++] as number) > 127 &&
    (bytes[next++] as number) > 15
  ) {
    return -1;
  }
  return next;
}

/**
 * Walks over packets from `from` on and returns the start of the first one that needs the slow
 * path: it carries names, is near the buffer's end, may contain a sync or looks damaged. The
 * decoder's only hot loop: it allocates nothing, and checks bounds once per packet.
 *
 * An integer's bytes are added up unmasked; the next one subtracts the continuation bit again.
 */
export function walk(state: WalkState, bytes: Uint8Array, from: number, to: number): number {
  const { store, tally } = state;
  const { counts } = tally;
  const firstRefused = Math.min(state.watchFrom, TWO_BYTES);
  const limit = to - MARGIN;
  let { ticks } = state;
  let events = 0;
  let last = -1;
  let start = from;
  while (start < limit) {
    let at = start + 1;
    let id = bytes[start] as number;
    let payload = at;
    const shape = SHAPES[id] as number;
    if (shape < WITH_LENGTH) {
      if (shape > 0) at = skipU32(bytes, at);
      if (shape > 1 && at > 0) at = skipU32(bytes, at);
      if (at < 0) break;
    } else {
      if (shape === CAREFUL) break;
      if (id > 127) {
        id += ((bytes[at++] as number) - 1) * 128;
        // Encoded longer than necessary, and perhaps one for the slow path.
        if (id < 128) break;
      }
      if (id >= firstRefused) break;
      let length = bytes[at++] as number;
      if (length > 127) length += ((bytes[at++] as number) - 1) * 128;
      payload = at;
      at += length;
      if (at >= limit || length >= TWO_BYTES) break;
      if (length > 9 && mayHoldZeros(bytes, payload, at)) break;
    }
    const payloadEnd = at;
    let delta = bytes[at++] as number;
    if (delta > 127) delta += ((bytes[at++] as number) - 1) * 128;
    if (delta >= TWO_BYTES) delta += ((bytes[at++] as number) - 1) * TWO_BYTES;
    if (delta >= THREE_BYTES) break;
    ticks += delta;
    events++;
    counts[id] = (counts[id] as number) + 1;
    if (store !== undefined) {
      const argument = firstArgument(bytes, payload, payloadEnd);
      append(store, ticks, id, tally.core, argument, state.base + start);
    }
    last = start;
    start = at;
  }
  state.ticks = ticks;
  state.last = last;
  tally.events += events;
  return start;
}
