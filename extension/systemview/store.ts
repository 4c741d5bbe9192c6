/** Events in the first block: most recordings have no more. */
const FIRST = 1 << 16;
const BLOCK_BITS = 21;
/**
 * Events in every further block, 40 MB. Allocations of this size are returned to the system at
 * once, and occupy memory only as far as they are filled.
 */
const BLOCK = 1 << BLOCK_BITS;

interface Block {
  readonly time: Float64Array;
  readonly offset: Uint32Array;
  readonly argument: Uint32Array;
  readonly id: Uint16Array;
  readonly core: Uint8Array;
}

/** Events in columns, in blocks, so that a growing store never copies its contents. */
export interface EventStore {
  count: number;
  block: Block;
  /** Range of events that `block` has room for. */
  first: number;
  end: number;
  readonly blocks: Block[];
}

/** One event of a store. */
export interface StoredEvent {
  readonly ticks: number;
  readonly id: number;
  readonly core: number;
  /** First integer of the payload (a task's shrunk id, an interrupt's number), or 0. */
  readonly argument: number;
  /** Offset of its packet in the stream's bytes. */
  readonly offset: number;
}

const BYTES_AN_EVENT = 19;

function newBlock(events: number): Block {
  const buffer = new ArrayBuffer(events * BYTES_AN_EVENT);
  return {
    time: new Float64Array(buffer, 0, events),
    offset: new Uint32Array(buffer, 8 * events, events),
    argument: new Uint32Array(buffer, 12 * events, events),
    id: new Uint16Array(buffer, 16 * events, events),
    core: new Uint8Array(buffer, 18 * events, events),
  };
}

/** Returns the block that holds an event. */
const toBlockNumber = (index: number) => (index < FIRST ? 0 : 1 + ((index - FIRST) >>> BLOCK_BITS));
/** Returns the first event of a block. */
const getFirstIndex = (block: number) => (block === 0 ? 0 : FIRST + (block - 1) * BLOCK);

/** Creates an empty store. It uses 19 bytes per event and supports streams of up to 4 GiB. */
export function newStore(): EventStore {
  const block = newBlock(FIRST);
  return { count: 0, block, first: 0, end: FIRST, blocks: [block] };
}

/** Appends one event. */
export function append(
  store: EventStore,
  ticks: number,
  id: number,
  core: number,
  argument: number,
  offset: number,
): void {
  if (store.count === store.end) addBlock(store);
  const index = store.count - store.first;
  const { block } = store;
  block.time[index] = ticks;
  block.offset[index] = offset;
  block.argument[index] = argument;
  block.id[index] = id;
  block.core[index] = core;
  store.count++;
}

function addBlock(store: EventStore): void {
  store.block = newBlock(BLOCK);
  store.blocks.push(store.block);
  store.first = store.count;
  store.end = store.count + BLOCK;
}

/** Removes the last event. */
export function dropLast(store: EventStore): void {
  if (store.count === 0) return;
  store.count--;
  if (store.count === 0 || store.count !== store.first) return;
  store.blocks.pop();
  const last = store.blocks.length - 1;
  store.block = store.blocks[last] ?? store.block;
  store.end = store.first;
  store.first = getFirstIndex(last);
}

/** Calls `visit` for the events from index `from` up to `to`. */
export function forEachEvent(
  store: EventStore,
  visit: (event: StoredEvent, index: number) => void,
  from = 0,
  to = store.count,
): void {
  const end = Math.min(to, store.count);
  for (let index = Math.max(0, from); index < end; index++) {
    const event = eventAt(store, index);
    if (event !== undefined) visit(event, index);
  }
}

/** Receives an event as arguments, without allocating an object. */
export type EventVisitor = (
  ticks: number,
  id: number,
  core: number,
  argument: number,
  index: number,
) => void;

/** Calls `visit` for the events from index `from` up to `to`; suited to millions of events. */
export function scanEvents(store: EventStore, from: number, to: number, visit: EventVisitor): void {
  const end = Math.min(to, store.count);
  for (let index = Math.max(0, from); index < end;) {
    const number = toBlockNumber(index);
    const block = store.blocks[number];
    if (block === undefined) return;
    const { time, id, core, argument } = block;
    const first = getFirstIndex(number);
    const stop = Math.min(end, getFirstIndex(number + 1));
    for (; index < stop; index++) {
      const at = index - first;
      visit(
        time[at] as number,
        id[at] as number,
        core[at] as number,
        argument[at] as number,
        index,
      );
    }
  }
}

/** Returns an event's time; infinity after the last one. */
export function timeAt(store: EventStore, index: number): number {
  if (index < 0 || index >= store.count) return Infinity;
  const number = toBlockNumber(index);
  return store.blocks[number]?.time[index - getFirstIndex(number)] ?? Infinity;
}

/** Returns the bytes of an event's packet; 0 for the last one, whose end is not stored. */
export function lengthAt(store: EventStore, index: number): number {
  return Math.max(0, offsetAt(store, index + 1) - offsetAt(store, index));
}

function offsetAt(store: EventStore, index: number): number {
  if (index < 0 || index >= store.count) return 0;
  const number = toBlockNumber(index);
  return store.blocks[number]?.offset[index - getFirstIndex(number)] ?? 0;
}

/** Returns the event at an index, or undefined outside the store. */
export function eventAt(store: EventStore, index: number): StoredEvent | undefined {
  const number = toBlockNumber(index);
  const block = index >= 0 && index < store.count ? store.blocks[number] : undefined;
  if (block === undefined) return undefined;
  const at = index - getFirstIndex(number);
  return {
    ticks: block.time[at] ?? 0,
    id: block.id[at] ?? 0,
    core: block.core[at] ?? 0,
    argument: block.argument[at] ?? 0,
    offset: block.offset[at] ?? 0,
  };
}

/** Returns the index of the first event at or after a time. */
export function findFirstAt(store: EventStore, ticks: number): number {
  let low = 0;
  let high = store.count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (timeAt(store, middle) < ticks) low = middle + 1;
    else high = middle;
  }
  return low;
}
