import { formatPercent, valueOf } from '../../../measure';
import type { OperationRow } from '../../../runs';
import type { FigureRow, RunEntry } from '../../common';
import type { Reference } from './subject';

/** The number of older runs searched for the same operation. */
const DEPTH = 4;

/** Runs to compare a run with: the baseline, then the older ones. */
export function referenceRuns(run: RunEntry, all: readonly RunEntry[]): readonly RunEntry[] {
  const sound = all.filter(
    ({ id, target, status, imported }) =>
      id !== run.id && target.id === run.target.id && status === 'complete' && !imported,
  );
  const baseline = sound.filter(({ isBaseline }) => isBaseline);
  const older = sound.filter(
    ({ created, isBaseline }) => !isBaseline && created.getTime() < run.created.getTime(),
  );
  return [...baseline, ...older.slice(0, DEPTH)];
}

/** The first run that measured the same operation in the same unit. */
export function findReference(
  row: FigureRow,
  candidates: readonly { readonly run: RunEntry; readonly rows: readonly OperationRow[] }[],
): Reference | undefined {
  for (const { run, rows } of candidates) {
    const same = rows.find((other) => isSameMeasurement(row, other) && leading(other));
    if (same) return { row: same, run };
  }
  return undefined;
}

function isSameMeasurement(a: OperationRow, b: OperationRow): boolean {
  const key = ({ build, suite, op, params, clock }: OperationRow) =>
    JSON.stringify([build, suite, op, clock.unit, Object.entries(params).sort()]);
  return key(a) === key(b);
}

/** The leading figure of an operation: its median, or its mean if samples are too coarse. */
export function leading({ all, mean, standing }: OperationRow): number | undefined {
  if (standing === 'inconclusive' || standing === 'failed' || standing === 'refused') {
    return undefined;
  }
  return valueOf(all.percentiles.p50) ?? valueOf(mean);
}

/** The change of the leading figure: `+1.2 %`, `=`; undefined if it cannot be computed. */
export function changeText(
  row: OperationRow,
  reference: Reference | undefined,
): string | undefined {
  const before = reference && leading(reference.row);
  const now = leading(row);
  if (before === undefined || now === undefined) return undefined;
  if (now === before) return '=';
  if (before <= 0) return undefined;
  const share = now / before - 1;
  // A change that rounds to zero is still a change.
  const shown = formatPercent(Math.abs(share) < 0.0005 ? 0.0005 : round(Math.abs(share)));
  const sign = share < 0 ? '−' : '+';
  return `${Math.abs(share) < 0.0005 ? '<' : ''}${sign}${shown}`;
}

/** Tenths of a per cent: a median supports no more digits. */
function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
