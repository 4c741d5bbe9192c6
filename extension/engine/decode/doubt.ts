import type { CollectedRun } from '../../agent';

/** Marks all operations of a run as inconclusive for one reason. */
export function markDoubtful(run: CollectedRun, doubt: string): CollectedRun {
  const operations = run.operations.map((each) => ({
    ...each,
    problems: [...each.problems, doubt],
  }));
  return { ...run, operations };
}

/**
 * Marks all operations of a run that its link disturbed, for example by halting the core. A count of instructions
 * stays as it is: its agent has checked that the clock counts nothing else.
 */
export function markDisturbed(run: CollectedRun, disturbance: string | undefined): CollectedRun {
  const isImmune = run.clock?.unit === 'instructions';
  return disturbance === undefined || isImmune ? run : markDoubtful(run, disturbance);
}
