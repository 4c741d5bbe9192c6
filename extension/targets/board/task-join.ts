import { sumNumbers } from '../../base';
import {
  type Activities,
  type ActivityKind,
  getActivityKind,
  eventAt,
  type EventStore,
  expandId,
  type Knowledge,
  newActivities,
  newCoreState,
  newDecoder,
  scanEvents,
  step,
  SYNC,
  UNKNOWN,
} from '../../systemview';
import type { PcBatch } from '../target';
import { makeBatch } from './batches';

/*
 * Joins samples with the task that ran, by a recording of SystemView that the host reads meanwhile:
 *
 *     const join = newTaskJoin();
 *     join.add(turns, bytes);                  // each batch of samples, and what was recorded until its end
 *     const { isJoined } = join.finish();      // or why that is impossible
 *
 * Time stamps of a recording are differences, so how they relate to the cycle counter is found by order: an event that
 * is missing when the ring is read was stamped after the cycle count that was taken before, and an event that is there
 * was stamped before the cycle count that is taken afterwards. Each event narrows what they may differ by. If nothing is
 * left, the time stamps are not the cycle counter.
 */

/** A sample, and how far the recorder was just after it: read in this order. */
export interface SampledTurn {
  /** The cycle counter, read together with the address. */
  readonly cycles: number;
  readonly pc: number;
  /** The bytes that the recorder had written. */
  readonly written: number;
  /** The next event may not have fit the ring. */
  readonly isFull: boolean;
  /** The cycle counter once more. */
  readonly until: number;
}

/** Samples by the task or whatever else ran. */
export interface JoinedSamples {
  readonly isJoined: true;
  readonly batches: readonly PcBatch[];
  /** The names of what ran, by the keys in the batches. */
  readonly names: ReadonlyMap<number, string>;
  /** Samples in gaps of the recording. */
  readonly unknown: number;
  /** Events that the recorder dropped. */
  readonly lost: number;
  /** The recorder ran before the host started it. */
  readonly wasRecording: boolean;
}

/** A recording whose time is not that of the cycle counter, or which is empty. */
export interface Unjoined {
  readonly isJoined: false;
  readonly events: number;
  /** The counts of its time stamps in a second, by its own description. */
  readonly frequency: number | undefined;
  /** The cycles that were counted meanwhile. */
  readonly cycles: number;
  readonly wasRecording: boolean;
}

/** More cycles than a recorder needs from an event's time stamp until its ring shows the event. */
const STORING_CYCLES = 5000;
const WRAP = 2 ** 32;
/** Keys of what is no task, and no address of data either. */
const OTHERS = 0xffff_0000;
const UNKNOWN_KEY = OTHERS - 1;
/** A NOP: what follows is never taken for the header of a file. */
const START = Uint8Array.of(0, 0);

/** Samples that wait for the events around them. */
const MOST_WAITING = 50_000;

/** Collects samples and the recording beside them. */
export function newTaskJoin() {
  const decoder = newDecoder({ store: true });
  decoder.push(START);
  const order = newOrder();
  const activity = newActivity();
  let waiting: SampledTurn[][] = [];
  let waits = 0;
  let joined: readonly PcBatch[] = [];
  let begin: number | undefined;
  let now = 0;
  const unwrap = (cycles: number) => {
    now = begin === undefined ? cycles : laterThan(now, cycles);
    begin ??= now;
    return now;
  };
  const settle = () => {
    const [stream] = decoder.current().streams;
    if (stream?.store === undefined) return;
    order.read(stream.store, waiting.flat());
    activity.read(stream.store, stream.knowledge);
    const offset = order.offset();
    if (offset === undefined) return;
    joined = [...joined, ...waiting.map((turns) => attribute(turns, offset, activity))];
    waiting = [];
    waits = 0;
  };
  return {
    add: (turns: readonly SampledTurn[], recorded: Uint8Array): void => {
      const unwrapTimes = ({ cycles, until, ...turn }: SampledTurn) => {
        return { ...turn, cycles: unwrap(cycles), until: unwrap(until) };
      };
      waiting.push(turns.map(unwrapTimes));
      decoder.push(recorded);
      waits += turns.length;
      if (waits > MOST_WAITING) settle();
    },
    finish: (): JoinedSamples | Unjoined => {
      const [stream] = decoder.finish().streams;
      settle();
      const wasRecording = hasEarlierEvents(stream?.store);
      if (stream === undefined || order.offset() === undefined) {
        const events = stream?.store?.count ?? 0;
        const frequency = stream?.knowledge.init?.sysFreq;
        return { isJoined: false, events, frequency, cycles: now - (begin ?? now), wasRecording };
      }
      const unknown = joined.flatMap(({ byTask }) => [
        ...(byTask?.get(UNKNOWN_KEY)?.values() ?? []),
      ]);
      return {
        isJoined: true,
        batches: joined,
        names: activity.names(stream.knowledge),
        unknown: sumNumbers(unknown),
        lost: sumNumbers(stream.tallies.map(({ lost }) => lost)),
        wasRecording,
      };
    },
  };
}

