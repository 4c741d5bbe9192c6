import { EventId, ExtendedId, u32 } from '../../systemview';
import { nameBytes, newRecordingWriter, type RecordingWriter } from './recording-writer';
import type { SliceName } from './rows';

/** A slice that another tool recorded. Times are nanoseconds. */
export interface ForeignSlice {
  /** The kind of what a core runs, or a row of slices that may go on beside others. */
  readonly kind: SliceName['kind'] | 'row';
  readonly core: number;
  readonly name: string;
  readonly start: number;
  /** A slice without an end, or with an impossible one, ends with the trace. */
  readonly end: number;
  /** The number of slices that it is within. */
  readonly depth: number;
}

/** A text at a moment. */
export interface ForeignPoint {
  readonly at: number;
  readonly text: string;
}

/** Bridging a gap takes a packet every 4.3 s, so a wrong time must not make gaps of years. */
const LONGEST = 2 ** 46;

interface Action {
  readonly at: number;
  /** At one time: ends, begins, and the ends of what has just begun. */
  readonly rank: 0 | 1 | 2;
  /** The inner ones end first and begin last. */
  readonly order: number;
  readonly slice: ForeignSlice | undefined;
  readonly text: string;
}

function listActions(slices: readonly ForeignSlice[], points: readonly ForeignPoint[]): Action[] {
  return [
    ...slices.flatMap((slice): Action[] => {
      const { start, end, depth } = slice;
      const rank = end > start ? 0 : 2;
      return [
        { at: start, rank: 1, order: depth, slice, text: '' },
        { at: end, rank, order: -depth, slice, text: '' },
      ];
    }),
    ...points.map(({ at, text }): Action => ({ at, rank: 1, order: 0, slice: undefined, text })),
  ].sort((a, b) => a.at - b.at || a.rank - b.rank || a.order - b.order);
}

/** Removes what begins impossibly far from the middle of the trace, and ends the rest within it. */
function withinTrace(slices: readonly ForeignSlice[], points: readonly ForeignPoint[]) {
  const times = [...slices.map(({ start }) => start), ...points.map(({ at }) => at)];
  const middle = times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
  const isNear = (time: number) => Math.abs(time - middle) <= LONGEST;
  const near = slices.filter(({ start }) => isNear(start));
  const nearPoints = points.filter(({ at }) => isNear(at));
  let last = times.findLast(isNear) ?? middle;
  for (const { end } of near) if (isNear(end)) last = Math.max(last, end);
  return {
    slices: near.map((slice) => (isNear(slice.end) ? slice : { ...slice, end: last })),
    points: nearPoints,
    skipped: times.length - near.length - nearPoints.length,
  };
}

/** Names a slice by its row as well; that of a marker has the same name. */
export const rowSliceName = (row: string, name: string) =>
  row === name ? name : `${row}: ${name}`;

/** Writes a SystemView recording of slices and points, which may come in any order. */
export function recordSlices(
  all: readonly ForeignSlice[],
  allPoints: readonly ForeignPoint[],
): { recording: Uint8Array; events: number; problems: string[] } {
  const { slices, points, skipped } = withinTrace(all, allPoints);
  const actions = listActions(slices, points);
  const writer = newRecordingWriter(actions[0]?.at ?? 0);
  const begins = new Set(slices.filter(isBase).map(({ core, start }) => `${core} ${start}`));
  const names = newNames(writer);
  for (const { at, rank, slice, text } of actions) {
    if (slice === undefined) {
      writer.put(0, at, EventId.PrintFormatted, [...nameBytes(text), 0, 0]);
    } else if (rank === 1) begin(writer, names, slice);
    else if (!isBase(slice)) end(writer, names, slice);
    // Nothing is known to run after a task unless something begins at once.
    else if (!begins.has(`${slice.core} ${at}`)) writer.put(slice.core, at, EventId.TraceStop);
  }
  const problems =
    skipped === 0
      ? []
      : [`${skipped} slices and points are more than 19 hours from the others, and were skipped.`];
  return { recording: writer.finish(), events: writer.events(), problems };
}

function isBase({ kind }: ForeignSlice): boolean {
  return kind === 'task' || kind === 'idle' || kind === 'scheduler';
}

/** Numbers names by kind and core, and describes each before it is used. */
function newNames(writer: RecordingWriter) {
  const numbers = new Map<string, number>();
  return (
    { kind, core, name, depth }: ForeignSlice,
    describe: (number: number) => readonly [id: number, payload: readonly number[]],
  ): number => {
    const key = `${kind} ${core} ${kind === 'row' ? depth : ''} ${name}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = numbers.size + 1;
    numbers.set(key, number);
    writer.describe(core, ...describe(number));
    return number;
  };
}

type Names = ReturnType<typeof newNames>;

/** A system description separates its items by commas. */
const inDescription = (name: string) => name.replace(/[,\0-\x1f]/g, ' ');

function numberInterrupt(names: Names, slice: ForeignSlice): number {
  return names(slice, (number) => [
    EventId.SysDesc,
    nameBytes(`I#${number}=${inDescription(slice.name)}`),
  ]);
}

function numberMarker(names: Names, slice: ForeignSlice): number {
  return names(slice, (number) => [
    EventId.Extended,
    [ExtendedId.NameMarker, ...u32(number), ...nameBytes(slice.name)],
  ]);
}

function begin(writer: RecordingWriter, names: Names, slice: ForeignSlice): void {
  const { kind, core, start, name } = slice;
  const put = (id: number, ...payload: number[]) => writer.put(core, start, id, payload);
  switch (kind) {
    case 'task':
      return put(
        EventId.TaskStartExec,
        ...u32(names(slice, (id) => [EventId.TaskInfo, [...u32(id), 0, ...nameBytes(name)]])),
      );
    case 'idle':
      return put(EventId.Idle);
    case 'scheduler':
      return put(EventId.TaskStopExec);
    case 'interrupt':
      return put(EventId.IsrEnter, ...u32(numberInterrupt(names, slice)));
    case 'timer':
      return put(
        EventId.TimerEnter,
        ...u32(names(slice, (id) => [EventId.NameResource, [...u32(id), ...nameBytes(name)]])),
      );
    case 'gap':
      return;
    default:
      return put(EventId.MarkStart, ...u32(numberMarker(names, slice)));
  }
}

function end(writer: RecordingWriter, names: Names, slice: ForeignSlice): void {
  const { kind, core, end: at } = slice;
  if (kind === 'interrupt') writer.put(core, at, EventId.IsrExit);
  else if (kind === 'timer') writer.put(core, at, EventId.TimerExit);
  else if (kind !== 'gap') writer.put(core, at, EventId.MarkStop, u32(numberMarker(names, slice)));
}
