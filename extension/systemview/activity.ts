import { EventId } from './ids';

/** Kinds of activity on a core. */
export const ACTIVITY_KINDS = ['task', 'interrupt', 'timer', 'idle', 'scheduler'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

const TASK = 0;
const INTERRUPT = 1;
const TIMER = 2;
const IDLE = 3;
const SCHEDULER = 4;

/** An unknown activity. */
export const UNKNOWN = -1;

/** Limit beyond which new activities of one kind and core share a number. */
const MOST_ACTIVITIES = 65_000;

/** Deeper than any processor nests interrupts. */
const DEEPEST = 64;

/** Numbers activities in order of appearance: one number per core, kind and id. */
export interface Activities {
  readonly kinds: number[];
  readonly cores: number[];
  readonly ids: number[];
}

/** Creates an empty table of activities. */
export function newActivities(): Activities {
  return { kinds: [], cores: [], ids: [] };
}

/** Returns an activity's kind. */
export function getActivityKind({ kinds }: Activities, activity: number): ActivityKind {
  return ACTIVITY_KINDS[kinds[activity] ?? TASK] ?? 'task';
}

/** State of a core after the events so far. */
export interface CoreState {
  readonly core: number;
  /** The activity below the interrupts. */
  base: number;
  readonly nested: number[];
  running: number;
  /** Time and event at which it began to run. */
  since: number;
  sinceEvent: number;
  /** Time of the latest event: activities end there when events were lost. */
  latest: number;
  readonly activities: Activities;
  /** Numbers by id, one map per kind. */
  readonly numbers: readonly Map<number, number>[];
}

/** Creates the state of a core without events. */
export function newCoreState(core: number, activities: Activities): CoreState {
  return {
    core,
    base: UNKNOWN,
    nested: [],
    running: UNKNOWN,
    // Not a small integer, so that the engine never changes the field's representation.
    since: -0,
    sinceEvent: 0,
    latest: -0,
    activities,
    numbers: ACTIVITY_KINDS.map(() => new Map()),
  };
}

function numberActivity(
  { core, activities, numbers }: CoreState,
  kind: number,
  id: number,
): number {
  const ofKind = numbers[kind] as Map<number, number>;
  const known = ofKind.get(id);
  if (known !== undefined) return known;
  const { kinds, cores, ids } = activities;
  const kept = kinds.length < MOST_ACTIVITIES ? id : UNKNOWN;
  const shared = ofKind.get(kept);
  if (shared !== undefined) return shared;
  const number = kinds.push(kind) - 1;
  cores.push(core);
  ids.push(kept);
  ofKind.set(kept, number);
  return number;
}

/** Returns the number of a known activity, or UNKNOWN. */
export function findActivity(
  { numbers }: Pick<CoreState, 'numbers'>,
  kind: ActivityKind,
  id: number,
): number {
  const ofKind = numbers[ACTIVITY_KINDS.indexOf(kind)];
  return ofKind?.get(id) ?? ofKind?.get(UNKNOWN) ?? UNKNOWN;
}

/** Bounded: a recording whose interrupts never end must not grow the stack forever. */
function enter({ nested }: CoreState, activity: number): void {
  if (nested.length === DEEPEST) nested.shift();
  nested.push(activity);
}

/** Returns whether such an event reports that earlier events were lost. */
export function meansLoss(id: number): boolean {
  return id === EventId.Overflow || id === EventId.TraceStart;
}

/** Marks the running activity, and those it interrupted, as unknown. */
function forget(state: CoreState): void {
  state.base = UNKNOWN;
  state.nested.length = 0;
}

function leave(state: CoreState, kind: number, base: number): void {
  const { nested, activities } = state;
  const top = nested[nested.length - 1];
  // An exit without its enter: the recording began inside, so what it interrupted is unknown.
  if (top !== undefined && activities.kinds[top] === kind) nested.pop();
  else if (nested.length === 0 && kind === INTERRUPT) state.base = UNKNOWN;
  if (base !== UNKNOWN && nested.length === 0) state.base = base;
}

function isTask({ activities }: CoreState, activity: number, id: number): boolean {
  return activities.kinds[activity] === TASK && activities.ids[activity] === id;
}

/**
 * Advances a core by one event; returns true if events before it were lost. `pause` is the id of
 * the event at which a module starts or stops masking the kernel's events.
 */
export function applyEvent(state: CoreState, id: number, argument: number, pause: number): boolean {
  switch (id) {
    case EventId.TaskStartExec:
      state.base = numberActivity(state, TASK, argument);
      return false;
    case EventId.TaskStopExec:
      state.base = numberActivity(state, SCHEDULER, 0);
      return false;
    case EventId.TaskStopReady:
      if (isTask(state, state.base, argument)) state.base = numberActivity(state, SCHEDULER, 0);
      return false;
    case EventId.Idle:
      state.base = numberActivity(state, IDLE, 0);
      return false;
    case EventId.IsrEnter:
      enter(state, numberActivity(state, INTERRUPT, argument));
      return false;
    case EventId.IsrExit:
      leave(state, INTERRUPT, UNKNOWN);
      return false;
    case EventId.IsrToScheduler:
      leave(state, INTERRUPT, numberActivity(state, SCHEDULER, 0));
      return false;
    case EventId.TimerEnter:
      enter(state, numberActivity(state, TIMER, argument));
      return false;
    case EventId.TimerExit:
      leave(state, TIMER, UNKNOWN);
      return false;
    case EventId.Overflow:
    case EventId.TraceStart:
      forget(state);
      return true;
    case EventId.TraceStop:
      forget(state);
      return false;
    default:
      if (id === pause) forget(state);
      return false;
  }
}

/** Returns a core's current activity. */
export function getCurrentActivity({ nested, base }: CoreState): number {
  return nested.length > 0 ? (nested[nested.length - 1] ?? UNKNOWN) : base;
}

/** Receives an interval of one activity at its end, with the event that began it. */
export type OnStretch = (activity: number, start: number, stop: number, event: number) => void;

/** Advances a core by one event and reports the interval that ends with it, if any. */
export function step(
  state: CoreState,
  ticks: number,
  id: number,
  argument: number,
  index: number,
  pause: number,
  onStretch: OnStretch,
): void {
  const isLost = applyEvent(state, id, argument, pause);
  const running = getCurrentActivity(state);
  if (isLost || running !== state.running) {
    endStretch(state, isLost ? state.latest : ticks, onStretch);
    state.running = running;
    state.since = ticks;
    state.sinceEvent = index;
  }
  state.latest = ticks;
}

/** Reports the current activity's interval up to `stop`. */
export function endStretch(state: CoreState, stop: number, onStretch: OnStretch): void {
  const { running, since, sinceEvent } = state;
  if (running !== UNKNOWN && stop > since) onStretch(running, since, stop, sinceEvent);
}
