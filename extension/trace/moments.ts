import { type CoreState, timeAt, UNKNOWN } from '../systemview';
import { activityRows, columnsOf, type Rows } from './columns';
import { BLOCK, knownUntil, type TraceIndex } from './index-of';
import type { CoreShares, Moment, RunningAt, Stretch } from './model';
import type { TraceRecording } from './recording';
import type { CoreGaps } from './survey';
import { eventAfter, passEvents, statesAt } from './sweep';

/** The end of what runs on a core after the events before `event`; at most the core's end. */
function endOf(index: TraceIndex, place: number, state: CoreState, event: number): number {
  const { store, blocks, cores, checkpoints } = index;
  const gaps = index.gaps[place] as CoreGaps;
  let block = Math.floor(event / BLOCK);
  // Skip blocks after which the state is still the same.
  const isSame = (next: number) =>
    checkpoints.running[next * cores.length + place] === state.running &&
    checkpoints.sinceEvent[next * cores.length + place] === state.sinceEvent;
  while (block + 1 < blocks && isSame(block + 1)) block++;
  const from = Math.max(event, block * BLOCK);
  const states = statesAt(index, from);
  let end: number | undefined;
  const onEvent = (at: number, { running, sinceEvent }: CoreState, ticks: number) => {
    if (at !== place || end !== undefined) return;
    if (running !== state.running || sinceEvent !== state.sinceEvent) end = ticks;
  };
  const to = Math.min(store.count, (block + 1) * BLOCK);
  passEvents(index, states, from, to, () => undefined, onEvent);
  return knownUntil(gaps, end ?? gaps.end);
}

/** Finds what ran at a moment, and the first event at or after it. */
export function momentAt(recording: TraceRecording, ticks: number): Moment {
  const { index, store, lanes, info } = recording;
  const behind = eventAfter(store, ticks);
  const states = index.blocks === 0 ? [] : statesAt(index, behind);
  const running = states.map((state, place): RunningAt => {
    const gaps = index.gaps[place] as CoreGaps;
    const isKnown = state.running !== UNKNOWN && knownUntil(gaps, ticks) >= ticks;
    if (!isKnown) return { core: state.core, lane: -1, start: ticks, stop: ticks };
    const stop = endOf(index, place, state, behind);
    return { core: state.core, lane: lanes.laneOf[state.running] ?? -1, start: state.since, stop };
  });
  let first = behind;
  while (first > 0 && timeAt(store, first - 1) >= ticks) first--;
  return { index: Math.min(first, Math.max(0, info.events - 1)), running };
}

/** Shares of the cores' time in a stretch, the busiest lanes first. */
export function sharesOf({ index, lanes }: TraceRecording, stretch: Stretch): CoreShares[] {
  const columns = columnsOf({ ...stretch, stop: Math.max(stretch.stop, stretch.start + 1) }, 1);
  const rows: Rows = { ticks: new Float64Array(lanes.lanes.length), wide: [] };
  activityRows(index, lanes.laneOf, columns, rows);
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
