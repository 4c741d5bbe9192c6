import {
  type ActivityKind,
  getActivityKind,
  type CoreState,
  endStretch,
  newActivities,
  newCoreState,
  step,
} from './activity';
import { type EventStore, scanEvents } from './store';

/** One uninterrupted activity of one core: a task by its shrunk id, an interrupt or a timer by its number. */
interface Interval {
  readonly kind: ActivityKind;
  readonly id: number;
  readonly core: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Lists execution intervals of each core in the order of their ends. Leaves gaps where the activity
 * is unknown: before a core's first scheduling event, after lost events, at the start of a segment,
 * and after events of a module, by their id, that masks the kernel's events for a while.
 */
export function whoRan(store: EventStore, pause = -1): readonly Interval[] {
  const intervals: Interval[] = [];
  const activities = newActivities();
  const states = new Map<number, CoreState>();

  function add(activity: number, start: number, end: number): void {
    const { cores, ids } = activities;
    const [core = 0, id = 0] = [cores[activity], ids[activity]];
    intervals.push({ kind: getActivityKind(activities, activity), id, core, start, end });
  }

  scanEvents(store, 0, store.count, (ticks, id, core, argument, index) => {
    let state = states.get(core);
    if (state === undefined) {
      state = newCoreState(core, activities);
      states.set(core, state);
    }
    step(state, ticks, id, argument, index, pause, add);
  });
  for (const state of states.values()) endStretch(state, state.latest, add);
  return intervals;
}
