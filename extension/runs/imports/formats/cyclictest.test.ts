import { describe, expect, test } from 'vitest';
import { cyclictest } from './cyclictest';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';

const TEXT = exampleText('cyclictest');

describe('each thread is an operation', () => {
  const run = readRun(cyclictest, TEXT);

  test('has its histogram in nanoseconds', () => {
    expect(getImportedOperation(run, 'cyclictest/wakeup.0')).toMatchObject({
      samples: 10,
      mean: 66_000,
      min: 60_000,
      max: 90_000,
      percentiles: { p50: 65_000, p90: 65_000 },
      distribution: [
        [60_000, 3],
        [65_000, 6],
        [90_000, 1],
      ],
      notes: ['measured in whole microseconds'],
      doubts: [],
    });
  });

  test('has no percentiles if values are beyond the histogram', () => {
    const thread = getImportedOperation(run, 'cyclictest/wakeup.1');
    expect(thread).toMatchObject({ beyond: 1, distribution: [[70_000, 9]], max: 2_075_000 });
    expect(thread.percentiles).toBeUndefined();
  });

  test('has the system among the facts', () => {
    expect(run.facts).toEqual({
      os: 'Linux',
      os_version: '6.1.0',
      machine: 'armv7l',
      realtime: '1',
      command: 'cyclictest -q -l 10 -h 100 --json=/dev/stdout',
      tool_version: '2.40',
      started: 'Fri, 20 Nov 2026 22:00:00 +0000',
    });
  });
});

test('nanoseconds are not converted', () => {
  const run = readRun(cyclictest, TEXT.replace('"resolution_in_ns": 0', '"resolution_in_ns": 1'));
  expect(getImportedOperation(run, 'cyclictest/wakeup.0')).toMatchObject({ min: 60, notes: [] });
});

test('an average with hundredths stays exact', () => {
  const run = readRun(cyclictest, TEXT.replace('"avg": 66.00', '"avg": 64.01'));
  expect(getImportedOperation(run, 'cyclictest/wakeup.0').mean).toBe(64_010);
});

test('a thread that never woke up has no figures', () => {
  const text = TEXT.replace('"cycles": 10', '"cycles": 0');
  const thread = getImportedOperation(readRun(cyclictest, text), 'cyclictest/wakeup.0');
  expect(thread.inconclusive).toBe('no wake-up was measured');
  expect(thread.min).toBeUndefined();
});

test('a histogram with more values than wake-ups is doubted', () => {
  const run = readRun(cyclictest, TEXT.replace('"65": 6', '"65": 60'));
  expect(getImportedOperation(run, 'cyclictest/wakeup.0').doubts).toEqual([
    'the histogram contains 64 values, not 10',
  ]);
});

test.each([
  ['"num_threads": 2', '"num_threads": 3', '2 of 3 threads are in the file.'],
  ['"return_code": 0', '"return_code": 1', 'cyclictest ended with code 1.'],
])('%s', (before, after, problem) => {
  readRun(cyclictest, TEXT.replace(before, after), [problem]);
});

test('reports a truncated file', () => {
  expect(cyclictest.read(TEXT.slice(0, -10))).toEqual({
    imported: undefined,
    problems: ['cyclictest JSON: the JSON is damaged or cut.'],
  });
});

test("rejects output of the suite's other tools", () => {
  expect(cyclictest.recognises(TEXT)).toBe(true);
  expect(cyclictest.recognises(TEXT.replaceAll('cyclictest', 'oslat'))).toBe(false);
});
