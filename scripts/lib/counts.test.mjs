import { expect, it } from 'vitest';
import {
  countsLine,
  mochaCounts,
  none,
  oneCheck,
  parseCountsLine,
  total,
  vitestCounts,
  withExitCode,
} from './counts.mjs';

it('adds up', () => {
  const sum = total([oneCheck(true), oneCheck(false), { passed: 5, failed: 1, skipped: 2 }]);
  expect(sum).toEqual({ passed: 6, failed: 2, skipped: 2 });
});

it('reads back the line it prints, the last one', () => {
  const text = `1 passed, 0 failed\n${countsLine({ passed: 12, failed: 3, skipped: 0 })}\nbye\n`;
  expect(parseCountsLine(text)).toEqual({ passed: 12, failed: 3, skipped: 0 });
});

it.each(['', 'all 3 passed, 1 failed', '3 passed, 1 failed again'])(
  'reads no counts in %j',
  (text) => {
    expect(parseCountsLine(text)).toBeUndefined();
  },
);

it.each([
  ['a good end', { ...none, passed: 3 }, 0, 0],
  ['a bad end without a failed test', { ...none, passed: 3 }, 1, 1],
  ['a bad end with failed tests', { ...none, failed: 2 }, 1, 2],
])('%s', (_, counts, code, failed) => expect(withExitCode(counts, code).failed).toBe(failed));

it('counts a test file that could not be loaded as failed', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}, {}, {}, {}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(vitestCounts(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

it("reads mocha's report, of which nothing at all is a failure", () => {
  const report = { passes: [], failures: [], stats: { passes: 3, failures: 1, pending: 2 } };
  expect(mochaCounts(report)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  const empty = { ...report, stats: { passes: 0, failures: 0, pending: 0 } };
  expect(mochaCounts(empty).failed).toBe(1);
});
