import type { RunEntry } from '../services';

/** Runs as they are compared: the pinned one is the baseline, otherwise the oldest is. */
export function inOrder(runs: readonly RunEntry[]): RunEntry[] {
  return runs.toSorted(
    (a, b) =>
      Number(b.isBaseline) - Number(a.isBaseline) || a.created.getTime() - b.created.getTime(),
  );
}

/** Runs that one may want beside a given one: the pinned, then those of its target, then newer ones. */
export function bySuitability(runs: readonly RunEntry[], beside: RunEntry): RunEntry[] {
  const rank = ({ isBaseline, target }: RunEntry): number =>
    (isBaseline ? 2 : 0) + (target.id === beside.target.id ? 1 : 0);
  return runs
    .filter(({ home, id }) => home !== beside.home || id !== beside.id)
    .sort((a, b) => rank(b) - rank(a) || b.created.getTime() - a.created.getTime());
}
