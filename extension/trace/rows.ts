import {
  type ActivityKind,
  type CoreState,
  EventId,
  ExtendedId,
  findActivity,
  UNKNOWN,
} from '../systemview';
import type { Lane } from './model';
import type { TraceRecording } from './recording';

/** Finds an event's lane: that of what it names, or of what ran when it was recorded. */
export type LaneFinder = (before: CoreState, id: number, argument: number) => number;

type Find = (core: number, id: number) => number;

/** Lanes of one kind by core and id. */
function byId(lanes: readonly Lane[], kind: Lane['kind'], hasIds: boolean): Find {
  const found = new Map<string, number>();
  lanes.forEach((lane, number) => {
    if (lane.kind === kind) found.set(`${lane.core} ${hasIds ? lane.id : 0}`, number);
  });
  return (core, id) => found.get(`${core} ${hasIds ? id : 0}`) ?? UNKNOWN;
}

/** The kind of activity that an event names by its argument. */
function toActivityKind(id: number): ActivityKind | undefined {
  switch (id) {
    case EventId.TaskStartExec:
    case EventId.TaskStartReady:
    case EventId.TaskStopReady:
    case EventId.TaskCreate:
    case EventId.TaskInfo:
    case EventId.TaskTerminate:
    case EventId.StackInfo:
      return 'task';
    case EventId.IsrEnter:
      return 'interrupt';
    case EventId.TimerEnter:
      return 'timer';
    default:
      return undefined;
  }
}

/** Creates a finder for a recording's lanes. */
export function laneFinder({ lanes }: TraceRecording): LaneFinder {
  const marker = byId(lanes.lanes, 'marker', true);
  const mark = byId(lanes.lanes, 'mark', false);
  const print = byId(lanes.lanes, 'print', false);
  const idle = byId(lanes.lanes, 'idle', false);
  const of = (activity: number) => lanes.laneByActivity[activity] ?? UNKNOWN;
  return (before, id, argument) => {
    const { core, running } = before;
    const kind = toActivityKind(id);
    if (kind) return of(findActivity(before, kind, argument));
    if (id === EventId.Idle) return idle(core, 0);
    if (id === EventId.PrintFormatted) return print(core, 0);
    if (id === EventId.MarkStart || id === EventId.MarkStop) {
      const lane = marker(core, argument);
      return lane === UNKNOWN ? mark(core, 0) : lane;
    }
    if (id === EventId.Extended && argument === ExtendedId.Mark) return mark(core, 0);
    return of(running);
  };
}
