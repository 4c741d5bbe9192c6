import { hex, type Memory, type Region } from './memory';
import type { Ring } from './ring';

export type Direction = 'up' | 'down';

export interface Channel {
  readonly name: string;
  /** Address of the channel's descriptor in the control block. */
  readonly descriptor: number;
  readonly buffer: number;
  readonly size: number;
  readonly flags: number;
}

export interface ControlBlock {
  readonly address: number;
  readonly upCount: number;
  readonly downCount: number;
}

export type Found<T> = { readonly value: T } | { readonly problem: string };

/** The bytes that a target writes last when its control block is ready. */
export const RTT_ID = new TextEncoder().encode('SEGGER RTT\0');

const HEADER_SIZE = 24;
const DESCRIPTOR_SIZE = 24;
const MAX_CHANNELS = 32;
const MAX_NAME = 32;
const RESERVED_FLAGS = 0xff000000;

/** Reads the control block's header; a problem while the target has not written it yet. */
export function readControlBlock(memory: Memory, address: number): Found<ControlBlock> {
  const header = memory.read(address, HEADER_SIZE);
  if (header === undefined)
    return { problem: `the control block's address ${hex(address)} cannot be read` };
  if (!RTT_ID.every((byte, index) => header[index] === byte)) {
    return { problem: `no control block at ${hex(address)}: its identifier is not there` };
  }
  const view = viewOf(header);
  const upCount = view.getInt32(16, true);
  const downCount = view.getInt32(20, true);
  if (!isPlausible(upCount) || !isPlausible(downCount)) {
    return {
      problem: `control block found at ${hex(address)} but it claims ${upCount} up and ${downCount} down channels`,
    };
  }
  return { value: { address, upCount, downCount } };
}

/** Finds a channel by its name and checks everything that reading and writing rely on. */
export function findChannel(
  memory: Memory,
  block: ControlBlock,
  ram: Region,
  direction: Direction,
  name: string,
): Found<Channel> {
  const seen: string[] = [];
  const first = direction === 'up' ? 0 : block.upCount;
  const count = direction === 'up' ? block.upCount : block.downCount;
  for (let index = 0; index < count; index++) {
    const channel = readDescriptor(
      memory,
      block.address + HEADER_SIZE + (first + index) * DESCRIPTOR_SIZE,
    );
    if (channel === undefined) continue;
    if (channel.name !== name) {
      if (channel.name !== '') seen.push(channel.name);
      continue;
    }
    const problem = checkChannel(memory, channel, ram);
    if (problem === undefined) return { value: channel };
    return {
      problem: `control block found at ${hex(block.address)} but ${direction} channel ${index} "${name}" ${problem}`,
    };
  }
  const others = seen.length === 0 ? 'none has a name yet' : `there are ${seen.join(', ')}`;
  return {
    problem: `control block found at ${hex(block.address)} but no ${direction} channel is named "${name}": ${others}`,
  };
}

/** The ring's offsets as they stand; undefined when they no longer fit the channel. */
export function readRing(memory: Memory, channel: Channel): Ring | undefined {
  const bytes = memory.read(channel.descriptor + 8, 16);
  if (bytes === undefined) return undefined;
  const view = viewOf(bytes);
  const size = view.getUint32(0, true);
  const writeOffset = view.getUint32(4, true);
  const readOffset = view.getUint32(8, true);
  const fits = size === channel.size && writeOffset < size && readOffset < size;
  return fits ? { size, writeOffset, readOffset } : undefined;
}

function readDescriptor(memory: Memory, descriptor: number): Channel | undefined {
  const bytes = memory.read(descriptor, DESCRIPTOR_SIZE);
  if (bytes === undefined) return undefined;
  const view = viewOf(bytes);
  return {
    name: readName(memory, view.getUint32(0, true)),
    descriptor,
    buffer: view.getUint32(4, true),
    size: view.getUint32(8, true),
    flags: view.getUint32(20, true),
  };
}

function checkChannel(memory: Memory, channel: Channel, ram: Region): string | undefined {
  const { buffer, size, flags } = channel;
  if (size === 0) return 'has size 0: the agent has not set it up';
  if (size === 1) return 'has size 1: one byte always stays free';
  if (buffer < ram.start || buffer + size > ram.end) {
    return `has its ${size} bytes at ${hex(buffer)}, outside ${hex(ram.start)}..${hex(ram.end)}`;
  }
  if ((flags & RESERVED_FLAGS) !== 0) return `has flags ${hex(flags)}, whose upper byte must be 0`;
  if (readRing(memory, channel) === undefined) return `has offsets beyond its ${size} bytes`;
  return undefined;
}

/** Names are constants, read byte by byte because their end may be the end of reachable memory. */
function readName(memory: Memory, address: number): string {
  if (address === 0) return '';
  const characters: number[] = [];
  while (characters.length < MAX_NAME) {
    const character = memory.read(address + characters.length, 1)?.[0];
    if (character === undefined || character === 0) break;
    characters.push(character);
  }
  return String.fromCharCode(...characters);
}

function isPlausible(count: number): boolean {
  return count >= 1 && count <= MAX_CHANNELS;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
