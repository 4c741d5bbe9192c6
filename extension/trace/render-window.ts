import { type CoreState, type EventStore, timeAt, UNKNOWN } from '../systemview';
import { activityRows, cutColumns, type Rows, stretchRow, type WindowColumns } from './columns';
import { BLOCK, findKnownEnd, type TraceIndex } from './event-index';
import type { CoreShares, Moment, RunningAt, Stretch } from './model';
import type { TraceRecording } from './recording';
import { findFirstAbove } from './stretches';
import type { CoreGaps } from './survey';
import { eventAfter, passEvents, statesAt } from './sweep';
import {
  type Gaps,
  type LaneWindow,
  MAX_WINDOW_BYTES,
  type TraceWindow,
  windowBytes,
  type WindowMarks,
} from './window';

/** More than any screen has. */
const MOST_COLUMNS = 8192;

/** A view's request: a stretch at a width in pixels, of some lanes or of all. */
export interface WindowQuery extends Stretch {
  readonly pixels: number;
  readonly lanes?: readonly number[] | undefined;
}

/** The column that contains a moment. */
function columnAt({ start, width, count }: WindowColumns, moment: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((moment - start) / width)));
}

/** The index in an ascending list of events of the first one after a moment. */
function markAfter(store: EventStore, events: Uint32Array, moment: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timeAt(store, events[middle] ?? 0) > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Mark {
  readonly lane: number;
  readonly time: number;
  readonly count: number;
  readonly event: number;
}

/** Merges all marks of a column into one. */
function mergeMarks(
  store: EventStore,
  lane: number,
  events: Uint32Array,
  columns: WindowColumns,
): Mark[] {
  const marks: Mark[] = [];
  const { start, stop, width } = columns;
  let at = markAfter(store, events, start - 1);
  const end = markAfter(store, events, stop);
  while (at < end) {
    const event = events[at] ?? 0;
    const time = timeAt(store, event);
    const edge = start + (columnAt(columns, time) + 1) * width;
    const next = Math.max(at + 1, Math.min(end, markAfter(store, events, edge)));
    marks.push({ lane, time, count: next - at, event });
    at = next;
  }
  return marks;
}

interface Gap extends Stretch {
  readonly core: number;
  readonly packets: number;
}

/** Stretches without events; those that end in one column are merged. */
function mergeGaps({ index }: TraceRecording, columns: WindowColumns): Gap[] {
  return index.gaps.flatMap(({ start, stop, lost }, gapIndex) => {
    const gaps: Gap[] = [];
    const end = findFirstAbove(start, columns.stop);
    for (let at = findFirstAbove(stop, columns.start); at < end;) {
      const edge = columns.start + (columnAt(columns, stop[at] ?? 0) + 1) * columns.width;
      const next = Math.max(at + 1, Math.min(end, findFirstAbove(stop, edge)));
      const packets = (lost[next - 1] ?? 0) - (lost[at - 1] ?? 0);
      const core = index.cores[gapIndex] ?? 0;
      // A target that merely restarted has lost nothing.
      if (packets > 0) {
        gaps.push({ core, start: start[at] ?? 0, stop: stop[next - 1] ?? 0, packets });
      }
      at = next;
    }
    return gaps;
  });
}

/** A density from 0 to 255; 0 only for none at all, 255 only for all. */
function density(ticks: Float64Array, width: number): Uint8Array | undefined {
  let found: Uint8Array | undefined;
  for (let column = 0; column < ticks.length; column++) {
    const busy = ticks[column] as number;
    if (busy <= 0) continue;
    found ??= new Uint8Array(ticks.length);
    const share = Math.round((busy / width) * 255);
    found[column] = busy >= width * (1 - 1e-9) ? 255 : Math.max(1, Math.min(254, share));
  }
  return found;
}

function selectLanes({ lanes: { lanes } }: TraceRecording, query: WindowQuery): readonly number[] {
  const asked = query.lanes ?? lanes.keys();
  return [...new Set(asked)].filter((lane) => lane in lanes).sort((a, b) => a - b);
}

/** Fills the rows of all requested lanes. */
function fill(recording: TraceRecording, lanes: readonly number[], columns: WindowColumns): Rows {
  const { index, lanes: all } = recording;
  const rows: Rows = { ticks: new Float64Array(lanes.length * columns.count), wide: [] };
  const rowOfLane = new Map(lanes.map((lane, row) => [lane, row]));
  const rowByActivity = all.laneByActivity.map((lane) => rowOfLane.get(lane) ?? UNKNOWN);
  if (rowByActivity.some((row) => row >= 0)) activityRows(index, rowByActivity, columns, rows);
  lanes.forEach((lane, row) => {
    const source = all.sources[lane];
    if (source && 'stretches' in source) stretchRow(source.stretches, columns, row, rows);
  });
  return rows;
}

function asWindow(
  lanes: readonly number[],
  columns: WindowColumns,
  { ticks, wide }: Rows,
  marks: readonly Mark[],
  gaps: readonly Gap[],
): TraceWindow {
  const sorted = wide.sort((a, b) => a.row - b.row || a.start - b.start);
  const found: LaneWindow[] = [];
  let from = 0;
  lanes.forEach((lane, row) => {
    let to = from;
    while (sorted[to]?.row === row) to++;
    const own = ticks.subarray(row * columns.count, (row + 1) * columns.count);
    const dense = density(own, columns.width);
    if (to > from || dense || marks.some((mark) => mark.lane === lane)) {
      found.push({ lane, from, to, density: dense });
    }
    from = to;
  });
  return {
    start: columns.start,
    stop: columns.stop,
    columns: columns.count,
    lanes: found,
    spans: {
      start: Float64Array.from(sorted, (each) => each.start),
      stop: Float64Array.from(sorted, (each) => each.stop),
      ref: Uint32Array.from(sorted, (each) => each.ref),
    },
    marks: columnsOfMarks(marks),
    gaps: columnsOfGaps(gaps),
  };
}

const columnsOfMarks = (marks: readonly Mark[]): WindowMarks => ({
  lane: Uint16Array.from(marks, ({ lane }) => lane),
  time: Float64Array.from(marks, ({ time }) => time),
  count: Uint32Array.from(marks, ({ count }) => count),
  event: Uint32Array.from(marks, ({ event }) => event),
});

const columnsOfGaps = (gaps: readonly Gap[]): Gaps => ({
  core: Uint16Array.from(gaps, ({ core }) => core),
  start: Float64Array.from(gaps, ({ start }) => start),
  stop: Float64Array.from(gaps, ({ stop }) => stop),
  packets: Uint32Array.from(gaps, ({ packets }) => packets),
});

function countBytes({ lanes, columns, spans, marks, gaps }: TraceWindow): number {
  return windowBytes({
    lanes: lanes.length,
    densities: lanes.filter((lane) => lane.density).length,
    columns,
    spans: spans.ref.length,
    marks: marks.event.length,
    gaps: gaps.packets.length,
  });
}

/** Renders a stretch of a recording for the screen, with wider columns if there is too much. */
export function renderWindow(recording: TraceRecording, query: WindowQuery): TraceWindow {
  const lanes = selectLanes(recording, query);
  const stretch = { start: query.start, stop: Math.max(query.stop, query.start + 1) };
  let count = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(query.pixels) || 1));
  for (;;) {
    const columns = cutColumns(stretch, count);
    const marks = lanes.flatMap((lane) => {
      const source = recording.lanes.sources[lane];
      return source && 'events' in source
        ? mergeMarks(recording.store, lane, source.events, columns)
        : [];
    });
    const rows = fill(recording, lanes, columns);
    const window = asWindow(lanes, columns, rows, marks, mergeGaps(recording, columns));
    if (countBytes(window) <= MAX_WINDOW_BYTES || count === 1) return window;
    count = Math.ceil(count / 2);
  }
}

