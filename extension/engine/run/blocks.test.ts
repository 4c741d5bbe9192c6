import { describe, expect, test } from 'vitest';
import type { AgentEvent, OperationBegin, SampleKind } from '../../agent/events';
import { operationBegin, runBegin } from '../../agent/testing/begin';
import {
  type Block,
  type BlockForecast,
  type BlockWait,
  type Division,
  type Done,
  guessTicks,
  learnLength,
  newBlockForecast,
  newPace,
  nextBlock,
  computeSilence,
} from './blocks';

describe('blocks', () => {
  const HZ = 1_000_000;
  const SILENT: BlockWait = { milliseconds: 10_000, wasPolled: false };
  const STORE = 100;
  /** Before every block: what is on the way, and three ticks of the kernel. */
  const EXACT_SHORT = 7;
  const EMULATED_SHORT = 12;

  const beginRun = (unit: string, traced = false) =>
    runBegin({ traced, ratio: [1, 1], clockHz: HZ, unit, clock: 'test' });
  const facts: AgentEvent[] = [`block=${STORE}`, 'tick_hz=1000'].map((text) => ({
    kind: 'fact',
    text,
  }));
  const begin = (n: number, more: Partial<OperationBegin> = {}) =>
    operationBegin({ n, batchSize: 50, batches: 2, ...more });
  const flush = (block: number, clockTicks = 0, measuring = false): AgentEvent => ({
    kind: 'flush',
    measuring,
    block,
    clockTicks,
  });
  /** `count` values, of `ticks` each. */
  const values = (sampleKind: SampleKind, count: number, ticks: number): AgentEvent => ({
    kind: 'samples',
    op: 0,
    sampleKind,
    first: 0,
    values: new Uint32Array(count).fill(ticks * 2),
  });
  const makeTracedEvent = (cold = false): AgentEvent => ({
    kind: 'traced',
    op: 0,
    index: 0,
    start: 0,
    stop: 500,
    tickInside: false,
    cold,
    sum: false,
  });
  const end: AgentEvent = {
    kind: 'operationEnd',
    op: 0,
    status: 'ok',
    attempted: 0,
    stored: 0,
    reason: '',
  };
  /** An operation of 500 ticks, whose cold execution took twice as many. */
  const upToCold = [
    flush(1),
    values('emptySample', 64, 10),
    flush(2),
    values('emptyBatch', 2, 150),
    flush(3),
    values('cold', 1, 1000),
  ];

  /** Pushes events that were waited for in the same way, and gives what is predicted after them. */
  function feed(forecast: BlockForecast, events: readonly AgentEvent[], wait = SILENT) {
    for (const event of events) forecast.push(event, wait);
    return forecast.next();
  }

  const start = (unit: string, max = 0) => {
    const forecast = newBlockForecast(() => max);
    feed(forecast, [beginRun(unit), ...facts]);
    return forecast;
  };
  const late = (milliseconds: number) => milliseconds * 1.05;

  describe('on a clock that measures time, every block is predicted', () => {
    test('from the first one on, each from the values before', () => {
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

    test('by its observed length if it takes longer than its ticks', () => {
      const forecast = start('ns');
      feed(forecast, [begin(300), ...upToCold]);
      const looked = { milliseconds: 200, wasPolled: true };
      feed(forecast, [flush(4, HZ), values('sample', 100, 500)], looked);
      // The second block of a round is not like the first one.
      expect(feed(forecast, [flush(5, 2 * HZ), values('sample', 100, 500)], looked)).toBe(205);
    });
  });

  test('a very slow first execution predicts a second at most', () => {
    const forecast = start('cycles');
    const events = [...upToCold.slice(0, 5), values('cold', 1, 50_000)];
    expect(feed(forecast, [begin(100), ...events])).toBe(1005);
  });

  test('on an emulated clock, blocks are predicted for a slow emulator, and for longer once one was polled', () => {
    const forecast = start('instructions');
    // 100 executions of 1050 ticks.
    const predicted = EMULATED_SHORT + 105_000 / 25_000;
    expect(feed(forecast, [begin(300), ...upToCold])).toBeCloseTo(late(predicted));
    const looked = { milliseconds: 34, wasPolled: true };
    const usual = EMULATED_SHORT + 55_000 / 25_000;
    const next = feed(forecast, [flush(4), values('sample', 100, 500)], looked);
    expect(next).toBeCloseTo(late(usual + 1.5 * (34 - usual)));
  });

  describe('a block may start', () => {
    test('once all values of the previous one have arrived, and only once', () => {
      const forecast = start('cycles');
      feed(forecast, [begin(250), ...upToCold]);
      expect(feed(forecast, [flush(4), values('sample', 40, 500)])).toBeUndefined();
      expect(feed(forecast, [values('sample', 60, 500)])).toBeGreaterThan(0);
      expect(feed(forecast, [])).toBeUndefined();
    });

    test('again if the agent reports that it waits for the host', () => {
      const forecast = start('cycles');
      expect(feed(forecast, [begin(250), ...upToCold])).toBeGreaterThan(0);
      expect(feed(forecast, [flush(0)])).toBeGreaterThan(0);
    });

    test('in a new round if few executions may exist at once', () => {
      const forecast = start('cycles', 60);
      feed(forecast, [begin(100), ...upToCold]);
      expect(feed(forecast, [flush(4), values('sample', 60, 500)])).toBeGreaterThan(0);
      expect(feed(forecast, [flush(5), values('sample', 40, 500)])).toBeGreaterThan(0);
    });

    test('but not after an operation ended early', () => {
      const forecast = start('cycles');
      feed(forecast, [begin(250), ...upToCold]);
      expect(feed(forecast, [flush(4), values('sample', 100, 500), end])).toBeUndefined();
    });
  });

  test('a traced block is known to start when it reports that, and by its length from the second one on', () => {
    const forecast = newBlockForecast(() => 0);
    feed(forecast, [beginRun('cycles', true), ...facts, begin(9, { batches: 0 })]);
    feed(forecast, [flush(1), values('emptySample', 64, 10)]);
    expect(feed(forecast, [flush(2, 0, true)])).toBeGreaterThan(0);
    feed(forecast, [flush(2), makeTracedEvent(true), flush(3, 0, true)]);
    expect(
      feed(forecast, [flush(3), makeTracedEvent(), makeTracedEvent(), makeTracedEvent()]),
    ).toBeUndefined();
    expect(feed(forecast, [flush(4, 0, true)])).toBeGreaterThan(0);
    expect(
      feed(forecast, [flush(4), makeTracedEvent(), makeTracedEvent(), makeTracedEvent()]),
    ).toBeGreaterThan(0);
  });
});

describe('block length', () => {
  const makePoll = (milliseconds: number) => ({ milliseconds, wasPolled: true });
  const silent = (milliseconds: number) => ({ milliseconds, wasPolled: false });

  describe('learnLength', () => {
    test('a poll shows how long a block takes, up to the limit of the clock', () => {
      expect(learnLength(10, makePoll(20), 40)).toBe(20);
      expect(learnLength(10, makePoll(500), 25)).toBe(25);
    });

    test('a silence that was long enough is no longer than the clock allows', () => {
      expect(learnLength(10, silent(10.5), 8)).toBe(8);
      expect(learnLength(10, silent(10.5), 40)).toBe(10);
    });
  });

  test('silence lasts a twentieth longer than the block, five milliseconds at most', () => {
    expect([2, 20, 100, 10_000].map(computeSilence)).toEqual([2.1, 21, 105, 10_005]);
  });
});

describe('block pace', () => {
  const CLOCK_HZ = 1_000_000;
  const TICK_HZ = 1000;
  const block = (ticks: number) => ({ ticks, from: 'a block' as const });
  const nothing = { ticks: 0, from: 'nothing' as const };
  const makePoll = (milliseconds: number) => ({ milliseconds, wasPolled: true });
  const silent = (milliseconds: number) => ({ milliseconds, wasPolled: false });

  describe.each(['cycles', 'ns'])('a clock of %s', (unit) => {
    const clock = { unit, clockHz: CLOCK_HZ, ratio: [1, 1] } as const;
    const pace = newPace(clock, TICK_HZ);

    test('measures time, and the agent waits for three ticks at most', () => {
      expect(pace.guess(block(100_000))).toBe(4 + 3 + 100);
      expect(pace.guess(nothing)).toBe(7);
      expect(newPace(clock, 100).guess(nothing)).toBe(34);
      expect(pace.most(20_000)).toBe(20);
    });

    test('learns nothing from polls', () => {
      pace.learn(block(100_000), makePoll(5000));
      expect(pace.guess(block(100_000))).toBe(107);
    });

    test('limits every prediction, and one from a single execution more', () => {
      expect(pace.guess({ ticks: 9_000_000, from: 'one execution' })).toBe(1000);
      expect(pace.guess(block(9_000_000))).toBe(2000);
    });
  });

  describe('an emulated clock', () => {
    const start = (ratio: [number, number] = [1, 1]) =>
      newPace({ unit: 'instructions', clockHz: CLOCK_HZ, ratio }, TICK_HZ);

    test('is assumed to be slow, whatever its rate, and does not measure time', () => {
      expect(start().guess(nothing)).toBe(12);
      expect(start().guess(block(1_000_000))).toBe(12 + 40);
      expect(start([5, 16]).guess(block(1_600_000))).toBe(12 + 20);
      expect(start().most(20_000)).toBeUndefined();
    });

    test('is given more time on a busy computer, until that has been quiet for a while', () => {
      const pace = start();
      pace.learn(nothing, makePoll(32));
      expect(pace.guess(nothing)).toBe(12 + 30);
      pace.learn(nothing, makePoll(20));
      expect(pace.guess(nothing)).toBeCloseTo(12 + 30 * 0.85);
      for (let count = 0; count < 50; count++) pace.learn(nothing, silent(42));
      expect(pace.guess(nothing)).toBeCloseTo(12, 1);
      pace.learn(nothing, makePoll(5000));
      expect(pace.guess(nothing)).toBe(12 + 60);
    });

    test('is not given less time after a block that was faster than predicted', () => {
      const pace = start();
      pace.learn(nothing, makePoll(5));
      expect(pace.guess(nothing)).toBe(12);
    });
  });
});

describe('block ticks', () => {
  const block = (kind: Block['kind'], operations = 100): Block => ({
    kind,
    operations,
    values: operations,
    startsRound: false,
  });

  describe('guessTicks', () => {
    test('guesses nothing for an operation it has not seen', () => {
      const nothing = { ticks: 0, from: 'nothing' };
      for (const kind of ['emptySample', 'cold', 'sample', 'batch'] as const) {
        expect(guessTicks(block(kind), {})).toEqual(nothing);
      }
    });

    test('estimates an empty loop by readings of the clock', () => {
      expect(guessTicks(block('emptyBatch'), { emptySample: 10 }).ticks).toBe(1000);
    });

    test('estimates a sample by the cold execution, plus its readings', () => {
      const seen = { emptySample: 10, cold: 200 };
      expect(guessTicks(block('sample'), seen)).toEqual({ ticks: 25_000, from: 'one execution' });
      const more = { ...seen, sample: 100 };
      expect(guessTicks(block('sample'), more)).toEqual({ ticks: 15_000, from: 'a block' });
    });

    test('estimates an execution in a batch by a sample without its reading', () => {
      const seen = { emptySample: 10, sample: 100, emptyBatch: 4 };
      expect(guessTicks(block('batch'), seen)).toEqual({ ticks: 9400, from: 'a block' });
      expect(guessTicks(block('batch'), { ...seen, batch: 80 }).ticks).toBe(8000);
    });
  });
});

describe('next block', () => {
  const operation = { n: 10, warmup: 0, batchSize: 2, batches: 5 };
  const whole: Division = { operation, blockSize: 1024, max: 0 };

  /** All blocks as the agent would measure them, each as `kind values/operations`, `+` for a new round. */
  function listBlocks(division: Division): readonly string[] {
    const done: Done = {};
    const texts: string[] = [];
    for (let block = nextBlock(division, done); block; block = nextBlock(division, done)) {
      const { kind, operations, startsRound } = block;
      texts.push(`${kind} ${block.values}/${operations}${startsRound ? '+' : ''}`);
      done[kind] = (done[kind] ?? 0) + countProgress(block);
    }
    return texts;
  }

  const countProgress = ({ kind, operations, values }: Block) =>
    kind === 'cold' ? operations : (values ?? 4);

  test.each<[string, Partial<Division>, readonly string[]]>([
    [
      'one block of each kind',
      {},
      ['emptySample 64/64', 'emptyBatch 5/10', 'cold 1/1+', 'sample 10/10+', 'batch 5/10+'],
    ],
    [
      'a store for fewer',
      { blockSize: 4, operation: { ...operation, warmup: 5 } },
      [
        'emptySample 64/64',
        'emptyBatch 4/8',
        'cold 1/4+',
        'cold 0/2',
        'sample 4/4+',
        'sample 4/4',
        'sample 2/2',
        'batch 4/8+',
        'batch 1/2+',
      ],
    ],
    [
      'few at once, in rounds',
      { max: 6 },
      [
        'emptySample 64/64',
        'emptyBatch 5/10',
        'cold 1/1+',
        'sample 6/6+',
        'sample 4/4+',
        'batch 3/6+',
        'batch 2/4+',
      ],
    ],
    [
      'no batches, and blocks of which only the agent knows how long they are',
      { blockSize: undefined, operation: { ...operation, batches: 0 } },
      [
        'emptySample 64/64',
        'cold 1/1+',
        'sample undefined/10+',
        'sample undefined/6',
        'sample undefined/2',
      ],
    ],
  ])('%s', (_, division, blocks) => {
    expect(listBlocks({ ...whole, ...division })).toEqual(blocks);
  });
});
