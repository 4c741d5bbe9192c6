import {
  getActivityKind,
  type CoreState,
  eventAt,
  EventId,
  type EventStore,
  lengthAt,
  meansLoss,
  timeAt,
  UNKNOWN,
} from '../systemview';
import type { TraceRecording } from './recording';
import type { EventCost, RecordCost } from './record-cost';
import { eventAfter, passEvents, statesAt } from './sweep';

/*
 * Activities on a core, and their times, from a given moment. Whatever runs records its own events,
 * so around a time stamp the recorder is active, and a handler has run before its first event and
 * still runs after its last one:
 *
 *     task | handler before | recorder | stamp | recorder | handler ..
 *          | recorder | stamp | .. | handler after | task
 */

/** Used among activities for the recorder, and for the kernel's handler that changes the task. */
export const RECORDING = -2;
export const SWITCHING = -3;

/** Receives what ran, in order and without gaps, in units from the beginning. */
export type OnSpan = (activity: number, from: number, to: number) => void;

export interface SpanFrame {
  readonly start: number;
  readonly coreIndex: number;
  /** Ticks in the unit, counted from the beginning, so all differences are exact. */
  readonly unitAt: (ticks: number) => number;
  readonly cost: RecordCost | undefined;
}

/** An activity of known length. */
interface Lasting {
  readonly activity: number;
  readonly amount: number;
}

/** Code that runs unseen around an event: a handler before its first and after its last one. */
interface Ends {
  readonly lead?: Lasting;
  readonly trail?: Lasting;
}

function newLedger(onSpan: OnSpan) {
  let at = 0;
  /** Activities up to known moments, in order. */
  let known: readonly { readonly activity: number; readonly until: number }[] = [];

  function add(activity: number, to: number): void {
    if (to <= at) return;
    onSpan(activity, at, to);
    at = to;
  }
  /** Shares out up to `to`: first to what is known to be active, then to the activity. */
  function share(activity: number, to: number): void {
    for (const each of known) add(each.activity, Math.min(to, each.until));
    add(activity, to);
  }
  return {
    share,
    /** The recorder stamped an event: it was active shortly before, and stays so for a while. */
    record(activity: number, stamp: number, cost: EventCost, { lead, trail }: Ends): void {
      const begin = stamp - cost.before;
      share(activity, begin - (lead?.amount ?? 0));
      if (lead) share(lead.activity, begin);
      add(RECORDING, stamp);
      const end = stamp + cost.after;
      known = [
        { activity: RECORDING, until: end },
        ...(trail ? [{ activity: trail.activity, until: end + trail.amount }] : []),
      ];
    },
  };
}

/** A hook describes a new task within a few events, and few interrupts come in between. */
const ANNOUNCED_WITHIN = 64;

/** The next event of a core outside interrupts, unless it is far or packets were lost before it. */
function nextOutside(store: EventStore, core: number, event: number): number | undefined {
  let depth = 0;
  for (let at = event + 1; at <= event + ANNOUNCED_WITHIN; at++) {
    const next = eventAt(store, at);
    if (next === undefined || meansLoss(next.id)) return undefined;
    if (next.core !== core) continue;
    if (next.id === EventId.IsrEnter) depth += 1;
    else if (next.id === EventId.IsrExit || next.id === EventId.IsrToScheduler) depth -= 1;
    else if (depth <= 0) return next.id;
  }
  return undefined;
}