/** The end of what runs on a core after the events before `event`; at most the core's end. */
function findEnd(index: TraceIndex, coreIndex: number, state: CoreState, event: number): number {
  const { store, blocks, cores, checkpoints } = index;
  const gaps = index.gaps[coreIndex] as CoreGaps;
  let block = Math.floor(event / BLOCK);
  // Skip blocks after which the state is still the same.
  const isSame = (next: number) =>
    checkpoints.running[next * cores.length + coreIndex] === state.running &&
    checkpoints.sinceEvent[next * cores.length + coreIndex] === state.sinceEvent;
  while (block + 1 < blocks && isSame(block + 1)) block++;
  const from = Math.max(event, block * BLOCK);
  const states = statesAt(index, from);
  let end: number | undefined;
  const onEvent = (at: number, { running, sinceEvent }: CoreState, ticks: number) => {
    if (at !== coreIndex || end !== undefined) return;
    if (running !== state.running || sinceEvent !== state.sinceEvent) end = ticks;
  };
  const to = Math.min(store.count, (block + 1) * BLOCK);
  passEvents(index, states, from, to, () => undefined, onEvent);
  return findKnownEnd(gaps, end ?? gaps.end);
}

/** Finds what ran at a moment, and the first event at or after it. */
export function momentAt(recording: TraceRecording, ticks: number): Moment {
  const { index, store, lanes, info } = recording;
  const behind = eventAfter(store, ticks);
  const states = index.blocks === 0 ? [] : statesAt(index, behind);
  const running = states.map((state, coreIndex): RunningAt => {
    const gaps = index.gaps[coreIndex] as CoreGaps;
    const isKnown = state.running !== UNKNOWN && findKnownEnd(gaps, ticks) >= ticks;
    if (!isKnown) return { core: state.core, lane: -1, start: ticks, stop: ticks };
    const stop = findEnd(index, coreIndex, state, behind);
    return {
      core: state.core,
      lane: lanes.laneByActivity[state.running] ?? -1,
      start: state.since,
      stop,
    };
  });
  let first = behind;
  while (first > 0 && timeAt(store, first - 1) >= ticks) first--;
  return { index: Math.min(first, Math.max(0, info.events - 1)), running };
}

/** Shares of the cores' time in a stretch, the busiest lanes first. */
export function computeCoreShares(
  { index, lanes }: TraceRecording,
  stretch: Stretch,
): CoreShares[] {
  const columns = cutColumns({ ...stretch, stop: Math.max(stretch.stop, stretch.start + 1) }, 1);
  const rows: Rows = { ticks: new Float64Array(lanes.lanes.length), wide: [] };
  activityRows(index, lanes.laneByActivity, columns, rows);
  for (const { row, start, stop } of rows.wide) {
    const inside = Math.min(stop, columns.stop) - Math.max(start, columns.start);
    rows.ticks[row] = (rows.ticks[row] ?? 0) + inside;
  }
  return index.cores.map((core) => {
    const found = lanes.lanes.flatMap((lane, number) => {
      const ticks = rows.ticks[number] ?? 0;
      if (lane.core !== core || ticks <= 0) return [];
      return [{ lane: number, ticks, share: ticks / columns.width }];
    });
    const known = found.reduce((sum, { share }) => sum + share, 0);
    return {
      core,
      unknown: Math.max(0, 1 - known),
      lanes: found.sort((a, b) => b.ticks - a.ticks),
    };
  });
}
