/**
 * Numbers of passed, failed and skipped tests, and the names of failed ones with the first lines of their messages.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[] }} Counts
 */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Counts a single check that passes or fails. */
export const oneCheck = (/** @type {boolean} */ holds) => ({
  ...none,
  passed: holds ? 1 : 0,
  failed: holds ? 0 : 1,
});

/** Adds up counts. */
export const total = (/** @type {readonly Counts[]} */ all) =>
  all.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: sum.failures.concat(failures),
    }),
    none,
  );

const MESSAGE_LINES = 6;

/** Formats a failed test as a few lines; the layer's own output has the rest. */
const failure = (/** @type {string} */ name, /** @type {string} */ message) =>
  [name, ...message.trim().split('\n').slice(0, MESSAGE_LINES)].join('\n    ');

/** Formats the last line of every test program here. */
export const countsLine = (/** @type {Counts} */ { passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Parses CTest's summary line, or returns undefined. */
export function parseCtestSummary(/** @type {string} */ text) {
  const found = /^\d+% tests passed, (\d+) tests failed out of (\d+)$/m.exec(text);
  if (!found) return undefined;
  const failed = Number(found[1]);
  return { ...none, passed: Number(found[2]) - failed, failed };
}

/** A program with a nonzero exit code has failed, whatever it counted. */
export const withExitCode = (/** @type {Counts} */ counts, /** @type {number} */ code) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

const OUTPUT_LINES = 40;

/** Adds the end of a program's output where it has not named what failed. */
export function withReason(/** @type {Counts} */ counts, /** @type {string} */ output) {
  if (counts.failures.length >= counts.failed) return counts;
  const end = output.trimEnd().split('\n').slice(-OUTPUT_LINES);
  return {
    ...counts,
    failures: [...counts.failures, ['its output ends with', ...end].join('\n    ')],
  };
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} [message]
 * @property {readonly { fullName: string, status: string, failureMessages: string[] }[]} assertionResults
 */

/**
 * Reads the counts from vitest's JSON report; a file that could not be loaded, or that fails before or after its
 * tests, counts as one failure.
 */
export function vitestCounts(/** @type {VitestReport} */ report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: broken
      .map(({ name, message = '' }) => failure(name, message))
      .concat(failed.map((test) => failure(test.fullName, test.failureMessages.join('\n')))),
  };
}

/**
 * @typedef {object} MochaTest
 * @property {string} fullTitle
 * @property {number} [duration]
 * @property {{ message?: string, stack?: string }} err
 *
 * @typedef {object} MochaReport
 * @property {{ passes: number, failures: number, pending: number }} stats
 * @property {readonly MochaTest[]} passes
 * @property {readonly MochaTest[]} failures
 */

/** Reads the counts from mocha's JSON report; an empty report counts as a failure. */
export function mochaCounts(/** @type {MochaReport} */ report) {
  const { passes, failures, pending } = report.stats;
  if (passes + failures + pending === 0) return oneCheck(false);
  return {
    passed: passes,
    failed: failures,
    skipped: pending,
    failures: report.failures.map(({ fullTitle, err }) => failure(fullTitle, err.message ?? '')),
  };
}
