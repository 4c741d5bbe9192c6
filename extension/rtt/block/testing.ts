import type { Direction } from './control-block';
import type { Memory, Region } from './memory';

/** A channel as a test wants it to stand in memory. */
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

export const SAMPLE_BLOCK = BASE;
export const SAMPLE_RAM: Region = { start: BASE, end: BASE + LENGTH };

/** Memory with a control block at its beginning, as SEGGER's code lays it out. */
export function sampleMemory(
  channels: Readonly<Record<Direction, readonly SampleChannel[]>>,
  length = LENGTH,
) {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('SEGGER RTT'));
  view.setInt32(16, channels.up.length, true);
  view.setInt32(20, channels.down.length, true);
  let name = NAMES;
  let buffer = BUFFERS;
  [...channels.up, ...channels.down].forEach((channel, index) => {
    const { size, flags = 0, offset = 0 } = channel;
    bytes.set(new TextEncoder().encode(channel.name), name);
    [BASE + name, channel.buffer ?? BASE + buffer, size, offset, offset, flags].forEach(
      (word, field) => view.setUint32(24 + index * 24 + field * 4, word, true),
    );
    name += channel.name.length + 1;
    buffer += size;
  });
  return { bytes, view, memory: memoryOver(bytes) };
}

function memoryOver(bytes: Uint8Array): Memory {
  const inside = (address: number, length: number) =>
    address >= BASE && address + length <= BASE + bytes.length;
  return {
    read: (address, length) =>
      inside(address, length) ? bytes.slice(address - BASE, address - BASE + length) : undefined,
    write: (address, part) => bytes.set(part, address - BASE),
  };
}
