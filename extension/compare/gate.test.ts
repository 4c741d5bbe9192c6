import { describe, expect, test } from 'vitest';
import { compareColumns } from './compare';
import {
  evaluateGate,
  listFindings,
  type Gate,
  type GateResult,
  parseGate,
  listUndecided,
} from './gate';
import {
  createRandom,
  drawRuns,
  exampleColumn,
  exampleMeans,
  type ExampleOperation,
} from './testing';

test.each([
  ['regressed', undefined],
  ['regressed=5%', 0.05],
  ['regressed=0.5%', 0.005],
  ['regressed=0%', 0],
])('%s', (text, delta) => {
  expect(parseGate(text)).toEqual({ gate: { verdict: 'regressed', delta } });
});

test('a gate in instructions, and one for any change', () => {
  expect(parseGate('regressed=1instr')).toEqual({
    gate: { verdict: 'regressed', delta: undefined, instructions: 1 },
  });
  expect(parseGate('changed')).toEqual({ gate: { verdict: 'changed', delta: undefined } });
});

test.each([
  '',
  'improved',
  'regressed=',
  'regressed=5',
  'regressed=-5%',
  'x regressed',
  'changed=1%',
])('"%s" is no gate', (text) => {
  expect(parseGate(text)).toEqual({
    problem: `"${text}" is no gate: write regressed, regressed=5%, regressed=1instr or changed`,
  });
});

