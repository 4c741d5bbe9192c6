import type { RunEntry } from '../../common';

/** A set of runs to delete, and the space that frees. */
export interface CleanUp {
  /** The number of runs kept for each target. */
  readonly keep: number;
  readonly runs: readonly RunEntry[];
  readonly bytes: number;
}

const choices = [10, 3, 1, 0];

/** Ways to free space. All of them keep the baseline and the runs that the user named. */
export function cleanUps(entries: readonly RunEntry[]): readonly CleanUp[] {
  const plans = choices.map((keep) => planOf(entries, keep));
  return plans.filter(
    ({ runs }, at) => runs.length > 0 && runs.length !== plans[at - 1]?.runs.length,
  );
}

function planOf(entries: readonly RunEntry[], keep: number): CleanUp {
  const seen = new Map<string, number>();
  const runs = entries.filter(({ target, isBaseline, name }) => {
    const rank = seen.get(target.id) ?? 0;
    seen.set(target.id, rank + 1);
    return rank >= keep && !isBaseline && name === undefined;
  });
  return { keep, runs, bytes: runs.reduce((sum, { bytes }) => sum + bytes, 0) };
}
