import type { OperationRow } from '../../../runs';
import type { FigureRow, LatestFigures, RunEntry } from '../../common';

/** How many runs are looked through: single operations measured since do not hide the others. */
const depth = 8;

/** Runs of one target that were measured here, also those cut short, the newest first. */
export function measuredRuns(entries: readonly RunEntry[], target: string): readonly RunEntry[] {
  return entries
    .filter((run) => run.target.id === target && run.imported === undefined)
    .slice(0, depth);
}

/** What makes rows of two runs the same measurement. */
function keyOf({ suite, op, params }: OperationRow): string {
  return JSON.stringify([suite, op, Object.entries(params).sort()]);
}

/** Whether a row says anything: a run that ended before an operation began says nothing of it. */
function isTelling({ standing, samples, batches }: OperationRow): boolean {
  const isCut = standing === 'stopped' || standing === 'incomplete';
  return !isCut || samples > 0 || batches !== undefined;
}

/**
 * The newest row of each measurement, those of the newest run first. A newer one that is in doubt
 * hides an older sound one: that one is no longer what is known.
 */
export function newestRows(
  runs: readonly { readonly run: RunEntry; readonly rows: readonly OperationRow[] }[],
): LatestFigures | undefined {
  const [newest] = runs;
  if (newest === undefined) return undefined;
  const rows = new Map<string, FigureRow>();
  for (const { run, rows: measured } of runs) {
    for (const row of measured) {
      if (row.build !== 'headline' || !isTelling(row) || rows.has(keyOf(row))) continue;
      rows.set(keyOf(row), { ...row, run });
    }
  }
  return { run: newest.run, rows: [...rows.values()] };
}
