import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventId as E } from '../systemview/ids';
import { explainStretch } from './explain';
import { slowestSamples } from './slow';
import { decodeTrace } from './testing/decode';
import { AGENT, type KernelEvent, NET, encodeTracedRun } from './testing/traced-run';

/** Ten instructions before a time stamp, eleven after it. */
const COSTS = 'record_cost="2:32+35 3:32+35 4:32+35 6:32+35 7:32+35"';

/** Twenty instructions of the kernel's handler before its event and ten after it; five and five of the tick's. */
const HANDLERS = 'handler_cost="14:64+32 15:16+16"';

/** A tick wakes a task of higher priority. */
const NET_IN_BETWEEN: readonly KernelEvent[] = [
  [50, E.IsrEnter, 15],
  [171, E.TaskStartReady, NET],
  [224, E.IsrExit],
  [245, E.TaskStartExec, NET],
  [1870, E.TaskStopReady, NET, 1],
  [1891, E.TaskStartExec, 1],
];

function slowest(run: Parameters<typeof encodeTracedRun>[0]) {
  const [sample] = slowestSamples(decodeTrace(encodeTracedRun(run)), 'heap/malloc', 0, 1);
  return sample!;
}

test('the explanation of a slow sample lists recording separately', () => {
  const sample = slowest({ facts: [COSTS], elapsed: 1930, events: NET_IN_BETWEEN });
  expect(sample.sentence).toBe('1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording');
  expect(sample).toMatchObject({
    elapsed: 1930,
    unit: 'instructions',
    tickInside: true,
  });
  expect(sample.notes.join()).toContain('were not measured');
});

test('measured handlers start before their first event and end after their last one', () => {
  const { sentence, notes } = slowest({
    facts: [COSTS, HANDLERS],
    elapsed: 2000,
    events: [
      [50, E.IsrEnter, 15],
      [171, E.TaskStartReady, NET],
      [224, E.IsrToScheduler],
      [300, E.TaskStartExec, NET],
      [1870, E.TaskStopReady, NET, 1],
      [1940, E.TaskStartExec, 1],
    ],
  });
  expect(sentence).toBe(
    '2,000 = 74 own + 172 SysTick + 1,568 task "net" + 60 kernel switching + 126 recording',
  );
  expect(notes).toEqual([expect.stringContaining('5 % or 5 instructions')]);
});

test('a tick in the middle of a yield belongs to the tick, the rest to the task', () => {
  const { sentence } = slowest({
    facts: [COSTS, HANDLERS],
    elapsed: 500,
    events: [
      [50, E.TaskStopReady, 1, 1],
      [150, E.IsrEnter, 15],
      [250, E.IsrExit],
      [400, E.TaskStartExec, NET],
    ],
  });
  expect(sentence).toBe(
    '500 = 218 own + 89 SysTick + 79 task "net" + 30 kernel switching + 84 recording',
  );
});

test('a handler that was not measured is mentioned', () => {
  const { notes } = slowest({
    facts: [COSTS, HANDLERS],
    elapsed: 300,
    events: [
      [100, E.IsrEnter, 40],
      [200, E.IsrExit],
    ],
  });
  expect(notes).toEqual([expect.stringContaining('only its own handler and the kernel')]);
});

test('no accuracy is claimed where recording does not always cost the same', () => {
  const run = { facts: [COSTS, HANDLERS], elapsed: 1930, events: NET_IN_BETWEEN };
  expect(slowest(run).notes.join()).toContain('each is right to 5 %');
  expect(slowest({ ...run, unit: 'cycles' }).notes).toEqual([
    expect.stringMatching(/^The accuracy of the parts is unknown: .*caches/),
  ]);
});

test('on emulated Linux the recording in the parts is stated, elsewhere on Linux it is unknown', () => {
  const run = { facts: ['kernel_trace=sched_switch,irq'], elapsed: 1930, events: NET_IN_BETWEEN };
  expect(slowest(run).notes).toEqual([
    expect.stringContaining('up to 550 instructions before and 900 after each switch'),
  ]);
  expect(slowest({ ...run, unit: 'cycles' }).notes).toEqual([
    expect.stringMatching(/^The accuracy of the parts is unknown: the cost of recording/),
  ]);
});

