import { EventId } from './ids';

/** What a core can do. */
export const ACTIVITY_KINDS = ['task', 'interrupt', 'timer', 'idle', 'scheduler'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

const TASK = 0;
const INTERRUPT = 1;
const TIMER = 2;
const IDLE = 3;
const SCHEDULER = 4;

/** Stands for an activity that is not known. */
export const UNKNOWN = -1;

/** From here on new activities of one kind and core share one number. */
const MOST_ACTIVITIES = 65_000;

/** More than any processor nests. */
const DEEPEST = 64;

/** Numbers for activities in the order of their appearance: one for each core, kind and id. */
export interface Activities {
  readonly kinds: number[];
  readonly cores: number[];
  readonly ids: number[];
}

/** No activities yet. */
export function newActivities(): Activities {
  return { kinds: [], cores: [], ids: [] };
}

/** The kind of an activity. */
export function kindOf({ kinds }: Activities, activity: number): ActivityKind {
  return ACTIVITY_KINDS[kinds[activity] ?? TASK] ?? 'task';
}

/** A core as far as its events have been looked at. */
export interface CoreState {
  readonly core: number;
  /** The activity below the interrupts. */
  base: number;
  readonly nested: number[];
  running: number;
  /** When it began to run, and with which event. */
  since: number;
  sinceEvent: number;
  /** Time of the latest event, for what ends with events that were lost. */
  latest: number;
  readonly activities: Activities;
  /** Numbers by id, a map for each kind. */
  readonly numbers: readonly Map<number, number>[];
}

/** A core of which nothing is known yet. */
export function newCoreState(core: number, activities: Activities): CoreState {
  return {
    core,
    base: UNKNOWN,
    nested: [],
    running: UNKNOWN,
    // Not a small integer, so that the fields never change their representation.
    since: -0,
    sinceEvent: 0,
    latest: -0,
    activities,
    numbers: ACTIVITY_KINDS.map(() => new Map()),
  };
}

function numberOf({ core, activities, numbers }: CoreState, kind: number, id: number): number {
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

/** The number of an activity that has appeared, or UNKNOWN. */
export function findActivity(
  { numbers }: Pick<CoreState, 'numbers'>,
  kind: ActivityKind,
  id: number,
): number {
  const ofKind = numbers[ACTIVITY_KINDS.indexOf(kind)];
  return ofKind?.get(id) ?? ofKind?.get(UNKNOWN) ?? UNKNOWN;
}

/** A recording whose interrupts never end must not grow a stack without end. */
function enter({ nested }: CoreState, activity: number): void {
  if (nested.length === DEEPEST) nested.shift();
  nested.push(activity);
}

/** Whether what happened before such an event was lost. */
export function tellsLoss(id: number): boolean {
  return id === EventId.Overflow || id === EventId.TraceStart;
}

/** Who runs, and what it interrupted, is no longer known. */
function forget(state: CoreState): void {
  state.base = UNKNOWN;
  state.nested.length = 0;
}

function leave(state: CoreState, kind: number, base: number): void {
  const { nested, activities } = state;
  const top = nested[nested.length - 1];
  // An exit without its enter: the recording began inside, and what was below is not known.
  if (top !== undefined && activities.kinds[top] === kind) nested.pop();
  else if (nested.length === 0 && kind === INTERRUPT) state.base = UNKNOWN;
  if (base !== UNKNOWN && nested.length === 0) state.base = base;
}

function isTask({ activities }: CoreState, activity: number, id: number): boolean {
  return activities.kinds[activity] === TASK && activities.ids[activity] === id;
}

/**
 * Moves a core on by one event; true when what happened before the event was lost. `pause` is the
 * id of the event at which a module begins or ends to mask the kernel's events.
 */
export function advance(state: CoreState, id: number, argument: number, pause: number): boolean {
  switch (id) {
    case EventId.TaskStartExec:
      state.base = numberOf(state, TASK, argument);
      return false;
    case EventId.TaskStopExec:
      state.base = numberOf(state, SCHEDULER, 0);
      return false;
    case EventId.TaskStopReady:
      if (isTask(state, state.base, argument)) state.base = numberOf(state, SCHEDULER, 0);
      return false;
    case EventId.Idle:
      state.base = numberOf(state, IDLE, 0);
      return false;
    case EventId.IsrEnter:
      enter(state, numberOf(state, INTERRUPT, argument));
      return false;
    case EventId.IsrExit:
      leave(state, INTERRUPT, UNKNOWN);
      return false;
    case EventId.IsrToScheduler:
      leave(state, INTERRUPT, numberOf(state, SCHEDULER, 0));
      return false;
    case EventId.TimerEnter:
      enter(state, numberOf(state, TIMER, argument));
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

/** What a core does after the events so far. */
export function topOf({ nested, base }: CoreState): number {
  return nested.length > 0 ? (nested[nested.length - 1] ?? UNKNOWN) : base;
}

/** Told of a stretch of one activity, at its end, and of the event that began it. */
export type OnStretch = (activity: number, start: number, stop: number, event: number) => void;

/** Moves a core on by one event and tells the stretch that ends with it, if one does. */
export function step(
  state: CoreState,
  ticks: number,
  id: number,
  argument: number,
  index: number,
  pause: number,
  onStretch: OnStretch,
): void {
  const isLost = advance(state, id, argument, pause);
  const running = topOf(state);
  if (isLost || running !== state.running) {
    endStretch(state, isLost ? state.latest : ticks, onStretch);
    state.running = running;
    state.since = ticks;
    state.sinceEvent = index;
  }
  state.latest = ticks;
}

/** Tells what runs, up to `stop`. */
export function endStretch(state: CoreState, stop: number, onStretch: OnStretch): void {
  const { running, since, sinceEvent } = state;
  if (running !== UNKNOWN && stop > since) onStretch(running, since, stop, sinceEvent);
}
