import { BLOCK, blockAt, type TraceIndex } from './event-index';
import type { Stretch } from './model';
import { findFirstAbove, type Stretches, ticksBefore } from './stretches';
import { eventAfter, sweep, sweepBlock } from './sweep';

/** Process up to this many events one by one; above it, sum up whole blocks. */
const MOST_SWEPT = 1 << 16;

/** A window cut into columns of equal width. */
export interface WindowColumns extends Stretch {
  readonly count: number;
  /** In ticks. */
  readonly width: number;
}

/** Cuts a stretch into columns. */
export function cutColumns({ start, stop }: Stretch, count: number): WindowColumns {
  return { start, stop, count, width: (stop - start) / count };
}

/** A stretch wide enough to be drawn on its own. */
export interface WideStretch extends Stretch {
  readonly row: number;
  readonly ref: number;
}

/** Rows of a window: narrow stretches as ticks per column, wide ones as stretches. */
export interface Rows {
  /** Entry `row * columns + column`. */
  readonly ticks: Float64Array;
  readonly wide: WideStretch[];
}

/** Above this average number of stretches per column, only sums are made. */
const MOST_LISTED = 4;

/** A stretch narrower than this many columns cannot be seen on its own. */
const WIDE = 2;

/** Adds a stretch's ticks to the columns that it covers. */
export function spread(
  ticks: Float64Array,
  row: number,
  columns: WindowColumns,
  part: Stretch,
): void {
  const { start, count, width } = columns;
  const from = Math.max(part.start, start);
  const to = Math.min(part.stop, columns.stop);
  if (to <= from) return;
  const first = Math.min(count - 1, Math.floor((from - start) / width));
  const last = Math.min(count - 1, Math.ceil((to - start) / width) - 1);
  const offset = row * count;
  if (last <= first) {
    ticks[offset + first] = (ticks[offset + first] ?? 0) + to - from;
    return;
  }
  let at = from;
  for (let column = first; column <= last; column++) {
    const edge = column === last ? to : start + (column + 1) * width;
    ticks[offset + column] = (ticks[offset + column] ?? 0) + edge - at;
    at = edge;
  }
}

/** Adds a stretch to the sums or, if it is wide enough, to the stretches. */
function place(rows: Rows, columns: WindowColumns, row: number, part: Stretch, ref: number): void {
  const start = Math.max(part.start, columns.start);
  const stop = Math.min(part.stop, columns.stop);
  if (stop - start < WIDE * columns.width) spread(rows.ticks, row, columns, { start, stop });
  else rows.wide.push({ row, start: part.start, stop: part.stop, ref });
}

/** Builds rows of activity; `rowByActivity` gives an activity's row, or -1. */
export function activityRows(
  index: TraceIndex,
  rowByActivity: Int16Array,
  columns: WindowColumns,
  rows: Rows,
): void {
  const { start, stop } = columns;
  if (index.blocks === 0) return;
  const first = blockAt(index, start) * BLOCK;
  if (eventAfter(index.store, stop) - first <= MOST_SWEPT) {
    sweep(index, start, stop, (activity, from, to, event) => {
      const row = rowByActivity[activity] ?? -1;
      if (row >= 0) place(rows, columns, row, { start: from, stop: to }, event);
    });
    return;
  }
  sumBlocks(index, rowByActivity, columns, rows.ticks);
}

/** Sums up blocks within one column, and sweeps those that cross columns. */
function sumBlocks(
  index: TraceIndex,
  rowByActivity: Int16Array,
  columns: WindowColumns,
  ticks: Float64Array,
): void {
  const { lastTime, blocks, sumEnd, sumActivity, sumTicks } = index;
  const { start, stop, width, count } = columns;
  for (let block = blockAt(index, start); block < blocks; block++) {
    const from = block === 0 ? -Infinity : (lastTime[block - 1] as number);
    const to = lastTime[block] as number;
    if (from >= stop) return;
    const column = Math.min(count - 1, Math.floor((from - start) / width));
    if (from < start || to > stop || to > start + (column + 1) * width) {
      const part = { start: Math.max(from, start), stop: Math.min(to, stop) };
      sweepBlock(index, block, part, (activity, begun, ended) => {
        const row = rowByActivity[activity] ?? -1;
        if (row < 0) return;
        const inside = { start: Math.max(begun, part.start), stop: Math.min(ended, part.stop) };
        spread(ticks, row, columns, inside);
      });
      continue;
    }
    for (
      let at = block === 0 ? 0 : (sumEnd[block - 1] as number);
      at < (sumEnd[block] as number);
      at++
    ) {
      const row = rowByActivity[sumActivity[at] as number] as number;
      if (row < 0) continue;
      const entry = row * count + column;
      ticks[entry] = (ticks[entry] as number) + (sumTicks[at] as number);
    }
  }
}

/** Adds stretches that do not overlap, such as windows of samples. */
export function stretchRow(
  stretches: Stretches,
  columns: WindowColumns,
  row: number,
  rows: Rows,
): void {
  const { start, stop, width, count } = columns;
  const first = findFirstAbove(stretches.stop, start);
  const last = findFirstAbove(stretches.start, stop);
  if (last - first <= MOST_LISTED * count) {
    for (let i = first; i < last; i++) {
      const part = { start: stretches.start[i] ?? 0, stop: stretches.stop[i] ?? 0 };
      place(rows, columns, row, part, stretches.ref[i] ?? 0);
    }
    return;
  }
  let before = ticksBefore(stretches, start);
  for (let column = 0; column < count; column++) {
    const sum = ticksBefore(stretches, column === count - 1 ? stop : start + (column + 1) * width);
    rows.ticks[row * count + column] = sum - before;
    before = sum;
  }
}
