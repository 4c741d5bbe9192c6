import { describe, expect, test } from 'vitest';
import type { RunBegin } from '../../agent/events';
import { FACTS } from '../../agent/testing/facts';
import {
  type SimulatedOperation,
  simulateRun,
  toEmulatedTicks,
} from '../../agent/testing/simulate';
import { formatFigure, getFigureMargin } from '../../measure/figure';
import type { PassInput } from './pass';
import type { OperationRow } from './row';
import { hasLastingDoubts, mergeRepeats } from './standing';
import { summarise } from './summarise';
import {
  collect,
  collectSimulated,
  exampleCounts,
  exampleOperation,
  examplePass,
} from './testing/example';

function summariseOperation(
  operation: SimulatedOperation,
  change: Partial<PassInput> = {},
  begin: Partial<RunBegin> = {},
): OperationRow {
  const runs = collectSimulated({ begin, operations: [operation] });
  const rows = summarise({ passes: [examplePass(runs, change)] });
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

describe('a sound operation', () => {
  const row = summariseOperation(exampleOperation('heap/malloc', 146, 1000));

  test('shows figures net of reading the clock', () => {
    expect(row).toMatchObject({ standing: 'ok', reasons: [], notes: [], readingCost: 1 });
    expect(row).toMatchObject({ samples: 1000, ticksInside: 12, cold: [291], meanFrom: 'samples' });
    expect(row.all.statistics).toMatchObject({ min: 146, max: 189 });
    expect(row.all.percentiles).toMatchObject({ p50: { value: 146 }, p90: { value: 153 } });
    expect(row.all.percentiles['p99.99']).toHaveProperty('insufficient');
  });

  test('also shows them without ticks, with the density of ticks', () => {
    expect(row.quiet.statistics).toMatchObject({ count: 988, max: 153 });
    expect(row.tickDensity).toBe(78_125);
  });

  test('has batches that agree', () => {
    expect(row.batches).toMatchObject({ count: 32, mean: { value: 147.4 } });
  });
});

test.each([
  ['nothing', {}, {}, false],
  ['a loss', { problems: ['99 of 100 stored values arrived'] }, {}, true],
  ['a refusal', { status: 'refused' } as const, {}, true],
  ['an overflow', {}, { stream: { bytes: 1, events: 1, overflows: 1, lostPackets: 2 } }, true],
])('%s among the repeats leaves lasting doubts, or none: %#', (_, change, passChange, expected) => {
  const runs = collectSimulated({ operations: [exampleOperation('heap/malloc', 146, 1000)] });
  const pass = { ...examplePass(runs), ...passChange };
  const operations = pass.operations.map((each) => ({ ...each, ...change }));
  expect(hasLastingDoubts({ ...pass, operations }, 'heap', 'malloc')).toBe(expected);
});

/** Repeats of an operation, some of which failed and took ten times as long. */
function withFailures(repeats: number, failures: number, unit: 'ns' | 'instructions' = 'ns') {
  const failed = { status: 'failed', reason: 'a child ran' } as const;
  const runs = Array.from({ length: repeats }, (_, at) => ({
    begin: { unit },
    operations: [
      at < failures
        ? exampleOperation('a/b', 900, 100, failed)
        : exampleOperation('a/b', 90 + (at % 2), 100),
    ],
  }));
  return examplePass(collectSimulated(...runs));
}

describe('failed repeats', () => {
  test('are left out if at most one in twenty failed, with a note', () => {
    const [row] = summarise({ passes: [withFailures(40, 2)] });
    expect(row).toMatchObject({ standing: 'ok', reasons: [], repeats: 38, samples: 3800 });
    expect(row?.notes).toEqual(['2 of 40 repeats failed and are left out: a child ran']);
    expect(row?.all.statistics?.max).toBeLessThan(900);
  });

  test.each([
    ['more of them', withFailures(40, 3)],
    ['one of a few', withFailures(19, 1)],
    ['one where nothing disturbs', withFailures(40, 1, 'instructions')],
  ])('take all figures away: %s', (_, pass) => {
    const [row] = summarise({ passes: [pass] });
    expect(row).toMatchObject({ standing: 'failed', reasons: ['a child ran'], notes: [] });
  });

  test.each([
    [5, 1, false],
    [5, 2, true],
    [40, 2, false],
    [40, 3, true],
  ])('of %d repeats, %d: no further one can help: %s', (repeats, failures, isLost) => {
    expect(hasLastingDoubts(withFailures(repeats, failures), 'a', 'b')).toBe(isLost);
  });
});

test('a difference between samples and batches that is no reason for doubt is noted', () => {
  const of = (batch: number) =>
    summariseOperation(
      exampleOperation('a/b', 1000, 200, {
        costs: new Array<number>(200).fill(1000),
        ticked: [],
        batches: new Array<number>(40).fill(100 * batch),
      }),
      {},
      { unit: 'ns' },
    );
  expect(of(1050)).toMatchObject({
    standing: 'ok',
    notes: expect.arrayContaining([
      expect.stringMatching(/^in a batch an execution takes \d+ more than alone, by more/),
    ]) as string[],
  });
  expect(of(1002).notes).toEqual([]);
  expect(of(1200)).toMatchObject({ standing: 'inconclusive', notes: [] });
});

describe("a counter's remarks on batches", () => {
  const counted = exampleOperation('heap/malloc', 146, 1000, exampleCounts(146));
  const read = (operation: SimulatedOperation, counter = 'instructions') => {
    const runs = collectSimulated({ facts: [`counter=${counter}`], operations: [operation] });
    return summarise({ passes: [examplePass(runs)] })[0]?.counted;
  };

  test.each(['instructions', 'cycles'])('are shown for one operation, in %s', (unit) => {
    const { mean, ...rest } = read(counted, unit) ?? {};
    expect(rest).toEqual({ unit, batches: 10 });
    expect(mean).toBeCloseTo(146.6);
  });

  test('are absent without a counter', () => {
    expect(read(exampleOperation('heap/malloc', 146, 1000))).toBeUndefined();
  });

  test('are not shown for a doubtful operation', () => {
    expect(read({ ...counted, unsent: 1 })).toBeUndefined();
  });
});

describe('an operation is inconclusive because of', () => {
  const batches = new Array<number>(32).fill(100 * 160);

  test.each<[string, SimulatedOperation, string]>([
    ['loss', exampleOperation('a/b', 90, 10, { unsent: 1 }), '48 of 49 stored values arrived'],
    [
      'a timer that stands still',
      exampleOperation('a/b', 90, 10, { costs: [0, 0, 0], emptySamples: [0], batches: [] }),
      'the clock did not move in any sample',
    ],
    [
      'less than nothing',
      exampleOperation('a/b', 90, 10, { emptySamples: [120], batches: [] }),
      'the median is 29 below the cost of reading the clock',
    ],
    [
      'batches that disagree',
      exampleOperation('a/b', 146, 1000, { batches }),
      'samples and batches disagree by -9.7, 1.2 would be allowed',
    ],
  ])('%s', (_, operation, reason) => {
    const row = summariseOperation(operation);
    expect(row).toMatchObject({ standing: 'inconclusive', reasons: [reason] });
    expect(row.mean).toEqual({ insufficient: 'inconclusive' });
    expect(row.all.percentiles.p50).toEqual({ insufficient: 'inconclusive' });
  });

  test('an overflow of the stream, wherever', () => {
    const stream = { bytes: 9, events: 9, overflows: 1, lostPackets: 3 };
    const row = summariseOperation(exampleOperation('a/b', 90, 10), { stream });
    expect(row).toMatchObject({
      standing: 'inconclusive',
      reasons: ['the stream overflowed and lost 3 packets'],
    });
  });
});

test.each(['stopped', 'failed'] as const)('an operation that %s has a reason', (status) => {
  const row = summariseOperation(exampleOperation('a/b', 90, 10, { status, reason: 'no memory' }));
  expect(row).toMatchObject({ standing: status, reasons: ['no memory'] });
  expect('value' in row.mean).toBe(status === 'stopped');
});

test('a refused operation has no figures', () => {
  const image = { sha256: '', compiler: '', flags: '', hooks: 1 } as const;
  const row = summariseOperation(exampleOperation('a/b', 90, 1000), { image });
  expect(row).toMatchObject({ standing: 'refused', samples: 0, cold: [], batches: undefined });
  expect(row.all.statistics).toBeUndefined();
  expect(row.mean).toHaveProperty('insufficient');
});

describe('an operation of a few clock steps', () => {
  const reason = 'shorter than 10 steps of the clock: batch means only';

  test('has only batch means', () => {
    const facts = new Map([...FACTS].filter(([name]) => name !== 'windows'));
    const row = summariseOperation(exampleOperation('a/b', 8, 1000), { facts });
    expect(row).toMatchObject({ standing: 'ok', meanFrom: 'batches', notes: [reason] });
    expect(row.mean).toEqual({ value: expect.closeTo(9.4) as number });
    expect(row.all.percentiles.p50).toEqual({ insufficient: reason });
    expect(summariseOperation(exampleOperation('a/b', 10, 1000), { facts }).meanFrom).toBe(
      'samples',
    );
  });

  test('has percentiles if every sample is the number of its instructions', () => {
    const row = summariseOperation(exampleOperation('a/b', 8, 1000));
    expect(row).toMatchObject({ standing: 'ok', meanFrom: 'batches', notes: [] });
    expect(row.mean).toEqual({ value: expect.closeTo(9.4) as number });
    const found = expect.any(Number) as number;
    expect(row.all.percentiles).toMatchObject({ p50: { value: found }, p99: { value: found } });
  });

  test('has the mean of such samples without batches', () => {
    const row = summariseOperation(exampleOperation('a/b', 8, 1000, { batches: [] }));
    const mean = row.all.statistics?.mean;
    expect(row).toMatchObject({ mean: { value: mean }, meanFrom: 'samples', notes: [] });
  });
});

test('the cost of a reading is not subtracted if it is unknown, which is reported', () => {
  const row = summariseOperation(
    exampleOperation('a/b', 90, 10, { emptySamples: [], batches: [] }),
  );
  expect(row).toMatchObject({ readingCost: undefined, all: { statistics: { min: 91 } } });
  expect(row.notes).toEqual([
    'the cost of reading the clock was not measured and is not subtracted',
  ]);
});

test('"none" is not reported if ticks cannot be seen', () => {
  const facts = new Map([...FACTS, ['tick_hz', '0'] as const]);
  const unseen = (change: Partial<SimulatedOperation> = {}): OperationRow =>
    summariseOperation(exampleOperation('a/b', 90, 1000, change), { facts });
  expect(unseen({ ticked: [] })).toMatchObject({ ticksInside: undefined, tickDensity: undefined });
  expect(unseen().ticksInside).toBe(12);
  expect(summariseOperation(exampleOperation('a/b', 90, 1000, { ticked: [] })).ticksInside).toBe(0);
});

describe('repeats', () => {
  const repeat = (...costs: readonly number[]): OperationRow => {
    const runs = costs.map((cost) => ({ operations: [exampleOperation('a/b', cost, 100)] }));
    return summarise({ passes: [examplePass(collectSimulated(...runs))] })[0]!;
  };

  test('are one row', () => {
    expect(repeat(90, 90, 90)).toMatchObject({ repeats: 3, identical: true, samples: 300 });
    expect(repeat(90, 90).batches?.count).toBe(64);
  });

  test('that agree to the instruction are exact and have no margin', () => {
    const { mean, all } = repeat(90, 90, 90);
    expect([mean, all.percentiles.p50].map(getFigureMargin)).toEqual([undefined, undefined]);
  });

  test('that differ have margins of their means and percentiles', () => {
    const { mean, all } = repeat(90, 91, 92);
    // Student's t of two degrees of freedom, over the root of three, times a deviation of one.
    const margin = 4.3027 / Math.sqrt(3);
    expect(getFigureMargin(mean)).toBeGreaterThanOrEqual(margin * 0.999);
    expect(getFigureMargin(mean)).toBeLessThan(margin + 1);
    expect(getFigureMargin(all.percentiles.p50)).toBeGreaterThanOrEqual(margin * 0.999);
  });

  test('that differ in their empty loops alone have a margin of their batch mean', () => {
    const run = { operations: [exampleOperation('a/b', 90, 100)] };
    const pass = examplePass(collectSimulated(run, run));
    const operations = pass.operations.map((each, at) => ({
      ...each,
      batches: { size: 100, elapsed: new Array<number>(32).fill(9000), ticked: [] },
      empty: { ...each.empty, batches: new Array<number>(12).fill(100 * at) },
    }));
    const clocks = pass.clocks.map((clock) => ({ ...clock, unit: 'ns' as const, step: 1 }));
    const [row] = summarise({ passes: [{ ...pass, operations, clocks }] });
    // Student's t of one degree of freedom for 90 and 89, half of the loops' range, and one step.
    const margin = 12.7062 / 2 + (50 + 1) / 100;
    expect(row?.batches?.mean).toEqual({ value: 90, margin: expect.closeTo(margin, 3) as number });
  });

  test('have an upper bound of each percentile if their samples allow it', () => {
    const noisy = (count: number, ...costs: readonly number[]) => {
      const runs = costs.map((cost) => ({ operations: [exampleOperation('a/b', cost, count)] }));
      const pass = examplePass(collectSimulated(...runs));
      const clocks = pass.clocks.map((clock) => ({ ...clock, unit: 'ns' as const }));
      return summarise({ passes: [{ ...pass, clocks }] })[0]!.all.percentiles;
    };
    const { p50, p99 } = noisy(100, 90);
    expect(formatFigure(p50)).toMatch(/^90≤\d+$/);
    // No sample of so few bounds p99, whatever varies between repeats.
    expect(formatFigure(p99)).toMatch(/^≥\d+$/);
    expect(formatFigure(noisy(100, 90, 91).p99)).toMatch(/^≥\d+$/);
    expect(formatFigure(noisy(300, 90).p99)).toMatch(/^\d+≤\d+$/);
    expect(formatFigure(noisy(150, 90, 91).p99)).toMatch(/^\d+±[\d.]+$/);
    expect(noisy(150, 90, 91).p99).toMatchObject({ upper: expect.any(Number) as number });
  });

  test('have no margin if there is only one', () => {
    expect(getFigureMargin(repeat(90).mean)).toBeUndefined();
  });

  test('that differ are reported', () => {
    expect(repeat(90, 91).identical).toBe(false);
  });

  test('without samples are not called identical', () => {
    const refused = exampleOperation('a/b', 90, 10, { status: 'refused', reason: 'no memory' });
    const run = { operations: [refused] };
    const [row] = summarise({ passes: [examplePass(collectSimulated(run, run))] });
    expect(row).toMatchObject({ repeats: 2, samples: 0, identical: undefined });
  });

  test('keep batches with a tick apart', () => {
    const batch = { kind: 'samples', op: 0, sampleKind: 'batch', first: 0 } as const;
    const values = Uint32Array.of(toEmulatedTicks(9_000) * 2, toEmulatedTicks(12_000) * 2 + 1);
    const [begin, operation, ...rest] = simulateRun({ operations: [{ name: 'a/b', costs: [90] }] });
    const events = [begin!, operation!, { ...batch, values }, ...rest];
    const pass = examplePass([...collect(events), ...collect(events)]);
    const { batches } = mergeRepeats(pass.operations, { smallestBatch: 16, isIndependent: true });
    expect(batches).toMatchObject({ count: 4, quiet: { count: 2, mean: 90 } });
  });

  test('with other parameters are another row', () => {
    const operations = ['size=4', 'size=8'].map((params) =>
      exampleOperation('a/b', 90, 10, { params }),
    );
    const rows = summarise({ passes: [examplePass(collectSimulated({ operations }))] });
    expect(rows.map(({ params }) => params)).toEqual([{ size: 4 }, { size: 8 }]);
  });
});

describe('a clock with steps', () => {
  // A clock of 24 MHz, read in nanoseconds; the agent takes rounding for a step.
  const facts = new Map([...FACTS, ['clock_step', '1'] as const]);
  const begin = { unit: 'ns', clock: 'timer', clockHz: 3_200_000_000 };
  const quantise = (value: number) => Math.round(Math.floor((value * 24) / 1000) / 0.024);
  const operation = exampleOperation('a/b', 0, 0, {
    costs: Array.from({ length: 1000 }, (_, i) => quantise(90 + ((i * 7919) % 600))),
    emptySamples: [0, 0, 42],
    ticked: [],
    batches: Array.from({ length: 32 }, (_, i) => quantise(38_900 + i * 40)),
    emptyBatches: [42],
  });
  const pass = examplePass(collectSimulated({ begin, operations: [operation] }), { facts });

  test('shows them in its values, and shorter operations have no percentiles', () => {
    expect(pass.clocks[0]?.step).toBeCloseTo(41.67, 2);
    const [row] = summarise({ passes: [pass] });
    expect(row?.notes[0]).toBe('shorter than 10 steps of the clock: batch means only');
    expect(row?.resolution?.percentile).toBeGreaterThan(41);
  });

  test("is taken from the agent's description in an old record", () => {
    const clocks = pass.clocks.map((clock) => ({ ...clock, step: undefined }));
    const [row] = summarise({ passes: [{ ...pass, rules: undefined, clocks }] });
    expect(row).toMatchObject({ notes: [], meanFrom: 'samples' });
  });
});

describe('small batches', () => {
  const small = exampleOperation('a/b', 55, 200, {
    batches: new Array<number>(32).fill(2 * 60),
    emptyBatches: [0],
  });
  const made = examplePass(collectSimulated({ operations: [small] }));
  const operations = made.operations.map((each) => {
    return { ...each, batches: { ...each.batches, size: 2 } };
  });
  const pass = { ...made, operations };

  test('give no mean and cause no doubt', () => {
    const [row] = summarise({ passes: [pass] });
    const insufficient = 'a batch mean needs batches of 4 operations, not 2';
    expect(row).toMatchObject({ standing: 'ok', batches: { mean: { insufficient } } });
  });

  test('keep their figures in an old record', () => {
    const [row] = summarise({ passes: [{ ...pass, rules: undefined }] });
    expect(row).toMatchObject({
      standing: 'inconclusive',
      reasons: ['samples and batches disagree by -3.7, 1.4 would be allowed'],
    });
  });
});

test('a mean of batches that no sample comes near is explained', () => {
  const empty = { emptySamples: [1, 1, 1], ticked: [] };
  const costs = new Array<number>(1000).fill(17);
  const batches = new Array<number>(32).fill(100 * 15);
  const operation = exampleOperation('a/b', 16, 0, { costs, batches, emptyBatches: [0], ...empty });
  expect(summariseOperation(operation)).toMatchObject({
    standing: 'ok',
    mean: { value: 16 },
    notes: [
      "the mean of batches, 15, lies outside the samples' 16: the readings of the clock around " +
        'every sample change the code or its timing, those around a batch hardly do',
    ],
  });
});

test('a mean of batches of a few instructions is explained if no sample comes near', () => {
  const operation = exampleOperation('a/b', 0, 0, {
    costs: new Array<number>(1000).fill(8),
    emptySamples: [5, 5, 5],
    batches: new Array<number>(32).fill(100),
    emptyBatches: [0],
    ticked: [],
  });
  const made = examplePass(collectSimulated({ operations: [operation] }));
  const pass = { ...made, facts: { ...made.facts, clock_step: '16' } };
  const [row] = summarise({ passes: [pass] });
  expect(row).toMatchObject({ standing: 'ok', mean: { value: 1 }, meanFrom: 'batches' });
  expect(row?.notes.join()).toContain("the mean of batches, 1, lies outside the samples' 3");
});

test('a mean of batches that differs from the samples by rounding alone needs no explanation', () => {
  const empty = { emptySamples: [1, 1, 1], ticked: [] };
  const costs = new Array<number>(1000).fill(17);
  const batches = new Array<number>(32).fill(1557);
  const operation = exampleOperation('a/b', 16, 0, { costs, batches, emptyBatches: [0], ...empty });
  expect(summariseOperation(operation)).toMatchObject({
    batches: { mean: { value: 15.57 } },
    notes: [],
  });
});

describe('a slowest sample far beyond p99', () => {
  const costs = [...Array.from({ length: 999 }, (_, i) => 90 + (i % 5)), 4000];
  const listNotes = ({
    unit = 'ns',
    preemptions,
    conditions,
    values = costs,
  }: {
    readonly unit?: 'ns' | 'instructions';
    readonly preemptions?: number;
    readonly conditions?: Readonly<Record<string, string>>;
    readonly values?: readonly number[];
  }): readonly string[] => {
    const operation = exampleOperation('a/b', 90, 1000, { costs: values, ticked: [], batches: [] });
    const pass = examplePass(collectSimulated({ operations: [operation] }));
    const operations = pass.operations.map((each) => ({ ...each, preemptions }));
    const clocks = pass.clocks.map((clock) => ({ ...clock, unit }));
    const [row] = summarise({ passes: [{ ...pass, clocks, operations, conditions }] });
    expect(row!.outlier).toBe(row!.notes[0]);
    return row!.notes;
  };

  test('mentions preemptions, stolen time and load that may have caused it', () => {
    const conditions = { load_begin: '0.40', load_end: '2.10', stolen_ms: '130' };
    expect(listNotes({ preemptions: 7, conditions })).toEqual([
      "the slowest sample, 43 times p99, may not be the operation's own: the system preempted the " +
        'agent 7 times, the hypervisor took 130 ms from the run, the load was 2.1',
    ]);
    expect(listNotes({ preemptions: 1 })).toEqual([expect.stringMatching(/the agent 1 time$/)]);
    const rates = { cpu_mhz_begin: '1200 to 2400', cpu_mhz_end: '2400' };
    expect(listNotes({ conditions: rates })).toEqual([
      expect.stringMatching(/ran at 1200 to 2400 MHz at the start and at 2400 MHz at the end$/),
    ]);
  });

  test('has no such note if nothing else ran, or nothing could disturb it', () => {
    expect(listNotes({})).toEqual([]);
    expect(listNotes({ conditions: { load_begin: '0.40', stolen_ms: '0' } })).toEqual([]);
    const rates = { cpu_mhz_begin: '2400', cpu_mhz_end: '2397' };
    expect(listNotes({ conditions: rates })).toEqual([]);
    expect(listNotes({ preemptions: 7, unit: 'instructions' })).toEqual([]);
    expect(listNotes({ preemptions: 7, values: costs.slice(0, -1) })).toEqual([]);
  });

  test('is counted in thousands without decimals', () => {
    const values = [...costs.slice(0, -1), 4_000_000];
    expect(listNotes({ preemptions: 7, values })).toEqual([
      expect.stringMatching(/^the slowest sample, 43,000 times p99, /),
    ]);
  });

  test('is doubted by steps of the clock if the operation has few of them', () => {
    const short = (max: number) => {
      const values = [...Array.from({ length: 999 }, (_, i) => 11 + 10 * (i % 3)), max];
      const operation = exampleOperation('a/b', 3, 1000, { costs: values, ticked: [] });
      const pass = examplePass(collectSimulated({ operations: [operation] }));
      const clocks = pass.clocks.map((clock) => ({ ...clock, unit: 'ns' as const, step: 10 }));
      const conditions = { load_end: '3' };
      const [row] = summarise({ passes: [{ ...pass, clocks, conditions }] });
      return [row!.outlier, ...row!.notes.slice(0, 2)];
    };
    const outlier =
      "the slowest sample, 400 steps of the clock, may not be the operation's own: the load was 3";
    const coarse = 'shorter than 10 steps of the clock: batch means only';
    expect(short(4001)).toEqual([outlier, coarse, outlier]);
    expect(short(191)).toEqual([undefined, coarse]);
  });

  test("is not blamed on preemptions by the operation's own threads", () => {
    expect(listNotes({ preemptions: 1000 })).toEqual([]);
  });
});
