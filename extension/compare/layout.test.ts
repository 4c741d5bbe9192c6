import { describe, expect, test } from 'vitest';
import { summarise } from '../runs/record/summarise';
import type { RunColumn } from './column';
import { compareColumns } from './compare';
import { evaluateGate, parseGate } from './gate';
import { exampleColumn } from './testing';

/** A column whose operation takes as many cycles in its own image, and in other layouts of it. */
function makeColumn(own: number, ...layouts: readonly number[]): RunColumn {
  const makeUniformColumn = (cycles: number) =>
    exampleColumn({
      operations: [{ name: 'mutex/lock', runs: Array.from({ length: 5 }, () => samples(cycles)) }],
      unit: 'cycles',
    });
  const { kind, record } = makeUniformColumn(own);
  const others = layouts.flatMap((cycles) => makeUniformColumn(cycles).record.passes);
  const passes = record.passes.map((pass) => ({
    ...pass,
    ...(others.length > 0 && { layouts: others }),
  }));
  return { kind, record: { ...record, passes } };
}

const samples = (cycles: number) => Array.from({ length: 40 }, () => cycles);

const computeOutcome = (...columns: readonly RunColumn[]) =>
  compareColumns(columns).operations[0]?.outcomes[0];

test('the figures of other layouts make a band, and a note where they differ', () => {
  const [row] = summarise(makeColumn(1000, 980, 1040).record);
  expect(row?.layouts).toEqual({ images: 3, figure: 1000, low: 980, high: 1040 });
  expect(row?.notes.join()).toMatch(
    /^3 images that differ in order and alignment alone gave 980\S* to 1,040\S*$/,
  );
  const [same] = summarise(makeColumn(1000, 1000).record);
  expect(same?.layouts).toMatchObject({ images: 2, low: 1000, high: 1000 });
  expect(same?.notes.join()).not.toContain('images');
  expect(summarise(makeColumn(1000).record)[0]?.layouts).toBeUndefined();
});

test('a doubtful layout has no part in the band', () => {
  const column = makeColumn(1000, 980, 2000);
  const doubtful = column.record.passes[0]?.layouts?.[1];
  for (const operation of doubtful?.operations ?? []) operation.status = 'failed';
  expect(summarise(column.record)[0]?.layouts).toMatchObject({ images: 2, high: 1000 });
});

test.each([
  [
    'inside the band of the first side',
    makeColumn(1000, 980, 1040),
    makeColumn(1030),
    'within layout',
  ],
  ['inside that of the second', makeColumn(1000), makeColumn(1030, 990, 1040), 'within layout'],
  ['at the end of the band', makeColumn(322, 292, 337), makeColumn(292), 'within layout'],
  ['where both bands meet', makeColumn(1000, 1040), makeColumn(1060, 1030), 'within layout'],
  ['beyond the bands', makeColumn(1000, 980, 1040), makeColumn(1100, 1080), 'regressed'],
  ['faster than every layout', makeColumn(1000, 980, 1040), makeColumn(900), 'improved'],
  ['with a band of zero', makeColumn(1000, 1000), makeColumn(1030), 'regressed'],
  ['without layouts', makeColumn(1000), makeColumn(1030), 'regressed'],
  ['without a change', makeColumn(1000, 980, 1040), makeColumn(1000), 'unchanged'],
])('%s', (_, first, second, verdict) => {
  expect(computeOutcome(first, second)).toMatchObject({ verdict });
});

test('the outcome gives the ratios that layout explains', () => {
  expect(computeOutcome(makeColumn(1000, 980, 1040), makeColumn(1030))).toMatchObject({
    reasons: ['moving the code alone gives 0.980 .. 1.040'],
  });
});

describe.each(['regressed', 'regressed=1%', 'changed'])('the gate %s', (text) => {
  const parsed = parseGate(text);
  if (!('gate' in parsed)) throw new Error(parsed.problem);
  const { gate } = parsed;
  const evaluateColumn = (second: RunColumn) =>
    evaluateGate(compareColumns([makeColumn(1000, 980, 1040), second]), gate);

  test('cannot judge a difference within layout', () => {
    expect(evaluateColumn(makeColumn(1030))).toEqual({
      outcome: 'inconclusive',
      failed: [],
      inconclusive: ['mutex/lock: within layout, moving the code alone gives 0.980 .. 1.040'],
    });
  });

  test('judges what layout does not explain, and what it would pass without layouts', () => {
    expect(evaluateColumn(makeColumn(1100)).outcome).toBe('failed');
    expect(evaluateColumn(makeColumn(1000)).outcome).toBe('ok');
    expect(evaluateColumn(makeColumn(970, 985)).outcome).toBe(
      text === 'changed' ? 'inconclusive' : 'ok',
    );
  });
});
