import type { LaneWindow, TraceWindow } from '../../../../../trace';

/** The item under the pointer. */
export type Hit =
  | {
      readonly is: 'span';
      readonly start: number;
      readonly stop: number;
      readonly ref: number;
    }
  /** Too narrow to distinguish: how busy the lane was in the column. */
  | { readonly is: 'density'; readonly share: number }
  | { readonly is: 'marks'; readonly time: number; readonly count: number; readonly event: number };

/** The last index from `from` to `to` with a value not above `value`; `from - 1` if none. */
export function findLastNotAbove(
  values: ArrayLike<number>,
  value: number,
  from: number,
  to: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The item of a lane at a moment; `reach` is the pointer's tolerance in ticks. */
export function hitAt(
  data: TraceWindow,
  lane: number,
  ticks: number,
  reach: number,
): Hit | undefined {
  const found = data.lanes.find((each) => each.lane === lane);
  return (
    (found && spanAt(data, found, ticks, reach)) ??
    marksAt(data, lane, ticks, reach) ??
    (found && densityAt(data, found, ticks))
  );
}

function spanAt({ spans }: TraceWindow, lane: LaneWindow, ticks: number, reach: number) {
  const { start, stop, ref } = spans;
  const last = findLastNotAbove(start, ticks + reach, lane.from, lane.to);
  for (let index = last; index >= Math.max(lane.from, last - 1); index--) {
    const [begin = 0, end = 0] = [start[index], stop[index]];
    if (begin > ticks + reach || end < ticks - reach) continue;
    // Prefer a span that contains the moment to one that is only near.
    const before = index - 1;
    const isBeside = begin > ticks && before >= lane.from && (stop[before] ?? 0) > ticks;
    const hit = isBeside ? before : index;
    return {
      is: 'span',
      start: start[hit] ?? 0,
      stop: stop[hit] ?? 0,
      ref: ref[hit] ?? 0,
    } as const;
  }
  return undefined;
}

function marksAt({ marks }: TraceWindow, lane: number, ticks: number, reach: number) {
  let nearest = -1;
  let distance = reach;
  for (let index = 0; index < marks.time.length; index++) {
    const away = Math.abs((marks.time[index] ?? Infinity) - ticks);
    if (marks.lane[index] !== lane || away > distance) continue;
    nearest = index;
    distance = away;
  }
  if (nearest < 0) return undefined;
  const [time = 0, count = 0, event = 0] = [
    marks.time[nearest],
    marks.count[nearest],
    marks.event[nearest],
  ];
  return { is: 'marks', time, count, event } as const;
}

function densityAt({ start, stop, columns }: TraceWindow, { density }: LaneWindow, ticks: number) {
  const column = Math.floor(((ticks - start) / (stop - start)) * columns);
  const value = density?.[column] ?? 0;
  return value > 0 ? ({ is: 'density', share: value / 255 } as const) : undefined;
}

/** The gap of a core at a moment. */
export function gapAt({ gaps }: TraceWindow, core: number, ticks: number, reach: number) {
  for (let index = 0; index < gaps.start.length; index++) {
    const [start = 0, stop = 0] = [gaps.start[index], gaps.stop[index]];
    if (gaps.core[index] !== core || ticks < start - reach || ticks > stop + reach) continue;
    return { start, stop, packets: gaps.packets[index] ?? 0 };
  }
  return undefined;
}
