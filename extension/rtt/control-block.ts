import { type Channel, isPossibleRing, RING_AT, parseRing } from './channel';
import { contains, formatAddress, type Region, regionsText } from './memory';

export type Direction = 'up' | 'down';

interface ControlBlock {
  readonly address: number;
  readonly upCount: number;
  readonly downCount: number;
}

/** The control block, or a sentence about what was found instead. */
export type BlockResult<T> = { readonly value: T } | { readonly problem: string };

/** Reads memory in which a control block may be; undefined where it cannot be reached. */
export type Peek = (address: number, length: number) => Promise<Uint8Array | undefined>;

/** The bytes that a target writes last when its control block is ready. */
export const RTT_ID = new TextEncoder().encode('SEGGER RTT\0');

/** Without its header a control block cannot be found. */
export const HEADER_SIZE = 24;
const DESCRIPTOR_SIZE = 24;
const MAX_CHANNELS = 32;
const MAX_NAME = 32;
const RESERVED_FLAGS = 0xff000000;

/** Reads the control block's header; a problem while the target has not written it yet. */
export async function readControlBlock(
  peek: Peek,
  address: number,
): Promise<BlockResult<ControlBlock>> {
  const header = await peek(address, HEADER_SIZE);
  if (header === undefined)
    return { problem: `the control block's address ${formatAddress(address)} cannot be read` };
  if (!RTT_ID.every((byte, index) => header[index] === byte)) {
    return {
      problem: `no control block at ${formatAddress(address)}: its identifier is not there`,
    };
  }
  const view = toDataView(header);
  const upCount = view.getInt32(16, true);
  const downCount = view.getInt32(20, true);
  if (!isPlausible(upCount) || !isPlausible(downCount)) {
    return {
      problem: `control block found at ${formatAddress(address)} but it claims ${upCount} up and ${downCount} down channels`,
    };
  }
  return { value: { address, upCount, downCount } };
}

/**
 * Finds a channel by its name or the address of its buffer, and checks everything that reading and writing rely on. The
 * buffer's address is not checked if the memory is not known.
 */
export async function findChannel(
  peek: Peek,
  block: ControlBlock,
  ram: readonly Region[],
  direction: Direction,
  wanted: string | number,
): Promise<BlockResult<Channel>> {
  const seen: string[] = [];
  const first = direction === 'up' ? 0 : block.upCount;
  const count = direction === 'up' ? block.upCount : block.downCount;
  for (let index = 0; index < count; index++) {
    const address = block.address + HEADER_SIZE + (first + index) * DESCRIPTOR_SIZE;
    const bytes = await peek(address, DESCRIPTOR_SIZE);
    if (bytes === undefined) continue;
    const channel = await readDescriptor(peek, bytes, address, index);
    if (wanted !== (typeof wanted === 'string' ? channel.name : channel.buffer)) {
      if (channel.name !== '') seen.push(channel.name);
      continue;
    }
    const problem = checkChannel(channel, bytes, ram);
    if (problem === undefined) return { value: channel };
    return {
      problem: `control block found at ${formatAddress(block.address)} but ${direction} channel ${index} "${channel.name}" ${problem}`,
    };
  }
  const which =
    typeof wanted === 'string'
      ? `is named "${wanted}"`
      : `has its buffer at ${formatAddress(wanted)}`;
  const others = seen.length === 0 ? 'none has a name yet' : `there are ${seen.join(', ')}`;
  return {
    problem: `control block found at ${formatAddress(block.address)} but no ${direction} channel ${which}: ${others}`,
  };
}

async function readDescriptor(
  peek: Peek,
  bytes: Uint8Array,
  descriptor: number,
  index: number,
): Promise<Channel> {
  const view = toDataView(bytes);
  return {
    name: await readName(peek, view.getUint32(0, true)),
    index,
    descriptor,
    buffer: view.getUint32(4, true),
    size: view.getUint32(8, true),
    flags: view.getUint32(20, true),
  };
}

function checkChannel(
  channel: Channel,
  bytes: Uint8Array,
  ram: readonly Region[],
): string | undefined {
  const { buffer, size, flags } = channel;
  if (size === 0) return 'has size 0: the agent has not set it up';
  if (size === 1) return 'has size 1: one byte always stays free';
  if (ram.length > 0 && !ram.some((region) => contains(region, buffer, size))) {
    return `has its ${size} bytes at ${formatAddress(buffer)}, outside ${regionsText(ram)}`;
  }
  if ((flags & RESERVED_FLAGS) !== 0)
    return `has flags ${formatAddress(flags)}, whose upper byte must be 0`;
  if (!isPossibleRing(channel, parseRing(bytes, RING_AT)))
    return `has offsets beyond its ${size} bytes`;
  return undefined;
}

/** Names are constants; byte by byte where their end is the end of reachable memory. */
async function readName(peek: Peek, address: number): Promise<string> {
  if (address === 0) return '';
  const whole = await peek(address, MAX_NAME);
  const characters: number[] = [];
  while (characters.length < MAX_NAME) {
    const next = whole ?? (await peek(address + characters.length, 1));
    const character = next?.[whole === undefined ? 0 : characters.length];
    if (character === undefined || character === 0) break;
    characters.push(character);
  }
  return String.fromCharCode(...characters);
}

function isPlausible(count: number): boolean {
  return count >= 1 && count <= MAX_CHANNELS;
}

function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
