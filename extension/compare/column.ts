import type { ClockUnit } from '../agent';
import type { RunRecord } from '../runs';

/** A column of a comparison; the first one is the baseline. */
export type Column = RunColumn | MeansColumn;

/** A run of one's own. */
export interface RunColumn {
  readonly kind: 'run';
  readonly record: RunRecord;
}

/** A column of which only means are known. */
export interface MeansColumn {
  readonly kind: 'published';
  readonly address: string;
  readonly title: string;
  readonly unit: ClockUnit;
  /** How many of the unit pass in a second, where the document tells. */
  readonly unitsPerSecond: number | undefined;
  /** What the document tells of board, system and clock, by the names of the agent's facts. */
  readonly facts: Readonly<Record<string, string>>;
  readonly operations: readonly MeansOperation[];
}

export interface MeansOperation {
  readonly suite: string;
  readonly op: string;
  /** Nothing where the document does not tell. */
  readonly params?: Readonly<Record<string, number>> | undefined;
  readonly mean: number;
  /** What is wrong with the printed figure. */
  readonly doubts: readonly string[];
}

/** How a column is named and found again. */
export interface ColumnName {
  readonly kind: Column['kind'];
  readonly id: string;
  readonly title: string;
}

/** The name of a column. */
export function nameOfColumn(column: Column): ColumnName {
  if (column.kind === 'published') {
    return { kind: column.kind, id: column.address, title: column.title };
  }
  const { id, target } = column.record;
  return { kind: column.kind, id, title: target.title };
}