/** Follows who runs after each event of a core, and what runs unseen around it. */
function newObserver(
  { index: { activities, cores }, store }: TraceRecording,
  { cost, coreIndex }: SpanFrame,
  state: CoreState,
) {
  let { running, base } = state;
  let asking = base;
  /** The task that announces another one: the recorder runs in its name until it has described that. */
  let announcing = UNKNOWN;
  let isSwitching = false;
  const isScheduler = (activity: number) =>
    activity !== UNKNOWN && getActivityKind(activities, activity) === 'scheduler';
  const findHandler = (activity: number) =>
    activity === UNKNOWN ? undefined : cost?.handler(activities.ids[activity] ?? UNKNOWN);
  const isLeaving = (id: number) => id === EventId.IsrExit || id === EventId.IsrToScheduler;
  /** The recorder announces a task, names it and describes its stack, all in one hook. */
  const isAnnouncing = (id: number, event: number) => {
    if (cost === undefined || (id !== EventId.TaskCreate && id !== EventId.TaskInfo)) return false;
    const wanted = id === EventId.TaskCreate ? EventId.TaskInfo : EventId.StackInfo;
    return nextOutside(store, cores[coreIndex] ?? 0, event) === wanted;
  };
  return {
    running: () => (running === announcing && running !== UNKNOWN ? RECORDING : running),
    ends(id: number, after: CoreState): Ends {
      if (id === EventId.TaskStartExec || id === EventId.Idle) {
        const { before, after: behind } = cost?.switching ?? {};
        if (before === undefined || behind === undefined) return {};
        return {
          ...(!isSwitching && { lead: { activity: SWITCHING, amount: before } }),
          trail: { activity: SWITCHING, amount: behind },
        };
      }
      // Zephyr's handler of a switch records its beginning as well.
      if (id === EventId.TaskStopExec && cost?.switching) {
        return { lead: { activity: SWITCHING, amount: cost.switching.before } };
      }
      if (id === EventId.IsrEnter) {
        const handler = findHandler(after.running);
        return handler ? { lead: { activity: after.running, amount: handler.before } } : {};
      }
      if (!isLeaving(id)) return {};
      const handler = findHandler(running);
      return handler ? { trail: { activity: running, amount: handler.after } } : {};
    },
    /**
     * If the kernel's handler was measured, the task or interrupt that requests it runs until it
     * begins: what the kernel does in a task's name before it gives way is the task's.
     */
    pass(id: number, after: CoreState, event: number): void {
      if (id === EventId.IsrToScheduler || (isScheduler(after.base) && !isScheduler(base))) {
        asking = running;
      }
      base = after.base;
      if (after.nested.length === 0 && !isLeaving(id)) {
        announcing = isAnnouncing(id, event) ? after.running : UNKNOWN;
      }
      if (id === EventId.TaskStopExec) isSwitching = true;
      else if (id === EventId.TaskStartExec || id === EventId.Idle) isSwitching = false;
      const switching = isSwitching ? SWITCHING : asking;
      running = cost?.switching && isScheduler(after.running) ? switching : after.running;
    },
  };
}

/** Reads events from a moment on; `own` is the activity below the interrupts at that moment. */
export function newSpanReader(recording: TraceRecording, frame: SpanFrame, onSpan: OnSpan) {
  const { index, store } = recording;
  const { start, coreIndex, unitAt, cost } = frame;
  let next = eventAfter(store, start);
  const states = statesAt(index, next);
  const ledger = newLedger(onSpan);
  const state = states[coreIndex] as CoreState;
  const own = state.base;
  const observer = newObserver(recording, frame, state);
  const onEvent = (
    at: number,
    after: CoreState,
    ticks: number,
    id: number,
    argument: number,
    event: number,
  ) => {
    if (at !== coreIndex) return;
    const stamp = unitAt(ticks);
    const delta = event > 0 ? ticks - timeAt(store, event - 1) : 0;
    if (meansLoss(id)) ledger.share(UNKNOWN, stamp);
    else if (cost) {
      const spent = cost.of(id, delta, argument, lengthAt(store, event));
      ledger.record(observer.running(), stamp, spent, observer.ends(id, after));
    } else ledger.share(observer.running(), stamp);
    observer.pass(id, after, event);
  };
  return {
    own,
    next: () => next,
    /** Reads the events up to this number. */
    pass(end: number): void {
      passEvents(index, states, next, end, () => undefined, onEvent);
      next = end;
    },
    /** Assigns the time up to here to what runs, or to nothing. */
    runTo: (unit: number) => ledger.share(observer.running(), unit),
    loseTo: (unit: number) => ledger.share(UNKNOWN, unit),
  };
}
