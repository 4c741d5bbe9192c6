import type { OperationRow } from '../../../runs';
import type { Figures, RunEntry, Runs } from '../../common';
import { measuredRuns, newestRows } from './newest';

/** Summarised runs in memory: those that lenses show or compare with, and some more. */
const kept = 32;

/** The newest figures of each target, from the runs of its home; `sumUp` runs off this thread. */
export function newFigures(
  runs: Pick<Runs, 'list' | 'onDidChange'>,
  sumUp: (folder: string) => Promise<readonly OperationRow[]>,
): Figures {
  const summed = new Map<string, Promise<readonly OperationRow[]>>();

  const rowsOf = (run: RunEntry) => {
    const key = `${run.folder} ${run.version}`;
    // A run that cannot be read has no figures; lists and results give the reason.
    const rows = summed.get(key) ?? sumUp(run.folder).catch(() => []);
    summed.delete(key);
    summed.set(key, rows);
    for (const oldest of [...summed.keys()].slice(0, -kept)) summed.delete(oldest);
    return rows;
  };
  return {
    onDidChange: runs.onDidChange,
    of: rowsOf,
    latest: async (home, target) => {
      const measured = measuredRuns(await runs.list(home), target);
      return newestRows(
        await Promise.all(measured.map(async (run) => ({ run, rows: await rowsOf(run) }))),
      );
    },
  };
}
