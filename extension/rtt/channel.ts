import type { Memory } from './memory';

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

/** A ring as its descriptor reports it; one byte always stays free, so equal offsets mean empty. */
export interface Ring {
  readonly size: number;
  readonly writeOffset: number;
  readonly readOffset: number;
}

/** A stretch of the ring's buffer without a wrap inside. */
interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Bytes to be written to an address. */
export interface Update {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** The offset of the ring in a descriptor: size, write offset, read offset. */
export const RING_AT = 8;
/** The offset of the word in a descriptor that shows how far its writer is. */
export const WRITE_OFFSET_AT = 12;
const READ_OFFSET_AT = 16;
const RING_SIZE = 12;

/** Bytes that wait to be read. */
export function countPending({ size, writeOffset, readOffset }: Ring): number {
  return writeOffset >= readOffset ? writeOffset - readOffset : size - readOffset + writeOffset;
}

/** Bytes that can be written now. */
export function room(ring: Ring): number {
  return ring.size - 1 - countPending(ring);
}

/** Returns the spans of the next `length` bytes to read: one, or two at the wrap. */
export function spansToRead(ring: Ring, length: number): Span[] {
  return spans(ring.readOffset, Math.min(length, countPending(ring)), ring.size);
}

function spans(offset: number, length: number, size: number): Span[] {
  const first = Math.min(length, size - offset);
  const both = [
    { offset, length: first },
    { offset: 0, length: length - first },
  ];
  return both.filter((span) => span.length > 0);
}

/** The offset after `length` more bytes, in a ring of `size`. */
export function advanceOffset(offset: number, length: number, size: number): number {
  return (offset + length) % size;
}

/** The writes, in order, that put as much as fits into a down channel; `next` is the ring after them. */
export function planDown(channel: Channel, ring: Ring, bytes: Uint8Array, isShared: boolean) {
  const updates: Update[] = [];
  let written = 0;
  for (const { offset, length } of spans(
    ring.writeOffset,
    Math.min(bytes.length, room(ring)),
    ring.size,
  )) {
    const part = bytes.subarray(written, written + length);
    updates.push({ address: channel.buffer + offset, bytes: part });
    written += length;
  }
  const writeOffset = advanceOffset(ring.writeOffset, written, ring.size);
  if (written > 0) updates.push(writeOffsetUpdate(channel, writeOffset, isShared));
  return { updates, written, next: { ...ring, writeOffset } };
}

/** True if a ring's size and offsets are possible for the channel. */
export function isPossibleRing({ size }: Channel, ring: Ring): boolean {
  return ring.size === size && ring.writeOffset < size && ring.readOffset < size;
}

/** Reads the ring whose words are `at` this offset of the bytes, whether valid or not. */
export function parseRing(bytes: Uint8Array, at: number): Ring {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, RING_SIZE);
  return {
    size: view.getUint32(0, true),
    writeOffset: view.getUint32(4, true),
    readOffset: view.getUint32(8, true),
  };
}

/** Reads a channel's ring, whether valid or not. */
export async function readRing(memory: Memory, { descriptor }: Channel): Promise<Ring> {
  return parseRing(await memory.read(descriptor + RING_AT, RING_SIZE), 0);
}

/*
 * The host owns one offset of each ring. A debug port writes an aligned word as one access. Over shared memory some
 * systems copy fewer than 8 bytes one by one, and the running core would see half an offset: there it is written
 * together with the constant word beside it, as one aligned 64-bit word.
 */

/** The write that reports to the target how far the host has read. */
export function readOffsetUpdate(
  { descriptor, flags }: Channel,
  offset: number,
  isShared: boolean,
): Update {
  return {
    address: descriptor + READ_OFFSET_AT,
    bytes: isShared ? words(offset, flags) : words(offset),
  };
}

function writeOffsetUpdate(
  { descriptor, size }: Channel,
  offset: number,
  isShared: boolean,
): Update {
  return isShared
    ? { address: descriptor + RING_AT, bytes: words(size, offset) }
    : { address: descriptor + WRITE_OFFSET_AT, bytes: words(offset) };
}

function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setUint32(4 * index, value, true));
  return bytes;
}
