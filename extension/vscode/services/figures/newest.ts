import type { OperationRow } from '../../../runs';
import type { FigureRow, LatestFigures, RunEntry } from '../../common';

/** The number of runs searched, so that recent runs of single operations do not hide the others. */
const depth = 8;

/** A target's runs measured here, including those cut short, the newest first. */
export function measuredRuns(entries: readonly RunEntry[], target: string): readonly RunEntry[] {
  return entries
    .filter((run) => run.target.id === target && run.imported === undefined)
    .slice(0, depth);
}

/** Equal for rows of two runs with the same measurement. */
function keyOf({ suite, op, params }: OperationRow): string {
  return JSON.stringify([suite, op, Object.entries(params).sort()]);
}

/** False for operations that their run did not reach before it ended. */
function hasResult({ standing, samples, batches }: OperationRow): boolean {
  const isCut = standing === 'stopped' || standing === 'incomplete';
  return !isCut || samples > 0 || batches !== undefined;
}

/**
 * The newest row of each measurement, those of the newest run first. A newer doubtful row hides an
 * older sound one, which is no longer current.
 */
export function newestRows(
  runs: readonly { readonly run: RunEntry; readonly rows: readonly OperationRow[] }[],
): LatestFigures | undefined {
  const [newest] = runs;
  if (newest === undefined) return undefined;
  const rows = new Map<string, FigureRow>();
  for (const { run, rows: measured } of runs) {
    for (const row of measured) {
      if (row.build !== 'headline' || !hasResult(row) || rows.has(keyOf(row))) continue;
      rows.set(keyOf(row), { ...row, run });
    }
  }
  return { run: newest.run, rows: [...rows.values()] };
}
