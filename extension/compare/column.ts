import type { ClockUnit } from '../agent';
import type { RunRecord } from '../runs';

/** A column of a comparison; the first one is the baseline. */
export type Column = RunColumn | MeansColumn;

/** The user's own run. */
export interface RunColumn {
  readonly kind: 'run';
  readonly record: RunRecord;
}

/** A column with means only. */
export interface MeansColumn {
  readonly kind: 'published';
  readonly address: string;
  readonly title: string;
  readonly unit: ClockUnit;
  /** Units per second, if the document gives it. */
  readonly unitsPerSecond: number | undefined;
  /** Board, system and clock as the document gives them, under the names of the agent's facts. */
  readonly facts: Readonly<Record<string, string>>;
  readonly operations: readonly MeansOperation[];
}

export interface MeansOperation {
  readonly suite: string;
  readonly op: string;
  /** Absent if the document does not give them. */
  readonly params?: Readonly<Record<string, number>> | undefined;
  readonly mean: number;
  /** Known defects of the printed figure. */
  readonly doubts: readonly string[];
}

/** A column's label and identity. */
export interface ColumnName {
  readonly kind: Column['kind'];
  readonly id: string;
  readonly title: string;
}

export function nameOfColumn(column: Column): ColumnName {
  if (column.kind === 'published') {
    return { kind: column.kind, id: column.address, title: column.title };
  }
  const { id, target } = column.record;
  return { kind: column.kind, id, title: target.title };
}
