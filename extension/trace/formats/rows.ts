import { visibleLine } from '../../base';
import { type CoreState, meansLoss, timeAt, UNKNOWN } from '../../systemview';
import type { LaneKind, TraceInfo } from '../model';
import type { TraceRecording } from '../recording';
import type { Stretches } from '../stretches';
import { passEvents, statesAt } from '../sweep';

/*
 * A recording as rows of slices, from which all formats are written:
 *
 *     Core 0   CPU         | net         | idle      | net          nested: | net [ SysTick [ UART ] ] |
 *              net         |             |           |              while it is the core's task
 *              Operations  | mutex/lock                      |
 *              Messages            .            .
 *
 * A slice of a task goes on while interrupts run: on the row CPU they nest in it. Where events were lost, all
 * slices end at the last event before, and a slice "not recorded" takes their place. A slice that is open at the end
 * of the recording ends with its core's last event, as it does in the timeline.
 */

/** The content of a slice: that of a lane, or a gap in the recording. */
type SliceKind = LaneKind | 'gap';

/** A name of slices. */
export interface SliceName {
  readonly kind: SliceKind;
  readonly text: string;
}

/** A row of slices. They nest on the row of a core, and follow each other on others. */
export interface TraceRow {
  readonly core: number;
  readonly kind: 'cpu' | LaneKind;
  readonly name: string;
}

/** Receives slices and points of a sequence, in the order of time. Times are nanoseconds. */
export interface SliceSink {
  /** `name` is a number in the names, `detail` a number that distinguishes slices of one name. */
  begin(row: number, at: number, name: number, detail?: number | undefined): void;
  end(row: number, at: number): void;
  point(row: number, at: number, text: string): void;
}

/** Rows whose slices are in one order of time; most slices are on the first row. */
export interface RowSequence {
  readonly rows: readonly [number, ...number[]];
  /** Hands over the slices; pauses regularly for the sink to be emptied. */
  slices(sink: SliceSink): Iterable<void>;
}

/** A recording as other tools show it. */
export interface TraceRows {
  /** The application, device and system, as far as the target named them. */
  readonly system: readonly string[];
  /** Empty, or what a nanosecond stands for: an emulator's instructions are not time. */
  readonly unit: string;
  readonly rows: readonly TraceRow[];
  readonly names: readonly SliceName[];
  readonly sequences: readonly RowSequence[];
}

/** Takes from a sink at each pause, and at the end. */
export function* takeParts<Part>(slices: Iterable<void>, take: () => Part): Iterable<Part> {
  const steps = slices[Symbol.iterator]();
  for (let isDone = false; !isDone;) {
    isDone = steps.next().done === true;
    yield take();
  }
}

/** Events, or slices of other rows, between two pauses. */
const PART = 1 << 14;

/** Returns the rows of a recording; `getMessage` returns the text of a mark or message by its event's number. */
export function traceRows(
  recording: TraceRecording,
  getMessage: (event: number) => string,
): TraceRows {
  const { info, index, lanes, benchmarks } = recording;
  const { scale, unit } = computeScale(info);
  const toNs = (ticks: number) => Math.max(0, Math.round(ticks * scale));
  const names: SliceName[] = lanes.lanes.map(({ kind, name }) => ({ kind, text: name }));
  const notRecorded = names.push({ kind: 'gap', text: 'not recorded' }) - 1;
  const block = names.push({ kind: 'block', text: 'block' }) - 1;
  const firstOperation = names.length;
  for (const { name } of benchmarks.operations) names.push({ kind: 'operation', text: name });

  const rows: TraceRow[] = index.cores.map((core) => ({ core, kind: 'cpu', name: 'CPU' }));
  const rowByLane = lanes.lanes.map(({ kind, core, name }) =>
    hasRow(kind) ? rows.push({ core, kind, name }) - 1 : -1,
  );
  const sequences = index.cores.map((_, coreIndex): RowSequence => {
    const of = { recording, coreIndex, toNs, notRecorded, rowByLane };
    const tasks = rowByLane.filter(
      (row) => row >= 0 && isCoreTask(rows[row], index.cores[coreIndex]),
    );
    return { rows: [coreIndex, ...tasks], slices: (sink) => coreSlices(of, sink) };
  });
  lanes.sources.forEach((source, lane) => {
    const row = rowByLane[lane] ?? -1;
    const { kind } = lanes.lanes[lane] ?? {};
    if ('stretches' in source) {
      const { operation, index: sample } = benchmarks.samples;
      const label = (ref: number): [name: number, detail?: number | undefined] => {
        if (kind === 'operation') return [firstOperation + ref];
        if (kind === 'block') return [block, ref];
        return kind === 'sample' ? [firstOperation + (operation[ref] ?? 0), sample[ref]] : [lane];
      };
      const { stretches } = source;
      sequences.push({
        rows: [row],
        slices: (sink) => stretchSlices(stretches, row, toNs, label, sink),
      });
    } else if ('events' in source) {
      const slices = (sink: SliceSink) =>
        points(recording, source.events, row, toNs, getMessage, sink);
      sequences.push({ rows: [row], slices });
    }
  });
  const visible = <Named extends { name: string }>(each: Named) => ({
    ...each,
    name: visibleLine(each.name),
  });
  return {
    system: info.system.map(visibleLine),
    unit,
    rows: rows.map(visible),
    names: names.map(({ kind, text }) => ({ kind, text: visibleLine(text) })),
    sequences,
  };
}

