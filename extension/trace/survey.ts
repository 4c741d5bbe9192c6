import { createF64Column, createU32Column } from '../base';
import { EventId, type EventStore, ExtendedId, scanEvents, meansLoss } from '../systemview';
import { newStretches, type Stretches } from './stretches';

/** Stretches of one core whose activity is unknown, in the order of time. */
export interface CoreGaps {
  /** Time of the core's last event before, and of the one that reports the loss. */
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /** Packets lost up to and including each gap. */
  readonly lost: Float64Array;
  /** Time of the core's last event. */
  readonly end: number;
}

/** Events of one kind and core that are shown as points. */
export interface MarkList {
  readonly kind: 'mark' | 'print';
  readonly core: number;
  readonly events: Uint32Array;
}

/** Stretches between a marker's start and stop. */
export interface MarkerList {
  readonly core: number;
  readonly id: number;
  readonly stretches: Stretches;
}

/** Findings of one pass over all events, in addition to activity. */
export interface Survey {
  /** In the order of the given cores. */
  readonly gaps: readonly CoreGaps[];
  readonly marks: readonly MarkList[];
  readonly markers: readonly MarkerList[];
}

/** A core and its stream: dropped packets are counted per stream. */
export interface CoreOfStream {
  readonly core: number;
  readonly stream: number;
}

/** Further markers are shown as points. */
const MOST_MARKERS = 256;

function surveyGaps(streams: Map<number, number>, { core, stream }: CoreOfStream) {
  const start = createF64Column();
  const stop = createF64Column();
  const lost = createF64Column();
  let total = 0;

  /** The number only grows, unless the target restarted. */
  function packets(dropped: number): number {
    const before = streams.get(stream) ?? dropped;
    streams.set(stream, dropped);
    return 1 + (dropped >= before ? dropped - before : dropped);
  }
  return {
    core,
    latest: NaN,
    add(from: number, to: number, dropped: number | undefined): void {
      total += dropped === undefined ? 0 : packets(dropped);
      start.push(from);
      stop.push(to);
      lost.push(total);
    },
    value: () => ({ start: start.values(), stop: stop.values(), lost: lost.values() }),
  };
}

function surveyMarkers() {
  const open = new Map<string, { since: number; event: number }>();
  const lists = new Map<string, ReturnType<typeof newStretches> & { core: number; id: number }>();
  const toKey = (core: number, id: number) => `${core} ${id}`;

  function close(key: string, ticks: number): void {
    const begun = open.get(key);
    if (begun && ticks >= begun.since) lists.get(key)?.push(begun.since, ticks, begun.event);
    open.delete(key);
  }
  return {
    /** False if there is no room for another marker. */
    start(core: number, id: number, since: number, event: number): boolean {
      const key = toKey(core, id);
      if (!lists.has(key)) {
        if (lists.size === MOST_MARKERS) return false;
        lists.set(key, { ...newStretches(), core, id });
      }
      if (!open.has(key)) open.set(key, { since, event });
      return true;
    },
    stop: (core: number, id: number, ticks: number) => close(toKey(core, id), ticks),
    /** It is unknown whether a marker stopped during a loss. */
    endAll(core: number, ticks: number): void {
      for (const key of [...open.keys()]) if (lists.get(key)?.core === core) close(key, ticks);
    },
    value: (): MarkerList[] =>
      [...lists.values()].map(({ core, id, value }) => ({ core, id, stretches: value() })),
  };
}

function surveyMarks() {
  const lists = new Map<
    string,
    Omit<MarkList, 'events'> & { events: ReturnType<typeof createU32Column> }
  >();
  return {
    add(kind: MarkList['kind'], core: number, event: number): void {
      const key = `${kind} ${core}`;
      let list = lists.get(key);
      if (!list) lists.set(key, (list = { kind, core, events: createU32Column() }));
      list.events.push(event);
    },
    value: (): MarkList[] =>
      [...lists.values()].map((list) => ({ ...list, events: list.events.values() })),
  };
}

/**
 * Passes over all events once. Packets dropped before the first event are not counted if the store
 * begins inside a recording (`isFromStart` false).
 */
export function surveyEvents(
  store: EventStore,
  cores: readonly CoreOfStream[],
  isFromStart: boolean,
): Survey {
  const streams = new Map(isFromStart ? cores.map(({ stream }) => [stream, 0]) : []);
  const gaps = cores.map((core) => surveyGaps(streams, core));
  const byCore = new Map(gaps.map((each) => [each.core, each]));
  const markers = surveyMarkers();
  const marks = surveyMarks();

  scanEvents(store, 0, store.count, (ticks, id, core, argument, index) => {
    const of = byCore.get(core);
    if (!of) return;
    if (meansLoss(id)) {
      const from = Number.isNaN(of.latest) ? ticks : of.latest;
      of.add(from, ticks, id === EventId.Overflow ? argument : undefined);
      markers.endAll(core, from);
    } else if (id === EventId.MarkStart) {
      if (!markers.start(core, argument, ticks, index)) marks.add('mark', core, index);
    } else if (id === EventId.MarkStop) markers.stop(core, argument, ticks);
    else if (id === EventId.PrintFormatted) marks.add('print', core, index);
    else if (id === EventId.Extended && argument === ExtendedId.Mark) {
      marks.add('mark', core, index);
    }
    of.latest = ticks;
  });
  for (const { core, latest } of gaps) markers.endAll(core, latest);
  return {
    gaps: gaps.map(({ latest, value }) => ({ ...value(), end: latest })),
    marks: marks.value(),
    markers: markers.value(),
  };
}
