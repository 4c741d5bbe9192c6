import type { RunEntry } from '../../common';

/** A set of runs that may go, and what that frees. */
export interface CleanUp {
  /** How many runs of each target stay. */
  readonly keep: number;
  readonly runs: readonly RunEntry[];
  readonly bytes: number;
}

const choices = [10, 3, 1, 0];

/** Ways to make room. The baseline stays in each of them, and so does what the user named. */
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
