import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventId as E } from '../systemview/ids';
import { explain } from './explain';
import { slowestSamples } from './slow';
import { traceOf } from './testing/trace-of';
import { type KernelEvent, NET, tracedRun } from './testing/traced-run';

/** Ten instructions before a time stamp, eleven after it. */
const COSTS = 'record_cost="2:32+35 3:32+35 4:32+35 6:32+35 7:32+35"';

/** A tick wakes a task of higher priority. */
const NET_IN_BETWEEN: readonly KernelEvent[] = [
  [50, E.IsrEnter, 15],
  [171, E.TaskStartReady, NET],
  [224, E.IsrExit],
  [245, E.TaskStartExec, NET],
  [1870, E.TaskStopReady, NET, 1],
  [1891, E.TaskStartExec, 1],
];

function slowest(run: Parameters<typeof tracedRun>[0]) {
  const [sample] = slowestSamples(traceOf(tracedRun(run)), 'heap/malloc', 0, 1);
  return sample!;
}

test('a slow sample is explained with recording as an item of its own', () => {
  const sample = slowest({ facts: [COSTS], elapsed: 1930, events: NET_IN_BETWEEN });
  expect(sample.sentence).toBe('1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording');
  expect(sample).toMatchObject({
    elapsed: 1930,
    unit: 'instructions',
    tickInside: true,
    notes: [],
  });
});

test('a counter that wraps inside the sample changes nothing', () => {
  const at = 2 ** 32 - 100_000 - 3000;
  const run = { facts: [COSTS], elapsed: 1930, events: NET_IN_BETWEEN, clockAtStart: at };
  expect(slowest(run).sentence).toContain('68 own + 132 SysTick + 1,604');
});

test('without the cost of recording the sentence mentions that', () => {
  const { sentence, notes } = slowest({ elapsed: 1930, events: NET_IN_BETWEEN });
  expect(sentence).toBe('1,930 = 110 own + 174 SysTick + 1,625 task "net" + 21 scheduler');
  expect(notes.join()).toContain('recording itself costs');
});

test('a time stamp of more bytes costs more', () => {
  const events: KernelEvent[] = [
    [100, E.IsrEnter, 15],
    [200, E.IsrExit],
  ];
  const costs = 'record_cost="2:32+35 3:32+35" record_byte=19';
  // The first event comes after 2^14 ticks, the second soon after.
  const { sentence } = slowest({ facts: [costs], elapsed: 300, events });
  expect(sentence).toBe('300 = 179 own + 73 SysTick + 48 recording');
});

test('where packets were lost nothing is claimed', () => {
  const { sentence, notes } = slowest({
    facts: [COSTS],
    elapsed: 1000,
    events: [
      [100, E.IsrEnter, 15],
      [400, E.Overflow, 3],
      [500, E.TaskStartExec, 1],
    ],
  });
  expect(sentence).toMatch(/not known$/);
  expect(notes.join()).toContain('not known everywhere');
});

test('a recording that does not show where its windows are has a note', () => {
  const { notes } = slowest({ elapsed: 50, events: [], hasStamp: false });
  expect(notes.join()).toContain('may be late');
});

test('no name can break the line of a sentence', () => {
  const recording = traceOf(tracedRun({ elapsed: 10, events: [[2, E.IsrEnter, 15]] }));
  const lane = recording.lanes.lanes.findIndex(({ kind }) => kind === 'interrupt');
  const lanes = recording.lanes.lanes.map((each, at) =>
    at === lane ? { ...each, name: `\u001b[31m<b>\n${'x'.repeat(70_000)}` } : each,
  );
  const named = { ...recording, lanes: { ...recording.lanes, lanes } };
  const [sample] = slowestSamples(named, 'heap/malloc', 0, 1);
  expect(sample?.sentence).not.toMatch(/\p{Cc}/u);
  expect(sample?.sentence.length).toBeLessThan(80);
});

test('parts always sum up to the whole', () => {
  const ids = [E.IsrEnter, E.IsrExit, E.TaskStartExec, E.Idle, E.TaskStopReady, E.Overflow];
  const step = fc.tuple(fc.nat(300), fc.constantFrom(...ids), fc.nat(4));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(3000), (steps, elapsed) => {
      let at = 0;
      const events = steps.map(([delta, id, argument]): KernelEvent => {
        at += delta;
        const payload = { [E.IsrExit]: [], [E.Idle]: [], [E.TaskStopReady]: [argument, 0] };
        return [at, id, ...(payload[id as keyof typeof payload] ?? [argument])];
      });
      const length = Math.max(elapsed, at);
      const recording = traceOf(tracedRun({ facts: [COSTS], elapsed: length, events }));
      const [sample] = slowestSamples(recording, 'heap/malloc', 0, 1);
      const sum = sample!.parts.reduce((total, { amount }) => total + amount, 0);
      expect(sum).toBe(length);
      expect(sample!.parts.every(({ amount }) => amount > 0)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('any stretch of any recording can be taken apart', () => {
  const recording = traceOf(tracedRun({ elapsed: 1930, events: NET_IN_BETWEEN }));
  const { extent } = recording.info;
  const { parts, elapsed } = explain(recording, extent, 0, undefined);
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(elapsed);
  expect(parts.map(({ kind }) => kind)).toContain('unknown');
});
