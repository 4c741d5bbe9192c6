import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationRow } from '../../core/runs/row';
import { summarise } from '../../core/runs/summarise';
import { LARGE_RECORD } from '../runs/entries';
import type { Figures, RunEntry, Runs } from '../services';
import { measuredRuns, newestRows } from './newest';

/** How many runs stay summed up. */
const kept = 32;

/** The newest figures of each target, from the runs of its home; large runs are summed up elsewhere. */
export function newFigures(
  runs: Runs,
  sumUpLarge: (folder: string) => Promise<readonly OperationRow[]>,
): Figures {
  const summed = new Map<string, Promise<readonly OperationRow[]>>();

  const sumUp = async (run: RunEntry) => {
    const { size } = await stat(join(run.folder, 'run.json'));
    return size > LARGE_RECORD ? sumUpLarge(run.folder) : summarise(await runs.record(run));
  };
  const rowsOf = (run: RunEntry) => {
    const key = `${run.folder} ${run.created.getTime()} ${run.bytes}`;
    // A run that cannot be read has no figures; lists and results say why.
    const rows = summed.get(key) ?? sumUp(run).catch(() => []);
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