/** Interrupts, timers, the scheduler and idle time are only on the row of their core. */
function hasRow(kind: LaneKind): boolean {
  return !['interrupt', 'timer', 'scheduler', 'idle'].includes(kind);
}

function isCoreTask(row: TraceRow | undefined, core: number | undefined): boolean {
  return row?.kind === 'task' && row.core === core;
}

/** Nanoseconds in a tick. */
function computeScale({ clock, sysFreq }: TraceInfo): { scale: number; unit: string } {
  const [numerator, denominator] = clock.ratio;
  if (clock.unit === 'instructions') {
    return { scale: numerator / denominator, unit: '1 ns is 1 instruction' };
  }
  if (clock.unit === 'ns') return { scale: numerator / denominator, unit: '' };
  if (sysFreq) return { scale: 1e9 / sysFreq, unit: '' };
  return { scale: 1, unit: '1 ns is 1 tick' };
}

interface CoreRows {
  readonly recording: TraceRecording;
  readonly coreIndex: number;
  readonly toNs: (ticks: number) => number;
  readonly notRecorded: number;
  /** The row of each lane, or -1. */
  readonly rowByLane: readonly number[];
}

/** Slices of what runs on a core: tasks with what interrupts them, and tasks on their own rows. */
function* coreSlices(of: CoreRows, sink: SliceSink): Iterable<void> {
  const { recording, coreIndex, toNs, notRecorded, rowByLane } = of;
  const { index, lanes, survey } = recording;
  const open: number[] = [];
  let latest = NaN;
  let gap = 0;

  const findLane = (activity: number) => lanes.laneByActivity[activity] ?? -1;
  /** The row of its own, of the activity at a depth: tasks have one, and are below all others. */
  const ownRow = (depth: number) =>
    depth > 0 ? -1 : (rowByLane[findLane(open[0] ?? UNKNOWN)] ?? -1);

  function close(depth: number, at: number): void {
    while (open.length > depth) {
      const own = ownRow(open.length - 1);
      sink.end(coreIndex, at);
      if (own >= 0) sink.end(own, at);
      open.pop();
    }
  }
  function change({ base, nested }: CoreState, at: number): void {
    const hasBase = base === UNKNOWN ? 0 : 1;
    const depth = nested.length + hasBase;
    const pickId = (level: number) => (level < hasBase ? base : (nested[level - hasBase] ?? 0));
    let same = 0;
    while (same < depth && open[same] === pickId(same)) same++;
    close(same, at);
    for (let level = same; level < depth; level++) {
      const activity = pickId(level);
      open.push(activity);
      sink.begin(coreIndex, at, findLane(activity));
      const own = ownRow(level);
      if (own >= 0) sink.begin(own, at, findLane(activity));
    }
  }
  function lose(ticks: number): void {
    const { lost } = survey.gaps[coreIndex] ?? {};
    const packets = (lost?.[gap] ?? 0) - (lost?.[gap - 1] ?? 0);
    gap++;
    if (Number.isNaN(latest)) return;
    close(0, toNs(latest));
    sink.begin(coreIndex, toNs(latest), notRecorded, packets);
    sink.end(coreIndex, toNs(ticks));
  }

  const states = statesAt(index, 0);
  for (let from = 0; from < recording.store.count; from += PART) {
    passEvents(
      index,
      states,
      from,
      from + PART,
      () => undefined,
      (at, state, ticks, id) => {
        if (at !== coreIndex) return;
        if (meansLoss(id)) lose(ticks);
        change(state, toNs(ticks));
        latest = ticks;
      },
    );
    yield;
  }
  close(0, toNs(latest));
}

function* stretchSlices(
  { count, start, stop, ref }: Stretches,
  row: number,
  toNs: (ticks: number) => number,
  getLabel: (ref: number) => [name: number, detail?: number | undefined],
  sink: SliceSink,
): Iterable<void> {
  for (let i = 0; i < count; i++) {
    sink.begin(row, toNs(start[i] ?? 0), ...getLabel(ref[i] ?? 0));
    sink.end(row, toNs(stop[i] ?? 0));
    if (i % PART === 0) yield;
  }
}

function* points(
  { store }: TraceRecording,
  events: Uint32Array,
  row: number,
  toNs: (ticks: number) => number,
  getMessage: (event: number) => string,
  sink: SliceSink,
): Iterable<void> {
  for (const event of events) {
    sink.point(row, toNs(timeAt(store, event)), visibleLine(getMessage(event)));
    yield;
  }
}
