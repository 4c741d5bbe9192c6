import {
  type Event,
  type FileCoverageDetail,
  StatementCoverage,
  type TestItem,
  type Uri,
  commands,
  tests,
} from 'vscode';
import { testController } from '../../../extension/vscode/names/ids';
import { until } from './cyclescope';

/** The editor's own view of all tests, which is not part of the stable interface. */
interface TestObserver {
  readonly onDidChangeTest: Event<{
    readonly added: readonly TestItem[];
    readonly updated: readonly TestItem[];
    readonly removed: readonly TestItem[];
  }>;
  dispose(): void;
}

/** All current tests by their ids. */
export type KnownTests = ReadonlyMap<string, TestItem>;

/** The result of one test. */
export interface TestResult {
  readonly id: string;
  readonly uri?: Uri;
  readonly taskStates: readonly {
    readonly state: TestState;
    readonly messages: readonly { readonly message: unknown }[];
  }[];
  readonly children: readonly TestResult[];
}

interface TestRunResult {
  readonly completedAt: number;
  readonly results: readonly TestResult[];
  /** Absent if the run has none. */
  readonly getDetailedCoverage?: (file: Uri) => Thenable<readonly FileCoverageDetail[]>;
}

/** The editor's numbers for the outcomes of a test. */
export const TestState = { queued: 1, running: 2, passed: 3, failed: 4, skipped: 5, errored: 6 };
export type TestState = number;

const observed = tests as unknown as {
  readonly testResults: readonly TestRunResult[];
  createTestObserver(): TestObserver;
};

const RUN = 2;
const COVERAGE = 8;

/** A test's name among all tests: its home's controller, then the ids of its parents, then its own. */
const fullId = (path: readonly string[]) =>
  [`${testController}.${path[0]?.split('/')[0]}`, ...path].join('\0');

/** Runs tests as a click on their triangle does; resolves when they have ended. */
export async function runTests(...paths: readonly (readonly string[])[]): Promise<void> {
  await commands.executeCommand('vscode.runTestsById', RUN, ...paths.map(fullId));
}

/** Runs a test with coverage; returns how often lines of a file were executed, each from its line. */
export async function runWithCoverage(
  path: readonly string[],
  file: Uri,
): Promise<ReadonlyMap<number, number>> {
  const before = observed.testResults[0];
  await commands.executeCommand('vscode.runTestsById', COVERAGE, fullId(path));
  const latest = await until('a run with coverage', () => {
    const [own] = observed.testResults;
    return own !== before && own?.getDetailedCoverage ? own : undefined;
  });
  const details = (await latest.getDetailedCoverage?.(file)) ?? [];
  return new Map(
    details.flatMap((each) => {
      if (!(each instanceof StatementCoverage) || typeof each.executed === 'boolean') return [];
      const { location } = each;
      const { line } = 'start' in location ? location.start : location;
      return [[line + 1, each.executed] as const];
    }),
  );
}

/** Returns the results of the latest run that had tests, each by its id, wherever it was shown. */
export async function latestResults(): Promise<ReadonlyMap<string, TestResult>> {
  const latest = await until('a finished test run', () => observed.testResults[0]);
  const all = new Map<string, TestResult>();
  const isReported = (result?: TestResult) => result?.taskStates.some(({ state }) => state !== 0);
  const collect = (results: readonly TestResult[]) => {
    for (const result of results) {
      if (!isReported(all.get(result.id))) all.set(result.id, result);
      collect(result.children);
    }
  };
  collect(latest.results);
  return all;
}

/** Watches all tests while some work is done. */
export async function withTests<T>(work: (known: KnownTests) => Promise<T>): Promise<T> {
  const observer = observed.createTestObserver();
  const known = new Map<string, TestItem>();
  observer.onDidChangeTest(({ added, updated, removed }) => {
    // A test that moved is removed from one place and added to another.
    for (const { id } of removed) known.delete(id);
    for (const test of [...added, ...updated]) known.set(test.id, test);
  });
  try {
    return await work(known);
  } finally {
    observer.dispose();
  }
}