/** The sample's task gives way twice, and once more after its sample. */
const TWO_WAITS: readonly KernelEvent[] = [
  [100, E.TaskStartExec, NET],
  [400, E.TaskStartExec, 1],
  [500, E.IsrEnter, 15],
  [550, E.IsrExit],
  [700, E.TaskStartExec, NET],
  [900, E.TaskStartExec, 1],
  [1000, E.TaskStartExec, NET],
];

test('a sum of stretches is explained as a sum', () => {
  const run = { facts: [COSTS, HANDLERS], elapsed: 610, isSum: true, end: 3000 };
  const { sentence, start, stop } = slowest({ ...run, events: TWO_WAITS });
  expect(sentence).toBe(
    '610 in 2 stretches = 8 own + 398 task "net" + 120 kernel switching + 84 recording',
  );
  expect((stop - start) / 3.2).toBeCloseTo(921);
});

test('an interrupt belongs to a sum only if the rest has room for it', () => {
  const interrupted = [
    [60, E.IsrEnter, 15],
    [80, E.IsrExit],
    ...TWO_WAITS,
  ] satisfies readonly KernelEvent[];
  const run = { isSum: true, end: 3000, events: interrupted };
  expect(slowest({ ...run, elapsed: 535 }).sentence).toBe(
    '535 in 2 stretches = 35 own + 500 task "net"',
  );
  expect(slowest({ ...run, elapsed: 545 }).sentence).toBe(
    '545 in 2 stretches = 25 own + 20 SysTick + 500 task "net"',
  );
});

test('a sum without the cost of recording still adds up', () => {
  const { sentence } = slowest({ elapsed: 610, isSum: true, end: 3000, events: TWO_WAITS });
  expect(sentence).toBe('610 in 2 stretches = 110 own + 500 task "net"');
});

test('a sum in which packets were lost claims only what is known', () => {
  const lost = TWO_WAITS.map((event): KernelEvent =>
    event[0] === 700 ? [700, E.Overflow, 3] : event,
  );
  const run = { facts: [COSTS, HANDLERS], elapsed: 610, isSum: true, end: 3000 };
  const { sentence, notes } = slowest({ ...run, events: lost });
  expect(sentence).toBe(
    '610 = 249 task "net" + 60 kernel switching + 42 recording + 259 not known',
  );
  expect(notes.join()).toContain('unknown what ran');
});

test('a counter that wraps inside the sample changes nothing', () => {
  const at = 2 ** 32 - 100_000 - 3000;
  const run = { facts: [COSTS], elapsed: 1930, events: NET_IN_BETWEEN, clockAtStart: at };
  expect(slowest(run).sentence).toContain('68 own + 132 SysTick + 1,604');
});

test('without the cost of recording the sentence mentions that', () => {
  const { sentence, notes } = slowest({ elapsed: 1930, events: NET_IN_BETWEEN });
  expect(sentence).toBe('1,930 = 110 own + 174 SysTick + 1,625 task "net" + 21 scheduler');
  expect(notes.join()).toContain('cost of recording was not measured');
});

test('a longer time stamp costs more', () => {
  const events: KernelEvent[] = [
    [100, E.IsrEnter, 15],
    [200, E.IsrExit],
  ];
  const costs = 'record_cost="2:32+35 3:32+35" record_byte=19';
  // The first event comes after 2^14 ticks, the second soon after.
  const { sentence } = slowest({ facts: [costs], elapsed: 300, events });
  expect(sentence).toBe('300 = 179 own + 73 SysTick + 48 recording');
});

/** A call takes ten instructions before its stamp, forty with five bytes of arguments, and twenty after it. */
const CALLS = `${COSTS.slice(0, -1)} 5:32+32 28:32+32" record_byte=16 record_call="0:32+64 5:128+64"`;
/** Zephyr's numbers of a call, and a pointer as its argument, of five bytes. */
const MUTEX_LOCK = 39;
const MUTEX = 0x2000_0000;

