import { expect, test } from 'vitest';
import { sched } from './sched';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';

test('rows become distributions, without the warm-up', () => {
  const run = readRun(sched, exampleText('sched'));
  expect(run.operations.map(({ op }) => op)).toEqual(['unpend', 'ready', 'switch', 'pend', 'tot']);
  expect(getImportedOperation(run, 'sched/unpend')).toMatchObject({
    samples: 2,
    warmup: 1,
    mean: 282.5,
    min: 280,
    max: 285,
    percentiles: { p50: 280 },
    distribution: [
      [280, 1],
      [285, 1],
    ],
    doubts: [],
  });
  expect(getImportedOperation(run, 'sched/unpend').percentiles).not.toHaveProperty('p99');
});

test('detects a lost digit, because the steps must add up to the total', () => {
  const run = readRun(sched, exampleText('sched').replace('unpend  285', 'unpend   85'));
  expect(getImportedOperation(run, 'sched/ready').doubts).toEqual([
    'in 1 of 2 rows the steps are not the total',
  ]);
});

test('reports an interrupted row and a missing end', () => {
  const text = exampleText('sched').replace('switch  610', 'swi*** Booting').replace('fin', '');
  const run = readRun(sched, text, [
    expect.stringContaining('1 row could not be read, the first in line 4'),
    'The text ends before the benchmark does.',
  ]);
  expect(getImportedOperation(run, 'sched/tot').samples).toBe(1);
});

test('warm-up rows alone are not a result', () => {
  const text = 'unpend 1 ready 1 switch 1 pend 1 tot 4 (avg 0)\nfin';
  expect(sched.read(text)).toEqual({
    imported: undefined,
    problems: ['Zephyr sched: no results were found.'],
  });
});
