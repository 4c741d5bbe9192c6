import type { Figure } from '../../core/measure/figure';
import { figure, insufficient } from '../../core/measure/figure';
import { formatMean, formatNumber } from '../../core/report/numbers';
import type { ResultRow } from '../../core/results/model';
import { t } from '../shared/l10n';

/** A column of figures; an absent figure has no cell text at all. */
export interface FigureColumn {
  readonly id: string;
  readonly figure: (row: ResultRow) => Figure | undefined;
  readonly format: (value: number) => string;
}

/** How a table is sorted; nothing: as it was measured. */
export interface Sorting {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

const plain = (
  id: string,
  value: (row: ResultRow) => number | undefined,
  format: FigureColumn['format'] = formatNumber,
): FigureColumn => ({
  id,
  figure: (row) => {
    const known = value(row);
    return known === undefined ? undefined : figure(known);
  },
  format,
});

const percentile = (id: string): FigureColumn => ({
  id,
  figure: ({ percentiles }) => percentiles[id],
  format: formatNumber,
});

/** The columns of figures, in order. */
export const figureColumns: readonly FigureColumn[] = [
  plain('n', ({ samples }) => samples),
  plain('min', ({ min }) => min),
  ...['p50', 'p90', 'p99', 'p99.9'].map(percentile),
  plain('max', ({ max }) => max),
  { id: 'mean', figure: ({ mean }) => mean, format: formatMean },
  {
    id: 'ticks',
    figure: ({ ticksInside }) =>
      ticksInside === undefined ? insufficient(t('ticks cannot be seen')) : figure(ticksInside),
    format: formatNumber,
  },
];

/** The rows in the order asked for; rows without the figure come last, either way. */
export function sortRows(rows: readonly ResultRow[], sorting: Sorting | undefined): ResultRow[] {
  if (sorting === undefined) return [...rows];
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  if (sorting.column === 'name') {
    return rows.toSorted((a, b) => sign * a.name.localeCompare(b.name, 'en'));
  }
  const column = figureColumns.find(({ id }) => id === sorting.column);
  const keyOf = (row: ResultRow): number | undefined => {
    const found = column?.figure(row);
    return found !== undefined && 'value' in found ? found.value : undefined;
  };
  return rows.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined);
    }
    return sign * (one - other);
  });
}

/** What a press on a column's head leads to: up, down, and back to the order of measuring. */
export function nextSorting(sorting: Sorting | undefined, column: string): Sorting | undefined {
  if (sorting?.column !== column) return { column, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
