import { describe, expect, test } from 'vitest';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';
import { ztestCsv } from './ztest-csv';

describe('rows of all kinds', () => {
  const run = readRun(ztestCsv, exampleText('ztest-csv'));

  test('S, C and P of a benchmark make one operation', () => {
    expect(getImportedOperation(run, 'lists/append')).toEqual({
      suite: 'lists',
      op: 'append',
      originalName: 'append',
      repeat: 0,
      samples: 1000,
      total: 55000,
      mean: 55,
      stddev: 2.5,
      min: 52,
      max: 90,
      warmup: 10,
      cold: 310.25,
      percentiles: { p50: 54, p90: 58, p99: 70, 'p99.9': 88, 'p99.99': 90 },
      doubts: [],
      notes: ['percentiles cover 500 of 1000 samples', 'p99.99 needs 10,000 samples, not 1,000'],
    });
  });

  test('M may have spaces after its commas', () => {
    expect(getImportedOperation(run, 'interrupt/entry')).toMatchObject({ mean: 40, samples: 200 });
  });

  test('T has the net total and a mean only', () => {
    const { total, mean, samples, min } = getImportedOperation(run, 'lists/walk');
    expect({ total, mean, samples, min }).toEqual({
      total: 80000,
      mean: 40,
      samples: 2000,
      min: undefined,
    });
  });

  test.each([
    'T,lists,sort\tINCONCLUSIVE',
    'T,lists,sort INCONCLUSIVE',
    'S,lists,sort,INCONCLUSIVE',
  ])('%j stays inconclusive', (row) => {
    expect(ztestCsv.recognises(row)).toBe(true);
    const sort = getImportedOperation(readRun(ztestCsv, row), 'lists/sort');
    expect(sort.inconclusive).toBe('INCONCLUSIVE');
    expect(sort.mean).toBeUndefined();
  });
});

test('takes bounds from the figures, not from the percentiles', () => {
  const rows = 'P,a,b,10,5,6,7,8,8,8,9\nS,a,b,20,120,6,1,0.2,4,1,30,2';
  expect(getImportedOperation(readRun(ztestCsv, rows), 'a/b')).toMatchObject({ min: 4, max: 30 });
});

test('a second run in the same log is a repeat', () => {
  const text = exampleText('ztest-csv');
  const { operations } = readRun(ztestCsv, text + text);
  const appends = operations.filter(({ op }) => op === 'append');
  expect(appends.map(({ repeat, cold }) => [repeat, cold])).toEqual([
    [0, 310.25],
    [1, 310.25],
  ]);
});

test("keeps the tool's remark on dropped samples with the figures", () => {
  const remark = 'no percentiles, 5 of 20 samples did not fit; raise the limit';
  const text = `a b: ${remark}\nS,a,b,20,120,6,1,0.2,4,1,30,2`;
  expect(getImportedOperation(readRun(ztestCsv, text), 'a/b').notes).toEqual([remark]);
});

test('reports and skips a truncated row', () => {
  const text = 'S,c,d,20,120,6,1,0.2,4,1,30,2\nS,a,b,1000,550\n';
  const run = readRun(ztestCsv, text, [
    '1 row could not be read, the first in line 2: "S,a,b,1000,550".',
  ]);
  expect(run.operations.map(({ op }) => op)).toEqual(['d']);
});

test('reports and skips a garbled number', () => {
  const run = readRun(ztestCsv, 'S,a,b,20,1x0,6,1,0.2,4,1,30,2\n', [
    expect.stringContaining('1 row could not be read'),
  ]);
  const { mean, total } = getImportedOperation(run, 'a/b');
  expect({ mean, total }).toEqual({ mean: 6 });
});

test('doubts and keeps negative and swapped figures', () => {
  const { mean, doubts } = getImportedOperation(
    readRun(ztestCsv, 'S,a,b,20,-60,-3,1,0.2,4,1,2,2\n'),
    'a/b',
  );
  expect(mean).toBe(-3);
  expect(doubts).toEqual([
    'mean is negative: -3',
    'total is negative: -60',
    'min 4 is above max 2',
    'min 4 is above mean -3',
  ]);
});

test.each(['P,interrupt,entry,1,2', 'S, I said', 'a,b,c,1,2,3,4,5,6,7,8,9'])(
  'rejects %j',
  (text) => {
    expect(ztestCsv.recognises(text)).toBe(false);
  },
);
