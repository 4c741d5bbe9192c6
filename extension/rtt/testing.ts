import { setTimeout as sleep } from 'node:timers/promises';
import { type Channel, isPossibleRing, RING_AT, parseRing, room } from './channel';
import type { Direction, Peek } from './control-block';
import { contains, type Memory, type Region } from './memory';

/** A channel as a test places it in memory. */
export interface SampleChannel {
  readonly name: string;
  readonly size: number;
  readonly buffer?: number;
  readonly flags?: number;
  readonly offset?: number;
}

const BASE = 0x60000000;
const NAMES = 0x200;
const BUFFERS = 0x400;
const LENGTH = 0x4000;
const WRITE_OFFSET = 12;
const READ_OFFSET = 16;

export const SAMPLE_BLOCK = BASE;
export const SAMPLE_RAM: Region = { start: BASE, end: BASE + LENGTH };

/** Memory with a control block at its beginning, as SEGGER's code lays it out. */
export function sampleMemory(
  { up, down }: Readonly<Record<Direction, readonly SampleChannel[]>>,
  length = LENGTH,
) {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('SEGGER RTT'));
  view.setInt32(16, up.length, true);
  view.setInt32(20, down.length, true);
  let name = NAMES;
  let next = BUFFERS;
  const channels = [...up, ...down].map((channel, at): Channel => {
    const { size, buffer = BASE + next, flags = 0, offset = 0 } = channel;
    bytes.set(new TextEncoder().encode(channel.name), name);
    [BASE + name, buffer, size, offset, offset, flags].forEach((word, field) =>
      view.setUint32(24 + at * 24 + field * 4, word, true),
    );
    name += channel.name.length + 1;
    next += size;
    const index = at < up.length ? at : at - up.length;
    return { name: channel.name, index, descriptor: BASE + 24 + at * 24, buffer, size, flags };
  });
  return { bytes, view, memory: memoryOver(bytes, BASE), channels };
}

/** Bytes as memory from an address on. */
function memoryOver(bytes: Uint8Array, start: number): Memory {
  const region = { start, end: start + bytes.length };
  return {
    read: async (address, length) => {
      if (!contains(region, address, length)) throw new Error('E01');
      return bytes.slice(address - start, address - start + length);
    },
    write: async (address, part) => bytes.set(part, address - start),
  };
}

/** Looks into memory that may be out of reach. */
export function peekInto({ read }: Pick<Memory, 'read'>): Peek {
  return (address, length) => read(address, length).catch(() => undefined);
}

/** An agent's memory with its three channels, and what the agent does to them. */
export function sampleAgent(size: number) {
  const makeChannel = (name: string) => ({ name, size });
  const length = 0x1000 + 4 * size;
  const { memory, bytes, view, channels } = sampleMemory(
    { up: [makeChannel('cyclescope'), makeChannel('SysView')], down: [makeChannel('cyclescope')] },
    length,
  );
  const ram = { start: SAMPLE_RAM.start, end: SAMPLE_RAM.start + length };
  const [controlUp, stream, controlDown] = channels as [Channel, Channel, Channel];
  const agent = agentSide(bytes, view, { controlUp, stream, controlDown });
  return { memory, bytes, view, ram, channels: { controlUp, stream, controlDown }, agent };
}

/** The target's side: writes its up rings and reads its down ring. */
function agentSide(
  bytes: Uint8Array,
  view: DataView,
  channels: Readonly<Record<'controlUp' | 'controlDown' | 'stream', Channel>>,
) {
  const at = (address: number) => address - SAMPLE_BLOCK;
  /** Writes as much as there is room for and returns how much. */
  const put = (channel: Channel, data: readonly number[]): number => {
    const ring = parseRing(bytes, at(channel.descriptor + RING_AT));
    const count = isPossibleRing(channel, ring) ? Math.min(data.length, room(ring)) : 0;
    let offset = ring.writeOffset;
    for (const byte of data.slice(0, count)) {
      bytes[at(channel.buffer + offset)] = byte;
      offset = (offset + 1) % channel.size;
    }
    if (count > 0) view.setUint32(at(channel.descriptor + WRITE_OFFSET), offset, true);
    return count;
  };
  /** Takes at most `limit` bytes of the control channel. */
  const take = (limit: number): number[] => {
    const { descriptor, buffer, size } = channels.controlDown;
    const taken: number[] = [];
    let offset = view.getUint32(at(descriptor + READ_OFFSET), true);
    while (taken.length < limit && offset !== view.getUint32(at(descriptor + WRITE_OFFSET), true)) {
      taken.push(bytes[at(buffer + offset)] ?? 0);
      offset = (offset + 1) % size;
    }
    view.setUint32(at(descriptor + READ_OFFSET), offset, true);
    return taken;
  };
  return {
    putStream: (data: readonly number[]) => put(channels.stream, data),
    putControl: (text: string) => put(channels.controlUp, [...new TextEncoder().encode(text)]),
    take,
    takeDown: () => String.fromCharCode(...take(Infinity)),
  };
}

/** Memory that takes a moment for each access, and reports them. */
export function slowMemory(memory: Memory, milliseconds = 0) {
  let underWay = 0;
  const accesses = { reads: 0, mostAtOnce: 0, writes: [] as [address: number, length: number][] };
  const slowly = async <T>(act: () => Promise<T>): Promise<T> => {
    accesses.mostAtOnce = Math.max(accesses.mostAtOnce, ++underWay);
    await sleep(milliseconds);
    underWay -= 1;
    return act();
  };
  const slow: Memory = {
    read: (address, length) => {
      accesses.reads += 1;
      return slowly(() => memory.read(address, length));
    },
    write: (address, bytes) => {
      accesses.writes.push([address, bytes.length]);
      return slowly(() => memory.write(address, bytes));
    },
  };
  return { slow, accesses };
}
