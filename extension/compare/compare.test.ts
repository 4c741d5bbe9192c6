import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { compareColumns, type CompareOptions, factDifferences } from './compare';
import type { Outcome } from './outcome';
import { listSubjects } from './subject';
import { createRandom, drawRuns, type ExampleColumn, exampleColumn, exampleMeans } from './testing';

describe('compare', () => {
  const name = 'heap/malloc';
  const steady = (value: number, runs = 1): number[][] =>
    Array.from({ length: runs }, () => new Array<number>(100).fill(value));
  const exactly = (value: number, change: Partial<ExampleColumn> = {}) =>
    exampleColumn({
      deterministic: true,
      unit: 'instructions',
      operations: [{ name, runs: steady(value) }],
      ...change,
    });
  const makeSampledColumn = (runs: number[][], change: Partial<ExampleColumn> = {}) =>
    exampleColumn({ operations: [{ name, runs }], ...change });

  function outcome(first: Column, second: Column, options?: CompareOptions): Outcome | undefined {
    return compareColumns([first, second], options).operations[0]?.outcomes[0];
  }

  describe('an exact target', () => {
    test.each([
      [1000, 1000, 'unchanged'],
      [1000, 1001, 'changed'],
      [1000, 1010, 'changed'],
      [1000, 1011, 'regressed'],
      [1011, 1000, 'improved'],
      [60, 61, 'regressed'],
      [61, 60, 'improved'],
    ] as const)('%d against %d instructions in one run: %s', (one, other, verdict) => {
      const found = outcome(exactly(one), exactly(other));
      const figures = { noise: 0, mean: { value: other / one }, change: other - one };
      expect(found).toMatchObject({ verdict, figures });
    });

    test('notes that equal means come from different samples', () => {
      const spread = exactly(0, { operations: [{ name, runs: [[900, 1000, 1100]] }] });
      const steadily = exactly(0, { operations: [{ name, runs: [[1000, 1000, 1000]] }] });
      const notes = ['the samples differ, although their means are equal'];
      expect(outcome(spread, steadily)).toMatchObject({ verdict: 'unchanged', notes });
      expect(outcome(spread, spread)).toMatchObject({ verdict: 'unchanged', notes: [] });
    });

    test('only grades a change by delta, which may be nothing', () => {
      expect(outcome(exactly(1000), exactly(900))).toMatchObject({ figures: { delta: 0.01 } });
      const asked = outcome(exactly(1000), exactly(1030), { delta: 0.05 });
      expect(asked).toMatchObject({ verdict: 'changed', figures: { delta: 0.05, change: 30 } });
      const strict = outcome(exactly(1000), exactly(1001), { delta: 0 });
      expect(strict).toMatchObject({ verdict: 'regressed', figures: { delta: 0, change: 1 } });
    });

    test('shows the change without ticks, which only blur it', () => {
      const makeTickedColumn = (value: number, inside: number) =>
        exactly(0, {
          operations: [{ name, runs: steady(value), change: { ticked: [[value + 40, inside]] } }],
        });
      expect(outcome(makeTickedColumn(100, 3), makeTickedColumn(101, 4))).toMatchObject({
        figures: { change: 1 },
      });
      const slower = outcome(makeTickedColumn(100, 3), makeTickedColumn(100, 4));
      expect(slower).toMatchObject({ figures: { change: expect.closeTo(0.374, 2) as number } });
    });

    test.each([
      [[100, 101, 102], 'inconclusive', ['3 runs on a side, not 4: their spread is unknown']],
      [[100, 100, 101, 101], 'unchanged', []],
    ] as const)('whose runs differ is compared as any other: %j', (values, verdict, reasons) => {
      const runs = values.flatMap((value) => steady(value));
      const unsteady = exactly(0, { operations: [{ name, runs }] });
      expect(outcome(unsteady, unsteady)).toMatchObject({
        verdict,
        reasons,
        notes: ['runs of a target that repeats exactly differ: compared by their spread'],
      });
    });
  });

  describe('a target that is not deterministic', () => {
    const random = createRandom('compare');
    const draw = (change: Parameters<typeof drawRuns>[1]) =>
      makeSampledColumn(drawRuns(random, change));

    test('is as uncertain as the readings of its own repeats', () => {
      const operations = [0, 10, 20, 30, 40].map((cost, repeat) => {
        const samples: [number, number][] = [[cost, 64]];
        return { name, runs: steady(1040), change: { repeat, empty: { samples, batches: [] } } };
      });
      const side = makeSampledColumn([], { operations });
      const other = makeSampledColumn([], { operations: operations.slice(1) });
      expect(outcome(side, other)).toMatchObject({
        verdict: 'undecided',
        figures: {
          figuresOfRuns: {
            first: [1040, 1030, 1020, 1010, 1000],
            second: [1030, 1020, 1010, 1000],
          },
        },
      });
    });

    test.each([
      ['an interval within delta', { between: 0.002 }, { between: 0.002 }, 'unchanged'],
      ['clearly slower', { between: 0.01 }, { between: 0.01, mean: 13_000 }, 'regressed'],
      ['clearly faster', { between: 0.01 }, { between: 0.01, mean: 7_000 }, 'improved'],
      ['much noise', { between: 0.2 }, { between: 0.2 }, 'undecided'],
      ['two runs', { runs: 2 }, { runs: 5 }, 'inconclusive'],
    ] as const)('%s', (_, first, second, verdict) => {
      expect(outcome(draw(first), draw(second))).toMatchObject({ kind: 'judged', verdict });
    });

    test('with too few runs still shows its ratio, without an interval', () => {
      expect(outcome(draw({ runs: 2 }), draw({ runs: 1, mean: 20_000 }))).toMatchObject({
        reasons: ['1 run on a side, not 4: their spread is unknown'],
        figures: {
          mean: { value: expect.closeTo(2, 1) as number, interval: undefined },
          runs: [2, 1],
        },
      });
    });

    test('reports how sure it is', () => {
      const found = outcome(draw({ between: 0.01 }), draw({ between: 0.01, mean: 10_500 }));
      if (found?.kind !== 'judged' || !found.figures) throw new Error('no figures');
      const { mean, median, rank, delta, noise, from } = found.figures;
      expect([delta, from]).toEqual([0.02, 'samples']);
      for (const { value, interval } of [mean, median].flatMap((each) => each ?? [])) {
        expect(value).toBeGreaterThan(1.02);
        expect(interval?.low).toBeLessThan(value);
        expect(interval?.high).toBeGreaterThan(value);
      }
      expect(rank?.effect).toBeGreaterThan(0.5);
      expect(noise).toBeGreaterThan(0.002);
      expect(noise).toBeLessThan(0.03);
    });
  });

  describe('what makes a comparison inconclusive', () => {
    const good = makeSampledColumn(drawRuns(createRandom('good'), {}));
    const bad = (change: object, pass = {}) =>
      exampleColumn({ pass, operations: [{ name, runs: steady(100, 5), change }] });

    test.each([
      [
        'loss',
        bad({ problems: ['99 of 100 stored values arrived'] }),
        '99 of 100 stored values arrived',
      ],
      ['a failure', bad({ status: 'failed', reason: 'no memory' }), 'no memory'],
      ['a refusal', bad({ status: 'refused' }), 'refused'],
      ['an end too early', bad({ status: 'stopped', reason: 'asked to' }), 'asked to'],
      [
        'an overflow',
        bad({}, { stream: { bytes: 1, events: 1, overflows: 1, lostPackets: 2 } }),
        'the stream overflowed and lost 2 packets',
      ],
    ])('%s, on either side', (_, column, reason) => {
      const expected = { verdict: 'inconclusive', reasons: [reason], figures: undefined };
      expect(outcome(good, column)).toMatchObject(expected);
      expect(outcome(column, good)).toMatchObject(expected);
    });

    test('a mean that is not above zero', () => {
      expect(outcome(makeSampledColumn(steady(0, 5)), good)).toMatchObject({
        verdict: 'inconclusive',
      });
    });
  });

  test('runs that took turns share the chances among the comparisons meanwhile', () => {
    const turns = (looks?: number): Column => {
      const column = makeSampledColumn(steady(100, 4));
      return { ...column, record: { ...column.record, ...(looks && { looks }) } };
    };
    expect(compareColumns([turns(), turns()]).looks).toBe(1);
    expect(compareColumns([turns(4), turns(4)]).looks).toBe(4);
    expect(compareColumns([turns(4), turns(4)], { looks: 2 }).looks).toBe(2);
  });

  test('leaves out the figure of a repeat that failed, as the row of the run does', () => {
    const random = createRandom('failed');
    const side = makeSampledColumn(drawRuns(random, { runs: 20, samples: 100, between: 0.01 }));
    if (side.kind !== 'run') throw new Error('no run');
    const { record } = side;
    const passes = record.passes.map((pass) => ({
      ...pass,
      rules: 2,
      operations: pass.operations.map((each, at) =>
        at === 7 ? { ...each, status: 'failed' as const, reason: 'a child ran' } : each,
      ),
    }));
    const disturbed: Column = { kind: 'run', record: { ...record, passes } };
    expect(outcome(side, disturbed)).toMatchObject({
      figures: { runs: [20, 19] },
      notes: ['1 of 20 repeats failed and is left out: a child ran'],
    });
  });

  describe('operations of few clock steps', () => {
    const short = (elapsed: number, count = 32) => {
      const operation = {
        name,
        runs: steady(elapsed / 100),
        batches: new Array<number>(count).fill(elapsed),
      };
      return exactly(0, { operations: [operation] });
    };

    test('are compared by their batch means alone', () => {
      expect(outcome(short(600), short(900))).toMatchObject({
        verdict: 'regressed',
        figures: { from: 'batches', mean: { value: 1.5 }, median: undefined },
      });
    });

    test('have no means of batches that are too small, but by the rules of old records', () => {
      const batches = (size: number, rules: number) => {
        const change = { batches: { size, elapsed: new Array<number>(32).fill(600), ticked: [] } };
        const operations = [{ name, runs: steady(6), change }];
        const [subject] = listSubjects(exactly(0, { operations, pass: { rules } }), 'headline');
        return subject?.measured?.batches.length;
      };
      expect([batches(3, 2), batches(4, 2), batches(3, 1)]).toEqual([0, 1, 1]);
    });

    test('show one instruction more for what it is', () => {
      expect(outcome(short(100), short(200))).toMatchObject({
        verdict: 'regressed',
        figures: { change: 1, mean: { value: 2 } },
      });
    });

    test.each([
      [0, 1, 'regressed'],
      [1, 0, 'improved'],
    ] as const)('have no ratio from %d to %d, but a verdict: %s', (one, other, verdict) => {
      expect(outcome(short(100 * one), short(100 * other))).toMatchObject({
        verdict,
        figures: { mean: undefined, change: other - one },
        notes: ['a figure that is not above zero has no ratio'],
      });
    });

    test('need them on both sides', () => {
      expect(outcome(short(600), short(600, 5))).toMatchObject({
        verdict: 'inconclusive',
        reasons: ['batch means of both sides are needed'],
      });
    });

    describe('on a target that is not deterministic', () => {
      const makeBatchedColumn = (
        elapsed: readonly number[],
        { size = 1000, loops = [0], step = 1, sample = 5 } = {},
      ) => {
        const batches = { size, elapsed: [...elapsed], ticked: [] };
        const samples: [number, number][] = [[0, 64]];
        const ratio: [number, number] = [1, 1];
        const clock = { name: 'c', hz: 1e9, unit: 'ns', ratio, step } as const;
        return makeSampledColumn(steady(sample, 5), {
          // The repeats take turns with the loops.
          operations: steady(sample, 5).map((run, repeat) => {
            const empty = { samples, batches: [loops[repeat % loops.length] ?? 0] };
            return { name, runs: [run], change: { repeat, batches, empty } };
          }),
          pass: { rules: 2, clocks: [clock] },
        });
      };
      /** Forty batches that all differ. */
      const listForty = (from: number) => Array.from({ length: 40 }, (_, at) => from + at);

      test('are compared by medians between whole units', () => {
        expect(
          outcome(makeBatchedColumn(listForty(5400)), makeBatchedColumn(listForty(5940))),
        ).toMatchObject({
          verdict: 'regressed',
          figures: {
            from: 'batches',
            withLoop: false,
            median: { value: expect.closeTo(5.9595 / 5.4195, 9) as number },
            // Of forty batches none is the largest hundredth.
            trimmed: { value: expect.closeTo(5.9595 / 5.4195, 9) as number },
            figuresOfRuns: {
              first: new Array(5).fill(expect.closeTo(5.4195, 9)),
              second: new Array(5).fill(expect.closeTo(5.9595, 9)),
              resolution: 0.001,
            },
          },
        });
      });

      test('are compared with the loop around them if they cost less than half of it', () => {
        const [less, more] = [100, 200].map((cost) => {
          const shape = { loops: [300], sample: 0 };
          const [one, other] = [300, 301].map((loop) =>
            makeBatchedColumn(listForty(loop + cost), shape),
          );
          const found = one && other && outcome(one, other);
          return found?.kind === 'judged' ? found.figures : undefined;
        });
        expect(less?.withLoop).toBe(true);
        expect(less?.figuresOfRuns?.first[0]).toBeCloseTo(0.4195, 9);
        expect(more?.withLoop).toBe(false);
      });

      test('are as uncertain as the loops of their own repeats', () => {
        const about = (value: number, digits = 2) => expect.closeTo(value, digits) as number;
        const each = (...values: readonly number[]) => values.map((value) => about(value, 9));
        // 1319.5 of 1000 operations and a loop, whose median is 300 or 310.
        const [one, other] = [300, 310].map((from) =>
          makeBatchedColumn(listForty(1300), {
            sample: 1,
            loops: [-20, -10, 0, 10, 20].map((by) => from + by),
          }),
        );
        expect(one && other && outcome(one, other)).toMatchObject({
          verdict: 'undecided',
          figures: {
            figuresOfRuns: {
              first: each(1.0395, 1.0295, 1.0195, 1.0095, 0.9995),
              second: each(1.0295, 1.0195, 1.0095, 0.9995, 0.9895),
            },
            median: { interval: { low: about(0.962), high: about(1.02) } },
          },
        });
      });

      test('are as uncertain as the part of a clock step that one of them gets', () => {
        const step = 1000 / 3;
        const elapsed = Array.from({ length: 40 }, (_, at) => Math.round((at % 2 ? 6 : 7) * step));
        const makeCoarse = (of: readonly number[]) =>
          makeBatchedColumn(of, { size: 25, step, sample: 333 });
        expect(outcome(makeCoarse(elapsed), makeCoarse(elapsed))).toMatchObject({
          verdict: 'unchanged',
        });
        const other = elapsed.toReversed();
        expect(outcome(makeCoarse(elapsed), makeCoarse(other))).toMatchObject({
          verdict: 'undecided',
          figures: { figuresOfRuns: { resolution: expect.closeTo(13.333, 3) as number } },
        });
      });
    });
  });

  test('the error of a measured rate widens a ratio of times, and none of cycles', () => {
    const runs = [990, 1000, 1010, 1005, 995].flatMap((value) => steady(value));
    const others = [991, 1001, 1011, 1006, 996].flatMap((value) => steady(value));
    const ratio = (unit: 'ns' | 'cycles', facts?: Readonly<Record<string, string>>) => {
      const found = outcome(
        makeSampledColumn(runs, { unit }),
        makeSampledColumn(others, { unit: 'cycles', hz: 1e9, ...(facts && { facts }) }),
      );
      return found?.kind === 'judged' ? found.figures?.median?.interval : undefined;
    };
    const error = { core_hz_error: '0.5 %' };
    const [plain, wider] = [ratio('ns'), ratio('ns', error)];
    expect(wider?.low).toBeCloseTo((plain?.low ?? NaN) / 1.005, 9);
    expect(wider?.high).toBeCloseTo((plain?.high ?? NaN) * 1.005, 9);
    expect(ratio('cycles', error)).toEqual(ratio('cycles'));
  });

  describe('a published column', () => {
    test('is compared with the mean, without a verdict', () => {
      const found = outcome(makeSampledColumn(steady(200)), exampleMeans({ [name]: 300 }));
      expect(found).toEqual({ kind: 'mean only', ratio: 1.5, unit: 'ns', notes: [] });
    });

    test('may be the baseline, against cycles of a known clock', () => {
      const cycles = makeSampledColumn(steady(300), { unit: 'cycles', hz: 600e6 });
      expect(outcome(exampleMeans({ [name]: 1000 }), cycles)).toMatchObject({
        kind: 'mean only',
        ratio: 0.5,
        notes: ['ns against cycles: compared in time'],
      });
    });

    test('notes the error of a measured rate by which cycles are converted', () => {
      const facts = { core_hz_error: '0.5 %' };
      const cycles = makeSampledColumn(steady(300), { unit: 'cycles', hz: 600e6, facts });
      expect(outcome(exampleMeans({ [name]: 1000 }), cycles)).toMatchObject({
        notes: ['ns against cycles: compared in time, by a rate that was measured to ±0.5 %'],
      });
    });

    test('explains what is doubtful about its figure', () => {
      const means = exampleMeans({ [name]: 300 });
      const doubted = means.operations.map((each) => ({ ...each, doubts: ['printed 10x'] }));
      const found = outcome(makeSampledColumn(steady(200)), { ...means, operations: doubted });
      expect(found).toMatchObject({ notes: ['printed 10x'] });
    });

    test('has no ratio to a run that was refused', () => {
      const refused = exampleColumn({
        operations: [{ name, runs: steady(9), change: { status: 'refused', reason: 'hooks' } }],
      });
      expect(outcome(refused, exampleMeans({ [name]: 3 }))).toEqual({
        kind: 'not comparable',
        why: 'there is no mean: hooks',
      });
    });
  });

  test('all columns are side by side, the first being the baseline', () => {
    const others = { operations: [{ name: 'heap/free', runs: steady(5) }] };
    const found = compareColumns([exactly(100), exactly(0, others), exampleMeans({ [name]: 7 })]);
    expect(found.columns.map(({ kind }) => kind)).toEqual(['run', 'run', 'published']);
    expect(found.operations).toMatchObject([
      {
        name,
        cells: [{ mean: { value: 100 }, unit: 'instructions' }, undefined, { mean: { value: 7 } }],
        outcomes: [
          { kind: 'not comparable', why: 'it was not measured' },
          { why: 'instructions against ns: only the shape can be compared' },
        ],
      },
      {
        name: 'heap/free',
        outcomes: [{ why: 'the baseline lacks it' }, { why: 'the baseline lacks it' }],
      },
    ]);
  });

  test('passes are never mixed', () => {
    const traced = exactly(100, { pass: { build: 'traced' } });
    expect(outcome(exactly(100), traced)).toMatchObject({ kind: 'not comparable' });
    expect(outcome(traced, traced, { build: 'traced' })).toMatchObject({ verdict: 'unchanged' });
  });

  test('different counts of iterations are noted', () => {
    const fewer = exactly(0, { operations: [{ name, runs: [new Array<number>(50).fill(100)] }] });
    expect(outcome(exactly(100), fewer)).toMatchObject({ notes: ['100 against 50 iterations'] });
  });

  test('the cost of reading the clock and of an empty loop is taken off', () => {
    const column = (value: number) => {
      const empty = { samples: [[4, 9]] as [number, number][], batches: [300] };
      const batches = new Array<number>(32).fill(value * 100 + 300);
      const operation = { name, runs: steady(value + 4), batches, change: { empty } };
      return exactly(0, { operations: [operation] });
    };
    expect(outcome(column(1000), column(2000))).toMatchObject({ figures: { mean: { value: 2 } } });
    expect(outcome(column(6), column(9))).toMatchObject({
      figures: { from: 'batches', mean: { value: 1.5 } },
    });
  });

  test('operations that differ only in their parameters are distinguished', () => {
    const makeOperation = (size: number, value: number) => {
      return { name, runs: steady(value), change: { params: { size } } };
    };
    const [first, second] = [
      exactly(0, { operations: [makeOperation(4, 100), makeOperation(8, 500)] }),
      exactly(0, { operations: [makeOperation(4, 200), makeOperation(8, 500)] }),
    ];
    const { operations } = compareColumns([first, second]);
    expect(operations.map((operation) => operation.name)).toEqual([
      'heap/malloc size=4',
      'heap/malloc size=8',
    ]);
    expect(operations.map(({ outcomes }) => outcomes[0])).toMatchObject([
      { verdict: 'regressed', figures: { mean: { value: 2 } } },
      { verdict: 'unchanged', figures: { mean: { value: 1 } } },
    ]);
  });

  test("an operation's interval does not depend on what else is compared", () => {
    const random = createRandom('alone');
    const [first, second, third] = [0, 1, 2].map(() => drawRuns(random, { between: 0.01 }));
    const column = (...operations: [string, number[][] | undefined][]) =>
      exampleColumn({ operations: operations.map(([each, runs = []]) => ({ name: each, runs })) });
    const newer = column(['c/d', second]);
    const alone = compareColumns([column(['c/d', third]), newer]);
    const beside = compareColumns([column(['a/b', first], ['c/d', third]), newer]);
    expect(beside.operations[1]?.outcomes).toEqual(alone.operations[0]?.outcomes);
    expect(alone.operations[0]?.outcomes[0]).toMatchObject({ figures: { runs: [5, 5] } });
  });
});

