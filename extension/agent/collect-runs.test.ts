import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectRuns } from './collect-runs';
import { type EncodedEvent, encodeEvent } from './event-codec';
import type { AgentEvent } from './events';
import { encodeRun, simulateRun, toEmulatedTicks } from './testing/simulate';

const malloc = {
  name: 'heap/malloc',
  costs: [146, 146, 190],
  ticked: [2],
  cold: 300,
  params: 'size=4',
  batches: [14_600, 14_650],
  emptySamples: [1, 1],
  emptyBatches: [300],
};

function collect(events: readonly EncodedEvent[]) {
  const collector = collectRuns();
  events.forEach(({ number, payload }, time) => collector.push(number, payload, time));
  return collector;
}

function collectEvents(events: readonly AgentEvent[]) {
  return collect(events.map(encodeEvent));
}

describe('a sound run', () => {
  const collector = collect(
    encodeRun({ facts: ['os=FreeRTOS', 'heap=heap_4'], operations: [malloc] }),
  );
  const [run] = collector.runs();

  test('has its start, its facts and its end', () => {
    expect(run).toMatchObject({ run: 1, suite: 'heap', hooks: false, traced: false, problems: [] });
    expect(run?.clock).toMatchObject({ unit: 'instructions', ratio: [5, 16] });
    expect(Object.fromEntries(run?.facts ?? [])).toEqual({ os: 'FreeRTOS', heap: 'heap_4' });
    expect(run?.end).toMatchObject({ status: 'ok', attempted: 9, clockTicks: 2 ** 33 + 7 });
    expect(collector.problems()).toEqual([]);
    expect(collector.progress()).toBeUndefined();
  });

  test('keeps every raw value in order and by kind', () => {
    const operation = run?.operations[0];
    expect(operation).toMatchObject({
      suite: 'heap',
      name: 'malloc',
      params: { size: 4 },
      n: 3,
      batchSize: 100,
      decoded: 9,
      problems: [],
      end: { status: 'ok', attempted: 9, stored: 9, reason: '' },
    });
    const { sample, cold, batch, emptySample, emptyBatch } = operation!.series;
    expect([...sample.ticks]).toEqual([146, 146, 190].map(toEmulatedTicks));
    expect([...sample.ticked]).toEqual([0, 0, 1]);
    expect([cold, batch, emptySample, emptyBatch].map(({ ticks }) => ticks.length)).toEqual([
      1, 2, 2, 1,
    ]);
  });
});

test('preemptions are counted by operation; other facts belong to the run', () => {
  const operations = [malloc, { ...malloc, name: 'heap/free' }];
  const events = simulateRun({ operations }).flatMap((event): AgentEvent[] => {
    if (event.kind !== 'operationEnd' || event.op !== 1) return [event];
    return [{ kind: 'fact', text: 'preemptions=3' }, { kind: 'fact', text: 'stamp=9' }, event];
  });
  const [run] = collectEvents(events).runs();
  expect(run?.operations.map(({ preemptions }) => preemptions)).toEqual([undefined, 3]);
  expect(Object.fromEntries(run?.facts ?? [])).toEqual({ stamp: '9' });
});

