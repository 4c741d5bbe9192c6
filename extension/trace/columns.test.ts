import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getActivityKind } from '../systemview/activity';
import { EventId as E } from '../systemview/ids';
import { append, type EventStore, newStore, timeAt } from '../systemview/store';
import { whoRan } from '../systemview/testing';
import { activityRows, cutColumns, type Rows } from './columns';
import { indexEvents, type TraceIndex } from './event-index';
import { surveyEvents } from './survey';

const PAUSE = 517;
const IDS = [
  E.TaskStartExec,
  E.TaskStartExec,
  E.TaskStopExec,
  E.TaskStopReady,
  E.Idle,
  E.IsrEnter,
  E.IsrExit,
  E.IsrToScheduler,
  E.TimerEnter,
  E.TimerExit,
  E.Overflow,
  E.TraceStart,
  E.TraceStop,
  PAUSE,
  40,
  41,
  E.TaskStartReady,
];

const event = fc.record({
  id: fc.constantFrom(...IDS),
  argument: fc.nat(3),
  core: fc.nat(2),
  delta: fc.oneof(fc.constant(0), fc.nat(9), fc.nat(3000)),
});

function makeStore(
  events: readonly { id: number; argument: number; core: number; delta: number }[],
) {
  const store = newStore();
  let ticks = 0;
  for (const { id, argument, core, delta } of events) {
    ticks += delta;
    append(store, ticks, id, core, argument, 0);
  }
  return store;
}

function makeIndex(store: EventStore): TraceIndex {
  const cores = [0, 1, 2];
  const { gaps } = surveyEvents(
    store,
    cores.map((core) => ({ core, stream: 0 })),
    true,
  );
  return indexEvents({ store, cores, gaps, pause: PAUSE });
}

/** Sums ticks of each activity in a window, as `kind id @core`. */
function sums(index: TraceIndex, start: number, stop: number, count: number) {
  const columns = cutColumns({ start, stop }, count);
  const { kinds, ids, cores } = index.activities;
  const rowByActivity = Int16Array.from(kinds, (_, activity) => activity);
  const rows: Rows = { ticks: new Float64Array(kinds.length * count), wide: [] };
  activityRows(index, rowByActivity, columns, rows);
  const clipped = rows.wide.map((each) => ({
    row: each.row,
    ticks: Math.min(each.stop, stop) - Math.max(each.start, start),
  }));
  const entries = kinds.map((_, row) => {
    const narrow = rows.ticks.subarray(row * count, (row + 1) * count).reduce((a, b) => a + b, 0);
    const wide = clipped.reduce((sum, each) => (each.row === row ? sum + each.ticks : sum), 0);
    return [
      `${getActivityKind(index.activities, row)} ${ids[row]} @${cores[row]}`,
      narrow + wide,
    ] as const;
  });
  return roundEntries(entries);
}

function roundEntries(entries: readonly (readonly [string, number])[]) {
  return Object.fromEntries(
    entries.flatMap(([name, ticks]) => {
      const whole = Math.round(ticks * 1e4) / 1e4;
      return whole === 0 ? [] : [[name, whole] as const];
    }),
  );
}

function truth(store: EventStore, start: number, stop: number) {
  const found = new Map<string, number>();
  for (const { kind, id, core, ...each } of whoRan(store, PAUSE)) {
    const inside = Math.min(each.end, stop) - Math.max(each.start, start);
    const name = `${kind} ${id} @${core}`;
    if (inside > 0) found.set(name, (found.get(name) ?? 0) + inside);
  }
  return roundEntries([...found]);
}

test('a window contains what ran in it, whatever its columns', () => {
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 1500, size: 'max' }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 300 }),
      (events, from, share, count) => {
        const store = makeStore(events);
        const end = timeAt(store, store.count - 1);
        const start = Math.floor(from * end);
        const stop = start + Math.max(1, Math.ceil(share * end));
        expect(sums(makeIndex(store), start, stop, count)).toEqual(truth(store, start, stop));
      },
    ),
    { numRuns: 150 },
  );
});

/** A repeatable stream with more events than are processed one by one. */
function longStore(count: number, cores: number): EventStore {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  return makeStore(
    Array.from({ length: count }, (_, at) => ({
      id: random(50) === 0 ? (IDS[random(IDS.length)] ?? 0) : (IDS[random(9)] ?? 0),
      argument: random(4),
      core: random(20) === 0 ? random(cores) : 0,
      delta: at % 5000 === 4999 ? 40_000 : random(30),
    })),
  );
}

test.each([1, 3])('whole blocks of %i cores have the same sums', (cores) => {
  const store = longStore(150_000, cores);
  const index = makeIndex(store);
  const end = index.lastTime.at(-1) ?? 0;
  const windows: [number, number, number][] = [
    [0, end, 1],
    [0, end, 700],
    [1234, end - 999, 33],
    [-500, end + 5000, 2000],
    [Math.floor(end / 3), end, 5],
  ];
  for (const [start, stop, count] of windows) {
    expect(sums(index, start, stop, count)).toEqual(truth(store, start, stop));
  }
});

test('the totals are those of the whole recording', () => {
  const store = longStore(30_000, 2);
  const index = makeIndex(store);
  const end = index.lastTime.at(-1) ?? 0;
  const { kinds, ids, cores } = index.activities;
  const totals = kinds.map(
    (_, at) =>
      [
        `${getActivityKind(index.activities, at)} ${ids[at]} @${cores[at]}`,
        index.totals[at] ?? 0,
      ] as const,
  );
  expect(roundEntries(totals)).toEqual(truth(store, -1, end + 1));
});
