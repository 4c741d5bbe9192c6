import type { CollectedRun } from '../../core/agent/collected';

/** A run of which no operation can be believed for the same reason. */
export function doubted(run: CollectedRun, doubt: string): CollectedRun {
  const operations = run.operations.map((each) => ({
    ...each,
    problems: [...each.problems, doubt],
  }));
  return { ...run, operations };
}
