import { expect, it } from 'vitest';
import {
  countsLine,
  mochaCounts,
  none,
  oneCheck,
  parseCtestSummary,
  total,
  vitestCounts,
  withExitCode,
  withReason,
} from './counts.mjs';

it('adds up', () => {
  const some = { passed: 5, failed: 1, skipped: 2, failures: ['a test'] };
  const sum = total([oneCheck(true), oneCheck(false), some]);
  expect(sum).toEqual({ passed: 6, failed: 2, skipped: 2, failures: ['a test'] });
});

it("reads CTest's summary", () => {
  const text = `12/15 Test #12: a ... Passed\n\n80% tests passed, 3 tests failed out of 15\n\n`;
  expect(parseCtestSummary(text)).toEqual({ ...none, passed: 12, failed: 3 });
});

it.each(['', 'No tests were found!!!', '80% tests passed, 3 tests failed'])(
  'finds no counts in %j',
  (text) => {
    expect(parseCtestSummary(text)).toBeUndefined();
  },
);

it('prints counts as a line', () => {
  expect(countsLine({ ...none, passed: 12, failed: 3, skipped: 1 })).toBe(
    '12 passed, 3 failed, 1 skipped',
  );
});

it.each([
  ['a good end', { ...none, passed: 3 }, 0, 0],
  ['a bad end without a failed test', { ...none, passed: 3 }, 1, 1],
  ['a bad end with failed tests', { ...none, failed: 2 }, 1, 2],
])('%s', (_, counts, code, failed) => expect(withExitCode(counts, code).failed).toBe(failed));

it('names what failed, or has the end of the output', () => {
  const output = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n');
  const named = { ...none, failed: 1, failures: ['a test'] };
  expect(withReason(named, output)).toBe(named);
  const [text = ''] = withReason(oneCheck(false), output).failures;
  expect(text.split('\n')).toHaveLength(41);
  expect(text).toMatch(/^its output ends with\n {4}line 10\n[^]*line 49$/);
});

it('counts a test file that failed to load, or after its tests, as failed', () => {
  const passed = { fullName: 'reads', status: 'passed', failureMessages: [] };
  const failed = { fullName: 'adds up', status: 'failed', failureMessages: ['expected 3\ngot 4'] };
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: new Array(4).fill(passed) },
      { name: 'b.test.ts', status: 'failed', assertionResults: [failed] },
      { name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: 'd.test.ts',
        status: 'failed',
        message: 'it left a file',
        assertionResults: [passed],
      },
    ],
  };
  const failures = [
    'c.test.ts\n    no such module',
    'd.test.ts\n    it left a file',
    'adds up\n    expected 3\n    got 4',
  ];
  expect(vitestCounts(report)).toEqual({ passed: 4, failed: 3, skipped: 3, failures });
});

it("reads mocha's report, and takes a missing one for a failure", () => {
  const failures = [{ fullTitle: 'opens', err: { message: 'it did not' } }];
  const report = { passes: [], failures, stats: { passes: 3, failures: 1, pending: 2 } };
  const counts = { passed: 3, failed: 1, skipped: 2, failures: ['opens\n    it did not'] };
  expect(mochaCounts(report)).toEqual(counts);
  const empty = { ...report, stats: { passes: 0, failures: 0, pending: 0 } };
  expect(mochaCounts(empty).failed).toBe(1);
});
