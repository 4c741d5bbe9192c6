import { shortUnit } from '../../../agent';
import { decidingRatio, type Outcome } from '../../../compare';
import { formatChange, formatNumber, getFigureValue } from '../../../measure';
import { isWithheld, type OperationRow, pointKey } from '../../../runs';
import type { OperationChange } from '../../../workers';
import type { FigureRow, Home, RunEntry, Services } from '../../common';
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
): Pick<Reference, 'row' | 'run'> | undefined {
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
function leading({ all, mean, standing }: OperationRow): number | undefined {
  if (isWithheld(standing)) return undefined;
  return getFigureValue(all.percentiles.p50) ?? getFigureValue(mean);
}

/**
 * An operation's change with its interval and verdict: `+1.2 % (+0.8 to +1.6), unchanged`, or `=` if
 * it is exactly the same. Without a ratio, since a figure is zero: `+1.0 instr, regressed`. Undefined
 * without figures.
 */
export function formatReferenceChange({ outcome }: Pick<Reference, 'outcome'>): string | undefined {
  if (outcome?.kind !== 'judged' || outcome.figures === undefined) return undefined;
  const { figures, verdict } = outcome;
  if (figures.change === 0) return '=';
  const ratio = decidingRatio(figures);
  if (ratio === undefined) {
    return `${formatChange(figures.change ?? 0)} ${shortUnit(figures.unit)}, ${verdict}`;
  }
  const { value, interval } = ratio;
  const isExact = interval === undefined || interval.low === interval.high;
  const within = isExact
    ? ''
    : ` (${formatDifference(interval.low)} to ${formatDifference(interval.high)})`;
  return `${percent(value)}${within}, ${verdict}`;
}

/** A change that rounds to zero is still a change. */
function percent(ratio: number): string {
  const isTiny = ratio !== 1 && Math.abs(ratio - 1) < 0.0005;
  return isTiny ? `<${ratio < 1 ? '−' : '+'}0.05 %` : `${formatDifference(ratio)} %`;
}

/** In tenths of a per cent. */
function formatDifference(ratio: number): string {
  const tenths = Math.round((ratio - 1) * 1000) / 10;
  return `${tenths < 0 ? '−' : tenths > 0 ? '+' : '±'}${formatNumber(Math.abs(tenths))}`;
}

/** The outcome of a row's operation among those of its run. */
export function findOutcome(
  { suite, op, params }: OperationRow,
  changes: readonly OperationChange[],
): Outcome | undefined {
  return changes.find(
    (each) => each.suite === suite && each.op === op && pointKey(each.params) === pointKey(params),
  )?.outcome;
}

/** Finds what rows are compared with; those without a reference are absent. */
export async function findReferences(
  { runs, figures }: Pick<Services, 'runs' | 'figures'>,
  home: Home,
  rows: readonly FigureRow[],
): Promise<ReadonlyMap<FigureRow, Reference>> {
  if (rows.length === 0) return new Map();
  const all = await runs.list(home);
  const found = await Promise.all(
    rows.map(async (row) => {
      const candidates = referenceRuns(row.run, all).map(async (run) => ({
        run,
        rows: await figures.of(run),
      }));
      const found = findReference(row, await Promise.all(candidates));
      if (found === undefined) return [];
      const changes = await figures.changes(row.run, found.run);
      return [[row, { ...found, outcome: findOutcome(row, changes) }] as const];
    }),
  );
  return new Map(found.flat());
}