describe('configuration', () => {
  const run = (facts: Record<string, string>) => exampleColumn({ operations: [], facts });

  test('lists what differs, what may change figures first', () => {
    const columns = [
      run({ image: 'one', heap: 'heap_4', tick_hz: '100' }),
      run({ image: 'two', heap: 'heap_5', tick_hz: '100' }),
    ];
    expect(factDifferences(columns, 'headline')).toEqual([
      { name: 'heap', matters: true, values: ['heap_4', 'heap_5'] },
      { name: 'image', matters: false, values: ['one', 'two'] },
    ]);
  });

  test('a fact that one run reports and another does not may change figures', () => {
    expect(factDifferences([run({}), run({ governor: 'schedutil' })], 'headline')).toEqual([
      { name: 'governor', matters: true, values: [undefined, 'schedutil'] },
    ]);
  });

  test('two boards of one kind are distinguished, and others are said to matter', () => {
    const columns = [
      run({ chip: 'STM32F407VG', chip_id: '01', probe: 'A', core_revision: 'r0p1' }),
      run({ chip: 'STM32F407VG', chip_id: '02', probe: 'B', core_revision: 'r1p1' }),
    ];
    expect(factDifferences(columns, 'headline')).toEqual([
      { name: 'core_revision', matters: true, values: ['r0p1', 'r1p1'] },
      { name: 'chip_id', matters: false, values: ['01', '02'] },
      { name: 'probe', matters: false, values: ['A', 'B'] },
    ]);
  });

  test('what a document leaves out is no difference', () => {
    const columns = [run({ board: 'ours', heap: 'heap_4' }), exampleMeans({})];
    expect(factDifferences(columns, 'headline')).toEqual([
      { name: 'board', matters: true, values: ['ours', 'theirs'] },
    ]);
  });

  test('a coarse clock may change figures, what the agent calls its step does not', () => {
    const clock = { name: 'c', hz: 1e9, unit: 'ns', ratio: [1, 1] as [number, number] } as const;
    const pass = (step: number) => ({ facts: {}, clocks: [{ ...clock, step }] });
    const column = (own: object, step: string) =>
      exampleColumn({ operations: [], facts: { clock_step: step }, pass: own });
    expect(factDifferences([column({}, '1'), column({}, '22')], 'headline')).toEqual([]);
    expect(factDifferences([column({}, '1'), column(pass(41.666), '1')], 'headline')).toEqual([
      { name: 'clock_step', matters: true, values: [undefined, '41.7'] },
    ]);
    const found = [41.663, 41.672].map((step) => column(pass(step), '1'));
    expect(factDifferences(found, 'headline')).toEqual([]);
  });

  test('the rules of older figures are a fact', () => {
    const [old, now] = [1, 2].map((rules) => exampleColumn({ operations: [], pass: { rules } }));
    expect(factDifferences([old!, now!], 'headline')).toEqual([
      { name: 'rules', matters: true, values: ['version 1', undefined] },
    ]);
    expect(factDifferences([now!, now!], 'headline')).toEqual([]);
  });

  test("the image's compiler and hash are facts as well", () => {
    const image = { sha256: 'cd', compiler: 'gcc 13', flags: '-O2', hooks: 0 } as const;
    const other = exampleColumn({ operations: [], pass: { image } });
    expect(factDifferences([run({}), other], 'headline')).toEqual([
      { name: 'compiler', matters: true, values: ['gcc 12.2.1', 'gcc 13'] },
      { name: 'sha256', matters: false, values: ['ab', 'cd'] },
    ]);
  });
});