describe('a gate', () => {
  const operation = (name: string, value: number, change = {}): ExampleOperation => ({
    name,
    change,
    runs: [new Array<number>(100).fill(value)],
    batches: new Array<number>(32).fill(100 * value),
  });
  const column = (...operations: ExampleOperation[]) =>
    exampleColumn({ deterministic: true, unit: 'instructions', operations });
  const baseline = column(operation('a/b', 1000), operation('c/d', 500));
  const evaluate = (second: typeof baseline, delta?: number): GateResult =>
    evaluateGate(compareColumns([baseline, second]), { verdict: 'regressed', delta });

  test.each([
    ['no change', 1000, undefined, 'ok'],
    ['an improvement', 900, undefined, 'ok'],
    ['a regression', 1030, undefined, 'failed'],
    ['one smaller than the gate allows', 1030, 0.05, 'ok'],
    ['one that is larger', 1060, 0.05, 'failed'],
    ['one that the default delta hides', 1008, 0.005, 'failed'],
  ] as const)('%s', (_, value, delta, outcome) => {
    const result = evaluate(column(operation('a/b', value), operation('c/d', 500)), delta);
    expect(result).toEqual({
      outcome,
      failed: outcome === 'failed' ? ['a/b'] : [],
      inconclusive: [],
    });
  });

  test.each([
    [50, 51, 0.01, 'failed'],
    [50_000, 50_001, 0, 'failed'],
    [50_000, 50_001, 0.01, 'ok'],
    [50_000, 50_000, 0, 'ok'],
  ] as const)('sees one instruction: %d against %d with %d', (one, other, delta, outcome) => {
    const short = (value: number) => column(operation('a/b', value));
    const comparison = compareColumns([short(one), short(other)]);
    expect(evaluateGate(comparison, { verdict: 'regressed', delta }).outcome).toBe(outcome);
  });

  test.each([
    [50_000, 50_001, 'regressed=1instr', 'failed'],
    [50_000, 50_001, 'regressed=2instr', 'ok'],
    [50_001, 50_000, 'regressed=1instr', 'ok'],
    [50_000, 50_000, 'regressed=0instr', 'ok'],
    [0, 1, 'regressed=1instr', 'failed'],
    [0, 1, 'regressed=2instr', 'ok'],
    [1, 0, 'regressed=1instr', 'ok'],
    [0, 1, 'regressed=5%', 'failed'],
    [1, 0, 'changed', 'failed'],
    [0, 0, 'changed', 'ok'],
    [50_000, 50_001, 'changed', 'failed'],
    [50_001, 50_000, 'changed', 'failed'],
    [500, 400, 'changed', 'failed'],
    [50_000, 50_000, 'changed', 'ok'],
  ] as const)('%d against %d with %s: %s', (one, other, text, outcome) => {
    const parsed = parseGate(text);
    if ('problem' in parsed) throw new Error(parsed.problem);
    const sides = [one, other].map((value) => column(operation('a/b', value)));
    expect(evaluateGate(compareColumns(sides), parsed.gate).outcome).toBe(outcome);
  });

  describe('of runs that differ', () => {
    const random = createRandom('gate');
    const noisy = (spread: Parameters<typeof drawRuns>[1]) =>
      exampleColumn({ operations: [{ name: 'a/b', runs: drawRuns(random, spread) }] });
    const judge = (first: Parameters<typeof drawRuns>[1], second: Parameters<typeof drawRuns>[1]) =>
      evaluateGate(compareColumns([noisy(first), noisy(second)]), {
        verdict: 'regressed',
        delta: 0.05,
      });

    test('passes only what is known not to regress', () => {
      expect(judge({ between: 0.005 }, { between: 0.005 }).outcome).toBe('ok');
      const open = judge({ between: 0.1 }, { between: 0.1 });
      expect(open.outcome).toBe('inconclusive');
      expect(open.inconclusive[0]).toMatch(
        /^a\/b: the ratio lies within .* could have found .* %, about .* repeats a side would decide it$/,
      );
    });

    test('cannot judge instructions, and judges a change by its interval', () => {
      const evaluateChange = (first: { mean: number }, second: { mean: number }, gate: Gate) =>
        evaluateGate(
          compareColumns([
            noisy({ between: 0.001, ...first }),
            noisy({ between: 0.001, ...second }),
          ]),
          gate,
        );
      const [slow, fast] = [{ mean: 12_000 }, { mean: 10_000 }];
      const counted = { verdict: 'regressed', delta: undefined, instructions: 1 } as const;
      expect(evaluateChange(fast, slow, counted).inconclusive).toEqual([
        'a/b: only targets that repeat exactly are compared by instructions',
      ]);
      const changed = { verdict: 'changed', delta: undefined } as const;
      expect(evaluateChange(slow, fast, changed).outcome).toBe('failed');
      expect(evaluateChange(fast, fast, changed).outcome).toBe('ok');
    });

    test('judges operations together: what is a finding alone may be chance among many', () => {
      const around = (middle: number) =>
        [-30, -15, 0, 15, 30].map((off) => new Array<number>(100).fill(middle + off));
      const makeColumn = (middle: number, others: number) =>
        exampleColumn({
          operations: [
            { name: 'a/b', runs: around(middle) },
            ...Array.from({ length: others }, (_, at) => ({
              name: `c/d${at}`,
              // Not the same runs on both sides: these would leave nothing to chance.
              runs: around(middle > 1000 ? 1001 : 1000),
            })),
          ],
        });
      const findRegression = (others: number) => {
        const comparison = compareColumns([makeColumn(1000, others), makeColumn(1110, others)]);
        const findings = listFindings(comparison, { verdict: 'regressed', delta: 0.05 });
        return findings.find(({ name }) => name === 'a/b');
      };
      expect(findRegression(0)).toMatchObject({ open: undefined });
      expect(findRegression(60)).toMatchObject({
        open: expect.stringContaining('could have found') as string,
      });
    });

    test('never passes a tenth', () => {
      const outcomes = Array.from({ length: 40 }, () =>
        judge({ between: 0.04 }, { between: 0.04, mean: 11_000 }),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'ok')).toEqual([]);
    });
  });

  test.each([
    ['was lost', operation('c/d', 500, { problems: ['lost'] }), 'c/d: lost'],
    ['is missing', operation('a/b', 1000), 'c/d: it was not measured'],
  ])('is inconclusive when an operation %s', (_, second, reason) => {
    const result = evaluate(column(operation('a/b', 1000), second));
    expect(result).toEqual({ outcome: 'inconclusive', failed: [], inconclusive: [reason] });
  });

  test('fails when one regressed, whatever else is inconclusive', () => {
    expect(evaluate(column(operation('a/b', 2000)))).toMatchObject({
      outcome: 'failed',
      failed: ['a/b'],
      inconclusive: ['c/d: it was not measured'],
    });
  });

  test('does not judge operations that the baseline lacks', () => {
    const more = [operation('a/b', 1000), operation('c/d', 500), operation('e/f', 9)];
    expect(evaluate(column(...more)).outcome).toBe('ok');
  });

  test('leaves published columns aside, and reports when nothing is left', () => {
    const means = exampleMeans({ 'a/b': 1 });
    const gate = { verdict: 'regressed', delta: undefined } as const;
    expect(evaluateGate(compareColumns([baseline, baseline, means]), gate).outcome).toBe('ok');
    expect(evaluateGate(compareColumns([baseline, means]), gate)).toMatchObject({
      outcome: 'inconclusive',
      inconclusive: ['there is nothing to judge'],
    });
    expect(evaluateGate(compareColumns([means, baseline]), gate).inconclusive).toContain(
      'a/b: ns against instructions: only the shape can be compared',
    );
  });
});

test('more repeats may decide what chance has left open or made doubtful', () => {
  const random = createRandom('loud');
  const operation = (
    name: string,
    draw: { between: number },
    batch?: number,
  ): ExampleOperation => ({
    name,
    runs: drawRuns(random, draw),
    batches: batch === undefined ? [] : new Array<number>(20).fill(100 * batch),
  });
  const side = () =>
    exampleColumn({
      operations: [
        operation('a/steady', { between: 0 }),
        operation('a/noisy', { between: 0.1 }),
        operation('a/doubtful', { between: 0 }, 15_000),
      ],
    });
  const comparison = compareColumns([side(), side()]);
  for (const gate of [undefined, { verdict: 'regressed', delta: 0.05 } as const]) {
    expect(listUndecided(comparison, gate).map(({ operation }) => operation.op)).toEqual([
      'noisy',
      'doubtful',
    ]);
  }
});
