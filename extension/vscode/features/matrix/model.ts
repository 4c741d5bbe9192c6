import { shortUnit } from '../../../agent';
import { fullName, isWithheld } from '../../../runs';
import type { FigureRow, RunEntry } from '../../common';
import { formatReferenceChange, type Reference } from '../lenses';
import type { ShownCell } from './protocol';

/** The newest figures of a target, and what they are judged by. */
export interface TargetFigures {
  readonly run: RunEntry;
  readonly rows: readonly FigureRow[];
  readonly references: ReadonlyMap<FigureRow, Reference>;
}

/** An operation with its row on each target; undefined where it has not been measured. */
export interface MatrixRow {
  readonly name: string;
  readonly rows: readonly (FigureRow | undefined)[];
}

/** Puts the operations of all targets side by side, in the order of the first target that has each. */
export function rowsByTarget(all: readonly TargetFigures[]): readonly MatrixRow[] {
  const names = new Set(all.flatMap(({ rows }) => rows.map(fullName)));
  const byName = all.map(({ rows }) => new Map(rows.map((row) => [fullName(row), row])));
  return [...names].map((name) => ({ name, rows: byName.map((rows) => rows.get(name)) }));
}

/** A cell as the view shows it. */
export function toMatrixCell(row: FigureRow, reference: Reference | undefined): ShownCell {
  const { all, mean, clock, standing, reasons, repeats } = row;
  const { p50 } = all.percentiles;
  const outcome = reference?.outcome;
  return {
    figure: isWithheld(standing) ? undefined : [p50, mean].find((of) => 'value' in of),
    repeats,
    unit: shortUnit(clock.unit),
    standing,
    reasons: [...reasons],
    verdict: outcome?.kind === 'judged' ? outcome.verdict : undefined,
    change: reference && formatReferenceChange(reference),
  };
}