describe('loss and damage', () => {
  const many = { name: 'heap/free', costs: new Array<number>(250).fill(128) };
  const events = encodeRun({ operations: [many] });
  const collectProblems = (changed: readonly EncodedEvent[]): readonly string[] | undefined =>
    collect(changed).runs()[0]?.operations[0]?.problems;

  test('a packet missing in the middle leaves a gap', () => {
    const lossy = events.filter((_, index) => index !== 3);
    expect(collectProblems(lossy)).toEqual([
      '100 of kind sample are missing from index 100 on',
      '150 of 250 stored values arrived',
    ]);
    const [run] = collect(lossy).runs();
    expect(run?.operations[0]?.series.sample.gaps).toEqual([{ first: 100, count: 100 }]);
    expect(run?.problems).toEqual(["150 of the run's 250 stored values arrived"]);
  });

  test('a packet missing at the end is detected', () => {
    expect(collectProblems(events.filter((_, index) => index !== 4))).toEqual([
      '200 of 250 stored values arrived',
    ]);
  });

  test('a duplicate packet is detected', () => {
    expect(collectProblems([...events.slice(0, 3), ...events.slice(2)])).toEqual([
      '1 packets of kind sample came out of order',
      '350 of 250 stored values arrived',
    ]);
  });

  test('a duplicate value is detected', () => {
    const overlapping: AgentEvent = {
      kind: 'samples',
      op: 0,
      sampleKind: 'sample',
      first: 99,
      values: Uint32Array.of(1),
    } as AgentEvent;
    const problems = collectProblems(events.toSpliced(3, 0, encodeEvent(overlapping)));
    expect(problems?.[0]).toBe('1 packets of kind sample came out of order');
  });

  test('many gaps are reported as one problem', () => {
    const longer = encodeRun({ operations: [{ ...many, costs: new Array<number>(900).fill(1) }] });
    expect(collectProblems(longer.filter((_, index) => index % 2 === 1 || index === 0))?.[0]).toBe(
      '400 of kind sample are missing in 4 places',
    );
  });

  test("the target's own loss is reported separately", () => {
    expect(collectProblems(encodeRun({ operations: [{ ...many, unstored: 7 }] }))).toEqual([
      'the target stored 250 of 257 values',
    ]);
  });

  test('a damaged event makes the operation doubtful', () => {
    const damaged = events.with(3, { number: 3, payload: Uint8Array.of(0, 1, 0x80) });
    expect(collectProblems(damaged)).toContain('a samples event of 3 bytes is damaged');
  });

  test('an operation without a beginning is a problem of the run', () => {
    const [run] = collect(events.filter(({ number }) => number !== 2)).runs();
    expect(run?.operations).toEqual([]);
    expect(run?.problems[0]).toBe('values of operation 0, which never began');
  });

  test('events before the first run belong to no run', () => {
    const collector = collect(events.slice(1));
    expect(collector.runs()).toEqual([]);
    expect(collector.problems()).toEqual(['6 events belong to no run']);
  });

  test('an implausible clock is dropped from the run', () => {
    const [run] = collect(encodeRun({ begin: { ratio: [5, 0] }, operations: [] })).runs();
    expect(run?.clock).toBeUndefined();
    expect(run?.problems).toEqual(['a clock ratio of 5/0']);
  });

  test('accepts any events in any order', () => {
    const event = fc.record({ number: fc.nat(9), payload: fc.uint8Array({ maxLength: 20 }) });
    fc.assert(
      fc.property(fc.array(fc.oneof(event, fc.constantFrom(...events))), (mixed) => {
        const decoded = collect(mixed)
          .runs()
          .flatMap(({ operations }) => operations);
        for (const { series, decoded: count } of decoded) {
          const lengths = Object.values(series).map(({ ticks }) => ticks.length);
          expect(lengths.reduce((sum, length) => sum + length)).toBe(count);
        }
      }),
    );
  });
});

test('a recording may hold several runs, the first of them truncated', () => {
  const first = encodeRun({ operations: [malloc] });
  const second = encodeRun({ begin: { run: 2 }, operations: [malloc] });
  const runs = collect([...first.slice(0, 4), ...second]).runs();
  expect(runs.map(({ run, end }) => [run, end?.status])).toEqual([
    [1, undefined],
    [2, 'ok'],
  ]);
  expect(runs[0]?.operations[0]?.end).toBeUndefined();
});

test('reports the progress of the current operation', () => {
  const operation = { name: 'heap/free', costs: new Array<number>(250).fill(128) };
  const collector = collect(encodeRun({ operations: [operation] }).slice(0, 4));
  expect(collector.progress()).toEqual({
    run: 1,
    operation: 'heap/free',
    samples: 200,
    requested: 250,
  });
});

test('passes on the samples of an operation as they arrive', () => {
  const operation = { name: 'heap/free', costs: [10, 20, 30] };
  const collector = collect(encodeRun({ operations: [operation] }).slice(0, 2));
  expect(collector.findSamples('heap/free')?.ticks).toHaveLength(0);
  const whole = collect(encodeRun({ operations: [operation] }));
  const { ticks, clock } = whole.findSamples('heap/free') ?? {};
  expect([...(ticks ?? [])]).toEqual([10, 20, 30].map((cost) => toEmulatedTicks(cost)));
  expect(clock?.unit).toBe('instructions');
  expect(whole.findSamples('heap/malloc')).toBeUndefined();
});

test('traced samples have a position on the timeline', () => {
  const makeTracedEvent = (
    index: number,
    flags: Pick<TracedFlags, 'cold' | 'tickInside'>,
  ): AgentEvent => {
    return { kind: 'traced', op: 0, index, start: 0xffff_fff0, stop: 0x10, sum: false, ...flags };
  };
  const [begin, operation, ...ends] = simulateRun({ operations: [{ name: 'a/b', costs: [] }] });
  const [run] = collectEvents([
    begin!,
    operation!,
    makeTracedEvent(0, { cold: true, tickInside: false }),
    makeTracedEvent(0, { cold: false, tickInside: true }),
    ...ends,
  ]).runs();
  const found = run!.operations[0]!;
  expect([...found.series.cold.ticks, ...found.series.sample.ticks]).toEqual([32, 32]);
  expect([...found.traced.flags]).toEqual([2, 1]);
  expect([...found.traced.time]).toEqual([2, 3]);
  expect(found.decoded).toBe(2);
});

type TracedFlags = Extract<AgentEvent, { kind: 'traced' }>;
