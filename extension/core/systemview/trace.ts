import { EventId } from './ids';
import { forEachEvent, type EventStore, type StoredEvent } from './store';

/** What a core does: a task by its shrunk id, an interrupt or a timer by its number. */
export interface Activity {
  readonly kind: 'task' | 'interrupt' | 'timer' | 'idle' | 'scheduler';
  readonly id: number;
}

/** One activity of one core without a break. */
export interface Interval extends Activity {
  readonly core: number;
  readonly start: number;
  readonly end: number;
}

export interface TraceOptions {
  /** Id of the event at which a module begins or ends to mask the kernel's events. */
  readonly pause?: number;
}

interface Core {
  /** Below the interrupts; undefined while it is unknown. */
  base: Activity | undefined;
  readonly nested: Activity[];
  running: Activity | undefined;
  since: number;
  /** Time of the latest event, for what ends with events that were lost. */
  latest: number;
}

const IDLE: Activity = { kind: 'idle', id: 0 };
const SCHEDULER: Activity = { kind: 'scheduler', id: 0 };

/** Who runs, and what it interrupted, is no longer known. */
function forget(core: Core): void {
  core.base = undefined;
  core.nested.length = 0;
}

function leave(core: Core, kind: Activity['kind'], base: Activity | undefined): void {
  // An exit without its enter: the recording began inside, and what was below is not known.
  if (core.nested.at(-1)?.kind === kind) core.nested.pop();
  else if (core.nested.length === 0 && kind === 'interrupt') core.base = undefined;
  if (base !== undefined && core.nested.length === 0) core.base = base;
}

/** Moves a core on by one event; true when what happened before the event was lost. */
function advance(core: Core, { id, argument }: StoredEvent, pause: number | undefined): boolean {
  switch (id) {
    case EventId.TaskStartExec:
      core.base = { kind: 'task', id: argument };
      return false;
    case EventId.TaskStopExec:
      core.base = SCHEDULER;
      return false;
    case EventId.TaskStopReady:
      if (core.base?.kind === 'task' && core.base.id === argument) core.base = SCHEDULER;
      return false;
    case EventId.Idle:
      core.base = IDLE;
      return false;
    case EventId.IsrEnter:
      core.nested.push({ kind: 'interrupt', id: argument });
      return false;
    case EventId.IsrExit:
      leave(core, 'interrupt', undefined);
      return false;
    case EventId.IsrToScheduler:
      leave(core, 'interrupt', SCHEDULER);
      return false;
    case EventId.TimerEnter:
      core.nested.push({ kind: 'timer', id: argument });
      return false;
    case EventId.TimerExit:
      leave(core, 'timer', undefined);
      return false;
    case EventId.Overflow:
    case EventId.TraceStart:
      forget(core);
      return true;
    case EventId.TraceStop:
    case pause:
      forget(core);
      return false;
    default:
      return false;
  }
}

function same(a: Activity | undefined, b: Activity | undefined): boolean {
  return a?.kind === b?.kind && a?.id === b?.id;
}

/**
 * Who ran when: intervals in the order of their ends, for each core. Nothing is claimed where it is
 * not known: before a core's first telling event, after lost events, at the start of a segment, and
 * after events of a module that masks the kernel's events for a while.
 */
export function whoRan(store: EventStore, options: TraceOptions = {}): readonly Interval[] {
  const intervals: Interval[] = [];
  const cores = new Map<number, Core>();

  function close(core: Core, number: number, end: number): void {
    if (core.running === undefined || end <= core.since) return;
    intervals.push({ ...core.running, core: number, start: core.since, end });
  }

  forEachEvent(store, (event) => {
    let core = cores.get(event.core);
    if (core === undefined) {
      core = { base: undefined, nested: [], running: undefined, since: 0, latest: event.ticks };
      cores.set(event.core, core);
    }
    const lost = advance(core, event, options.pause);
    const running = core.nested.at(-1) ?? core.base;
    if (lost || !same(running, core.running)) {
      close(core, event.core, lost ? core.latest : event.ticks);
      core.running = running;
      core.since = event.ticks;
    }
    core.latest = event.ticks;
  });
  for (const [number, core] of cores) close(core, number, core.latest);
  return intervals;
}
