import { readRing, type Channel } from './control-block';
import type { Memory } from './memory';
import { advance, pending, spansToRead, spansToWrite, type Ring } from './ring';

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
  let written = 0;
  for (const span of spansToWrite(ring, bytes.length)) {
    memory.write(channel.buffer + span.offset, bytes.subarray(written, written + span.length));
    written += span.length;
  }
  if (written === 0) return 0;
  const offset = encodeWriteOffset(channel, advance(ring.writeOffset, written, ring.size));
  memory.write(offset.address, offset.bytes);
  return written;
}

/** Bytes that wait in a channel; undefined when its descriptor is no longer valid. */
export function pendingIn(memory: Memory, channel: Channel): number | undefined {
  const ring: Ring | undefined = readRing(memory, channel);
  return ring === undefined ? undefined : pending(ring);
}

interface Update {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/*
 * An offset is written together with the constant word beside it, as one aligned 64-bit word:
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

function pair(first: number, second: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, first, true);
  view.setUint32(4, second, true);
  return bytes;
}
