import { describe, expect, test } from 'vitest';
import type { AgentEvent, SampleKind } from '../../core/agent/events';
import type { BlockWait } from './block-length';
import { type BlockForecast, newBlockForecast } from './blocks';

const HZ = 1_000_000;
const SILENT: BlockWait = { milliseconds: 10_000, wasLookedInto: false };
const STORE = 100;
/** Before every block: what is on the way, and three ticks of the kernel. */
const EXACT_SHORT = 7;
const EMULATED_SHORT = 12;

const runBegin = (unit: string, traced = false): AgentEvent => ({
  ...{ kind: 'runBegin', version: 1, run: 1, hooks: false, traced, ratio: [1, 1] },
  ...{ clockHz: HZ, clockTicks: 0, streamClock: 0, unit, clock: 'test', suite: 'heap' },
});
const facts: AgentEvent[] = [`block=${STORE}`, 'tick_hz=1000'].map((text) => ({
  ...{ kind: 'fact', text },
}));
const begin = (n: number, more: object = {}): AgentEvent => ({
  ...{ kind: 'operationBegin', op: 0, n, warmup: 0, batchSize: 50, batches: 2 },
  ...{ name: 'heap/malloc', at: 'heap.c:1', params: '' },
  ...more,
});
const flush = (block: number, clockTicks = 0, measuring = false): AgentEvent => ({
  ...{ kind: 'flush', measuring, block, clockTicks },
});
/** So many values, of so many ticks each. */
const values = (sampleKind: SampleKind, count: number, ticks: number): AgentEvent => ({
  ...{ kind: 'samples', op: 0, sampleKind, first: 0 },
  values: new Uint32Array(count).fill(ticks * 2),
});
const traced = (cold = false): AgentEvent => ({
  ...{ kind: 'traced', op: 0, index: 0, start: 0, stop: 500, tickInside: false, cold },
});
const end: AgentEvent = {
  ...{ kind: 'operationEnd', op: 0, status: 'ok', attempted: 0, stored: 0, reason: '' },
};
/** An operation of 500 ticks, whose cold execution took twice as many. */
const upToCold = [
  ...[flush(1), values('emptySample', 64, 10), flush(2), values('emptyBatch', 2, 150)],
  ...[flush(3), values('cold', 1, 1000)],
];

/** Pushes events that were waited for in the same way, and gives what is foretold after them. */
function feed(forecast: BlockForecast, events: readonly AgentEvent[], wait = SILENT) {
  for (const event of events) forecast.push(event, wait);
  return forecast.next();
}

const start = (unit: string, max = 0) => {
  const forecast = newBlockForecast(() => max);
  feed(forecast, [runBegin(unit), ...facts]);
  return forecast;
};
const late = (milliseconds: number) => milliseconds * 1.05;

describe('a clock that tells time: every block is foretold', () => {
  test('from the first one on, each by what was seen before', () => {
    const forecast = start('cycles');
    const [empty, emptyBatch, cold] = [[begin(250)], upToCold.slice(0, 2), upToCold.slice(2, 4)];
    expect(feed(forecast, empty)).toBeCloseTo(late(EXACT_SHORT));
    expect(feed(forecast, emptyBatch)).toBeCloseTo(late(EXACT_SHORT + 1));
    expect(feed(forecast, cold)).toBeCloseTo(late(EXACT_SHORT));
    expect(feed(forecast, upToCold.slice(4))).toBeCloseTo(EXACT_SHORT + 100 * 1.05 + 5);
    const samples = [flush(4), values('sample', 100, 500)];
    expect(feed(forecast, samples)).toBeCloseTo(late(EXACT_SHORT + 100 * 0.55));
    expect(feed(forecast, samples)).toBeCloseTo(late(EXACT_SHORT + 50 * 0.55));
    const batch = [flush(6), values('sample', 50, 500)];
    expect(feed(forecast, batch)).toBeCloseTo(late(EXACT_SHORT + 100 * 0.493), 1);
    expect(feed(forecast, [flush(7), values('batch', 2, 25_000)])).toBeUndefined();
  });

  test('one that takes longer than its ticks is known by its look from then on', () => {
    const forecast = start('ns');
    feed(forecast, [begin(300), ...upToCold]);
    const looked = { milliseconds: 200, wasLookedInto: true };
    feed(forecast, [flush(4, HZ), values('sample', 100, 500)], looked);
    // The second block of a round is not like the first one.
    expect(feed(forecast, [flush(5, 2 * HZ), values('sample', 100, 500)], looked)).toBe(205);
  });
});

test('a first execution that took very long is not believed for longer than a second', () => {
  const forecast = start('cycles');
  const events = [...upToCold.slice(0, 5), values('cold', 1, 50_000)];
  expect(feed(forecast, [begin(100), ...events])).toBe(1005);
});

test("an emulated clock's blocks are foretold for a slow emulator, and for longer after a look", () => {
  const forecast = start('instructions');
  // 100 executions of 1050 ticks.
  const foretold = EMULATED_SHORT + 105_000 / 25_000;
  expect(feed(forecast, [begin(300), ...upToCold])).toBeCloseTo(late(foretold));
  const looked = { milliseconds: 34, wasLookedInto: true };
  const usual = EMULATED_SHORT + 55_000 / 25_000;
  const next = feed(forecast, [flush(4), values('sample', 100, 500)], looked);
  expect(next).toBeCloseTo(late(usual + 1.5 * (34 - usual)));
});

describe('when a block may begin', () => {
  test('not before all values of the last one have come, and once only', () => {
    const forecast = start('cycles');
    feed(forecast, [begin(250), ...upToCold]);
    expect(feed(forecast, [flush(4), values('sample', 40, 500)])).toBeUndefined();
    expect(feed(forecast, [values('sample', 60, 500)])).toBeGreaterThan(0);
    expect(feed(forecast, [])).toBeUndefined();
  });

  test('again when the agent says that it waits for the host', () => {
    const forecast = start('cycles');
    expect(feed(forecast, [begin(250), ...upToCold])).toBeGreaterThan(0);
    expect(feed(forecast, [flush(0)])).toBeGreaterThan(0);
  });

  test('in a new round, where only few may exist at once', () => {
    const forecast = start('cycles', 60);
    feed(forecast, [begin(100), ...upToCold]);
    expect(feed(forecast, [flush(4), values('sample', 60, 500)])).toBeGreaterThan(0);
    expect(feed(forecast, [flush(5), values('sample', 40, 500)])).toBeGreaterThan(0);
  });

  test('not when an operation has ended early', () => {
    const forecast = start('cycles');
    feed(forecast, [begin(250), ...upToCold]);
    expect(feed(forecast, [flush(4), values('sample', 100, 500), end])).toBeUndefined();
  });
});

test('a traced block is known to begin when it says so, and by its length from the second one on', () => {
  const forecast = newBlockForecast(() => 0);
  feed(forecast, [runBegin('cycles', true), ...facts, begin(9, { batches: 0 })]);
  feed(forecast, [flush(1), values('emptySample', 64, 10)]);
  expect(feed(forecast, [flush(2, 0, true)])).toBeGreaterThan(0);
  feed(forecast, [flush(2), traced(true), flush(3, 0, true)]);
  expect(feed(forecast, [flush(3), traced(), traced(), traced()])).toBeUndefined();
  expect(feed(forecast, [flush(4, 0, true)])).toBeGreaterThan(0);
  expect(feed(forecast, [flush(4), traced(), traced(), traced()])).toBeGreaterThan(0);
});