test("recording a kernel's call costs what its arguments take", () => {
  const events: KernelEvent[] = [
    [100, MUTEX_LOCK, MUTEX],
    [200, MUTEX_LOCK],
    [300, E.EndCall, MUTEX_LOCK, 0],
    // Three bytes more than the measured end: five instructions each.
    [400, E.EndCall, MUTEX_LOCK, 2 ** 21],
  ];
  const { sentence } = slowest({ facts: [CALLS], elapsed: 500, events });
  // The first event comes late: its time stamp has a byte more.
  expect(sentence).toBe('500 = 350 own + 150 recording');
});

test("Zephyr's handler of a switch begins with an event of its own", () => {
  const { sentence } = slowest({
    facts: [CALLS, HANDLERS],
    elapsed: 600,
    events: [
      [100, E.TaskStopExec],
      // A tick comes in between.
      [150, E.IsrEnter, 15],
      [200, E.IsrExit],
      [300, E.TaskStartExec, NET],
      [400, E.TaskStopExec],
      [500, E.TaskStartExec, AGENT],
    ],
  });
  expect(sentence).toBe(
    '600 = 149 own + 39 SysTick + 49 task "net" + 234 kernel switching + 129 recording',
  );
});

test('a task, its name and its stack are announced by one call', () => {
  const { sentence } = slowest({
    facts: [CALLS],
    elapsed: 900,
    events: [
      [100, E.TaskCreate, NET],
      [400, E.TaskInfo, NET, 7, 0],
      [700, E.StackInfo, NET, 0, 0, 0],
    ],
  });
  expect(sentence).toBe('900 = 279 own + 621 recording');
});

test('ticks in the middle of such a call interrupt the recorder, not the task', () => {
  const { sentence } = slowest({
    facts: [CALLS, HANDLERS],
    elapsed: 900,
    events: [
      [100, E.TaskCreate, NET],
      [200, E.IsrEnter, 15],
      [250, E.IsrExit],
      [400, E.TaskInfo, NET, 7, 0],
      [500, E.IsrEnter, 15],
      [550, E.IsrExit],
      [600, E.IsrEnter, 15],
      [650, E.IsrExit],
      [700, E.StackInfo, NET, 0, 0, 0],
    ],
  });
  expect(sentence).toBe('900 = 279 own + 117 SysTick + 504 recording');
});

test('nothing is claimed where packets were lost', () => {
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
  expect(notes.join()).toContain('unknown what ran');
});

test('a recording that does not mark its windows has a note', () => {
  const { notes } = slowest({ elapsed: 50, events: [], hasStamp: false });
  expect(notes.join()).toContain('may be late');
});

test("no name can break the sentence's line", () => {
  const recording = decodeTrace(encodeTracedRun({ elapsed: 10, events: [[2, E.IsrEnter, 15]] }));
  const lane = recording.lanes.lanes.findIndex(({ kind }) => kind === 'interrupt');
  const lanes = recording.lanes.lanes.map((each, at) =>
    at === lane ? { ...each, name: `\u001b[31m<b>\n${'x'.repeat(70_000)}` } : each,
  );
  const named = { ...recording, lanes: { ...recording.lanes, lanes } };
  const [sample] = slowestSamples(named, 'heap/malloc', 0, 1);
  expect(sample?.sentence).not.toMatch(/\p{Cc}/u);
  expect(sample?.sentence.length).toBeLessThan(80);
});

test('parts always add up to the whole', () => {
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
      const recording = decodeTrace(encodeTracedRun({ facts: [COSTS], elapsed: length, events }));
      const [sample] = slowestSamples(recording, 'heap/malloc', 0, 1);
      const sum = sample!.parts.reduce((total, { amount }) => total + amount, 0);
      expect(sum).toBe(length);
      expect(sample!.parts.every(({ amount }) => amount > 0)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('any stretch of any recording can be explained', () => {
  const recording = decodeTrace(encodeTracedRun({ elapsed: 1930, events: NET_IN_BETWEEN }));
  const { extent } = recording.info;
  const { parts, elapsed } = explainStretch(recording, extent, 0, undefined);
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(elapsed);
  expect(parts.map(({ kind }) => kind)).toContain('unknown');
});