/** True if the recorder had been on: the host's start comes after other events. */
const hasEarlierEvents = (store: EventStore | undefined) =>
  ((store && eventAt(store, 0))?.offset ?? 0) > START.length + SYNC.length;

/** A value of the cycle counter as the first time after `now` that shows it. */
const laterThan = (now: number, cycles: number) => now + ((((cycles - now) % WRAP) + WRAP) % WRAP);

/** The cycles by which the counter is ahead of the recording's time, and their limits. */
interface Offset {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** Finds how the recording's time relates to the cycle counter, by the order of events and readings. */
function newOrder() {
  let [low, high] = [-Infinity, Infinity];
  let next = 0;
  let last: SampledTurn | undefined;
  return {
    read: (store: EventStore, turns: readonly SampledTurn[]): void => {
      let at = 0;
      for (let event = eventAt(store, next); event !== undefined; event = eventAt(store, ++next)) {
        const { ticks, offset } = event;
        while (at < turns.length && (turns[at]?.written ?? 0) <= offset - START.length) at++;
        const shown = turns[at];
        if (shown === undefined) break;
        if (offset < START.length) continue;
        high = Math.min(high, shown.until - ticks);
        const before = at > 0 ? turns[at - 1] : last;
        if (before !== undefined) low = Math.max(low, before.cycles - ticks);
      }
      last = turns.at(-1) ?? last;
    },
    /** Undefined if the recording's time is not that of the cycle counter, or nothing was recorded. */
    offset: (): Offset | undefined =>
      low - STORING_CYCLES <= high && Number.isFinite(high - low)
        ? { low: Math.min(low, high), likely: (low + high) / 2, high: Math.max(low, high) }
        : undefined,
  };
}

/** The activity from a time of the recording on, until another one. */
interface Period {
  readonly start: number;
  readonly stop: number;
  readonly key: number;
}

type Activity = ReturnType<typeof newActivity>;

/** Follows what ran, by the events of a recording. */
function newActivity() {
  const activities = newActivities();
  const state = newCoreState(0, activities);
  const periods: Period[] = [];
  let next = 0;
  let toKey = (activity: number) => activity;
  return {
    read: (store: EventStore, knowledge: Knowledge): void => {
      toKey = (activity) => keyOfActivity(activities, activity, knowledge);
      scanEvents(store, next, store.count, (ticks, id, _core, argument, index) => {
        step(state, ticks, id, argument, index, NO_PAUSE, (activity, start, stop) =>
          periods.push({ start, stop, key: toKey(activity) }),
        );
      });
      next = store.count;
    },
    /** The first time at which it is known what ran. */
    begin: () => periods[0]?.start ?? (state.running === UNKNOWN ? -Infinity : state.since),
    /** The period that contains a time; the last one has no end yet. */
    whatRan: (time: number): Period | undefined => {
      const { running, since } = state;
      if (time >= since) {
        return running === UNKNOWN
          ? undefined
          : { start: since, stop: Infinity, key: toKey(running) };
      }
      const found = periods[firstAfter(periods, time) - 1];
      return found !== undefined && time < found.stop ? found : undefined;
    },
    names: (knowledge: Knowledge): ReadonlyMap<number, string> =>
      new Map([
        [UNKNOWN_KEY, '(unknown)'],
        ...activities.ids.flatMap((id, activity) => {
          const name = nameOfActivity(getActivityKind(activities, activity), id, knowledge);
          return name === undefined ? [] : [[toKey(activity), name] as const];
        }),
      ]),
  };
}

/** No event masks those of the kernel. */
const NO_PAUSE = -1;

function firstAfter(periods: readonly Period[], time: number): number {
  let [low, high] = [0, periods.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((periods[middle]?.start ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

function keyOfActivity(activities: Activities, activity: number, knowledge: Knowledge): number {
  const isTask = getActivityKind(activities, activity) === 'task';
  return isTask ? expandId(knowledge, activities.ids[activity] ?? 0) : OTHERS + activity;
}

function nameOfActivity(kind: ActivityKind, id: number, knowledge: Knowledge): string | undefined {
  if (kind === 'task') return knowledge.tasks.get(id)?.name;
  if (kind === 'interrupt') return `(${knowledge.interrupts.get(id) ?? `interrupt ${id}`})`;
  return `(${kind})`;
}

/** Adds samples up by what ran when each was taken; those before the recording are left out. */
function attribute(
  turns: readonly SampledTurn[],
  { low, likely, high }: Offset,
  { begin, whatRan }: Pick<Activity, 'begin' | 'whatRan'>,
): PcBatch {
  const samples = turns
    .filter(({ cycles }) => cycles - likely >= begin())
    .map(({ pc, cycles, until, isFull }) => {
      const period = whatRan(cycles - likely);
      // Behind the last event of a ring that is full, nothing is known.
      const isKnown = period !== undefined && !(isFull && period.stop === Infinity);
      const isSwitch = isKnown && (cycles - high < period.start || until - low >= period.stop);
      return { pc, task: isKnown ? period.key : UNKNOWN_KEY, isSwitch };
    });
  return makeBatch(samples);
}
