import type { Memory } from './memory';
import { advance, pending, type Ring, spansToRead, spansToWrite } from './ring';

export interface Channel {
  readonly name: string;
  /** Its number among those of its direction. */
  readonly index: number;
  /** Address of the channel's descriptor in the control block. */
  readonly descriptor: number;
  readonly buffer: number;
  readonly size: number;
  readonly flags: number;
}

/** Bytes to be written to an address. */
export interface Update {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Where a descriptor holds its ring: size, write offset, read offset. */
export const RING_AT = 8;
const RING_SIZE = 12;
const EMPTY = new Uint8Array();

/** Takes what an up channel holds; undefined when its descriptor is no longer valid. */
export function readUp(memory: Memory, channel: Channel, limit = Infinity): Uint8Array | undefined {
  const ring = readRing(memory, channel);
  if (ring === undefined) return undefined;
  const length = Math.min(limit, pending(ring));
  if (length === 0) return EMPTY;
  const bytes = new Uint8Array(length);
  let taken = 0;
  for (const span of spansToRead(ring, length)) {
    const part = memory.read(channel.buffer + span.offset, span.length);
    if (part === undefined) return undefined;
    bytes.set(part, taken);
    taken += span.length;
  }
  const offset = encodeReadOffset(channel, advance(ring.readOffset, length, ring.size));
  memory.write(offset.address, offset.bytes);
  return bytes;
}

/** Writes as much as fits into a down channel and says how much; undefined when it is no longer valid. */
export function writeDown(memory: Memory, channel: Channel, bytes: Uint8Array): number | undefined {
  const ring = readRing(memory, channel);
  if (ring === undefined) return undefined;
  const { updates, written } = planDown(channel, ring, bytes, encodeWriteOffset);
  for (const update of updates) memory.write(update.address, update.bytes);
  return written;
}

/** The writes, in order, that put as much as fits into a down channel; `next` is the ring after them. */
export function planDown(
  channel: Channel,
  ring: Ring,
  bytes: Uint8Array,
  encode: (channel: Channel, offset: number) => Update,
) {
  const updates: Update[] = [];
  let written = 0;
  for (const { offset, length } of spansToWrite(ring, bytes.length)) {
    const part = bytes.subarray(written, written + length);
    updates.push({ address: channel.buffer + offset, bytes: part });
    written += length;
  }
  const writeOffset = advance(ring.writeOffset, written, ring.size);
  if (written > 0) updates.push(encode(channel, writeOffset));
  return { updates, written, next: { ...ring, writeOffset } };
}

/** Bytes that wait in a channel; undefined when its descriptor is no longer valid. */
export function pendingIn(memory: Memory, channel: Channel): number | undefined {
  const ring: Ring | undefined = readRing(memory, channel);
  return ring === undefined ? undefined : pending(ring);
}

/** The ring whose words stand `at` in the bytes; undefined when it does not fit the channel. */
export function ringIn(bytes: Uint8Array, at: number, { size }: Channel): Ring | undefined {
  const ring = rawRing(bytes, at);
  const fits = ring.size === size && ring.writeOffset < size && ring.readOffset < size;
  return fits ? ring : undefined;
}

/** The ring as a descriptor tells it, be it possible or not. */
export function rawRing(bytes: Uint8Array, at: number): Ring {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, RING_SIZE);
  return {
    size: view.getUint32(0, true),
    writeOffset: view.getUint32(4, true),
    readOffset: view.getUint32(8, true),
  };
}

function readRing(memory: Memory, channel: Channel): Ring | undefined {
  const bytes = memory.read(channel.descriptor + RING_AT, RING_SIZE);
  return bytes && ringIn(bytes, 0, channel);
}

/*
 * Over shared memory an offset is written together with the constant word beside it, as one aligned 64-bit word:
 * some systems copy fewer than 8 bytes one by one, and the running core would see half an offset.
 */

/** The write that tells the target how far the host has read. */
export function encodeReadOffset(channel: Channel, offset: number): Update {
  return { address: channel.descriptor + 16, bytes: pair(offset, channel.flags) };
}

/** The write that tells the target how far the host has written. */
export function encodeWriteOffset(channel: Channel, offset: number): Update {
  return { address: channel.descriptor + 8, bytes: pair(channel.size, offset) };
}

/*
 * A debug port writes an aligned word as one access, and is left alone with half the bytes.
 */

/** As `encodeReadOffset`, without the neighbour. */
export function readOffsetWord({ descriptor }: Channel, offset: number): Update {
  return { address: descriptor + 16, bytes: pair(offset, 0).subarray(0, 4) };
}

/** As `encodeWriteOffset`, without the neighbour. */
export function writeOffsetWord({ descriptor }: Channel, offset: number): Update {
  return { address: descriptor + 12, bytes: pair(offset, 0).subarray(0, 4) };
}

function pair(first: number, second: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, first, true);
  view.setUint32(4, second, true);
  return bytes;
}
