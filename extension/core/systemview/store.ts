const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;

interface Block {
  readonly time: Float64Array;
  readonly offset: Uint32Array;
  readonly argument: Uint32Array;
  readonly id: Uint16Array;
  readonly core: Uint8Array;
}

/** Events as columns, in blocks, so that a growing store never copies what it holds. */
export interface EventStore {
  count: number;
  block: Block;
  readonly blocks: Block[];
}

/** One event of a store. */
export interface StoredEvent {
  readonly ticks: number;
  readonly id: number;
  readonly core: number;
  /** The first integer of the payload (a task's shrunk id, an interrupt's number), or 0. */
  readonly argument: number;
  /** Where its packet begins in the stream's bytes. */
  readonly offset: number;
}

function newBlock(): Block {
  return {
    time: new Float64Array(BLOCK),
    offset: new Uint32Array(BLOCK),
    argument: new Uint32Array(BLOCK),
    id: new Uint16Array(BLOCK),
    core: new Uint8Array(BLOCK),
  };
}

/** An empty store. It takes 19 bytes an event and streams of up to 4 GiB. */
export function newStore(): EventStore {
  const block = newBlock();
  return { count: 0, block, blocks: [block] };
}

/** Adds one event at the end. */
export function append(
  store: EventStore,
  ticks: number,
  id: number,
  core: number,
  argument: number,
  offset: number,
): void {
  const index = store.count & (BLOCK - 1);
  if (index === 0 && store.count > 0) {
    store.block = newBlock();
    store.blocks.push(store.block);
  }
  const { block } = store;
  block.time[index] = ticks;
  block.offset[index] = offset;
  block.argument[index] = argument;
  block.id[index] = id;
  block.core[index] = core;
  store.count++;
}

/** Takes the last event back. */
export function dropLast(store: EventStore): void {
  if (store.count === 0) return;
  store.count--;
  if (store.count > 0 && (store.count & (BLOCK - 1)) === 0) {
    store.blocks.pop();
    store.block = store.blocks[store.blocks.length - 1] ?? store.block;
  }
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

/** The event at an index, or undefined outside the store. */
export function eventAt(store: EventStore, index: number): StoredEvent | undefined {
  const block = index >= 0 && index < store.count ? store.blocks[index >>> BLOCK_BITS] : undefined;
  if (block === undefined) return undefined;
  const at = index & (BLOCK - 1);
  return {
    ticks: block.time[at] ?? 0,
    id: block.id[at] ?? 0,
    core: block.core[at] ?? 0,
    argument: block.argument[at] ?? 0,
    offset: block.offset[at] ?? 0,
  };
}

/** The index of the first event at or after a time. */
export function firstAt(store: EventStore, ticks: number): number {
  let low = 0;
  let high = store.count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((eventAt(store, middle)?.ticks ?? Infinity) < ticks) low = middle + 1;
    else high = middle;
  }
  return low;
}
