import {
  type CoreState,
  endStretch,
  type EventStore,
  type OnStretch,
  scanEvents,
  step,
  timeAt,
} from '../systemview';
import {
  BLOCK,
  blockAt,
  findKnownEnd,
  indexCores,
  statesBefore,
  type TraceIndex,
} from './event-index';
import type { Stretch } from './model';
import type { CoreGaps } from './survey';

/** The index of the first event after a moment. */
export function eventAfter(store: EventStore, moment: number): number {
  let low = 0;
  let high = store.count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (timeAt(store, middle) > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Called for each event after its core's state has been updated. */
export type OnEvent = (
  coreIndex: number,
  state: CoreState,
  ticks: number,
  id: number,
  argument: number,
  index: number,
) => void;

/** The cores' states after the events before `event`. */
export function statesAt(index: TraceIndex, event: number, onEvent?: OnEvent): CoreState[] {
  const block = Math.min(Math.floor(event / BLOCK), index.blocks - 1);
  const states = statesBefore(index, Math.max(0, block));
  passEvents(index, states, block * BLOCK, event, () => undefined, onEvent);
  return states;
}

/** Processes events from one number up to another. */
export function passEvents(
  { store, cores, pause }: TraceIndex,
  states: readonly CoreState[],
  from: number,
  to: number,
  onStretch: OnStretch,
  onEvent?: OnEvent,
): void {
  const indexByCore = indexCores(cores);
  scanEvents(store, from, to, (ticks, id, core, argument, index) => {
    const coreIndex = indexByCore[core] ?? -1;
    const state = states[coreIndex];
    if (!state) return;
    step(state, ticks, id, argument, index, pause, onStretch);
    onEvent?.(coreIndex, state, ticks, id, argument, index);
  });
}

/**
 * Reports every stretch of activity that touches a window, each with its real beginning; the last
 * one of each core ends with the window.
 */
export function sweep(index: TraceIndex, start: number, stop: number, onStretch: OnStretch): void {
  if (index.blocks === 0) return;
  const block = blockAt(index, start);
  const states = statesBefore(index, block);
  const end = eventAfter(index.store, stop);
  const inside: OnStretch = (activity, from, to, event) => {
    if (to > start) onStretch(activity, from, to, event);
  };
  passEvents(index, states, block * BLOCK, end, inside);
  states.forEach((state, coreIndex) => {
    endStretch(state, findKnownEnd(index.gaps[coreIndex] as CoreGaps, stop), inside);
  });
}

/** Reports every stretch that touches a part of one block's time. */
export function sweepBlock(
  index: TraceIndex,
  block: number,
  { start, stop }: Stretch,
  onStretch: OnStretch,
): void {
  const states = statesBefore(index, block);
  const inside: OnStretch = (activity, from, to, event) => {
    if (to > start && from < stop) onStretch(activity, from, to, event);
  };
  const end = Math.min(index.store.count, (block + 1) * BLOCK);
  passEvents(index, states, block * BLOCK, end, inside);
  states.forEach((state, coreIndex) => {
    endStretch(state, findKnownEnd(index.gaps[coreIndex] as CoreGaps, stop), inside);
  });
}
