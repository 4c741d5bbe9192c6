import {
  append,
  type DecodedStream,
  eventAt,
  type EventStore,
  newStore,
  timeAt,
} from '../systemview';
import type { DecodedCore } from './recording';

/** Merges stores in the order of time; assumes that the cores' clocks start together. */
export function mergeStores(stores: readonly EventStore[]): EventStore {
  const [only] = stores;
  if (stores.length <= 1) return only ?? newStore();
  const merged = newStore();
  const next = stores.map(() => 0);
  for (;;) {
    let first = -1;
    let time = Infinity;
    stores.forEach((store, at) => {
      const ticks = timeAt(store, next[at] ?? 0);
      if (ticks < time) [first, time] = [at, ticks];
    });
    const store = stores[first];
    const event = store && eventAt(store, next[first] ?? 0);
    if (!event) return merged;
    append(merged, event.ticks, event.id, event.core, event.argument, event.offset);
    next[first] = (next[first] ?? 0) + 1;
  }
}

/** The cores of decoded streams that have events; `getOffset` is where a stream begins in the file. */
export function listDecodedCores(
  streams: readonly DecodedStream[],
  getOffset: (stream: number) => number,
): DecodedCore[] {
  return streams.flatMap(({ tallies, knowledge }, stream) =>
    tallies
      .filter(({ events }) => events > 0)
      .map(({ core, events, firstTicks, lastTicks, lost, segments }) => ({
        core,
        stream,
        knowledge,
        events,
        firstTicks,
        lastTicks,
        lostPackets: lost,
        segments,
        offset: getOffset(stream),
      })),
  );
}
