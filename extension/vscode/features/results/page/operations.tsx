import { useRef, useState } from 'preact/hooks';
import { figure, type Figure, formatMean, formatNumber, insufficient } from '../../../../measure';
import { PASS_TITLES, type ResultRow, type ResultsModel } from '../../../../report';
import { FigureText, moveFocus, Name, Shape, t, tame } from '../../../page';
import { selected, selectedKey } from './store';

/** All operations of a run; those of the traced pass separately, as their figures only explain. */
export function OperationTables({ model: { rows } }: { readonly model: ResultsModel }) {
  const figures = rows.filter(({ build }) => build !== 'traced');
  const traced = rows.filter(({ build }) => build === 'traced');
  const isTracedShown = selected.value?.build === 'traced';
  return (
    <section aria-label={t('Operations')}>
      {figures.length > 0 && <OperationTable rows={figures} caption={t('Operations')} />}
      {rows.length === 0 && <p class="dim">{t('Nothing was measured.')}</p>}
      {traced.length > 0 && (
        <details class="traced" open={isTracedShown || figures.length === 0}>
          <summary>{PASS_TITLES.traced}</summary>
          <OperationTable rows={traced} caption={PASS_TITLES.traced} />
        </details>
      )}
    </section>
  );
}

function OperationTable({
  rows,
  caption,
}: {
  readonly rows: readonly ResultRow[];
  readonly caption: string;
}) {
  const [sorting, setSorting] = useState<Sorting>();
  const body = useRef<HTMLTableSectionElement>(null);
  const units = [...new Set(rows.map(({ unit }) => unit))];
  const titles: Readonly<Record<string, string>> = { n: t('samples'), ticks: t('ticks inside') };
  const heading = (id: string, title: string, isNumber: boolean) => (
    <th
      key={id}
      scope="col"
      class={isNumber ? 'number' : undefined}
      aria-sort={sorting?.column === id ? sorting.direction : 'none'}
    >
      <button type="button" class="plain" onClick={() => setSorting(getNextSorting(sorting, id))}>
        {title}
        <span aria-hidden="true" class="arrow">
          {sorting?.column !== id ? '' : sorting.direction === 'ascending' ? '▲' : '▼'}
        </span>
      </button>
    </th>
  );
  return (
    <div class="scroll bounded">
      <table class="wide operations">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heading('name', t('operation'), false)}
            <th scope="col">{t('min … max')}</th>
            {figureColumns.map(({ id }) => heading(id, titles[id] ?? id, true))}
            <th scope="col">{t('unit')}</th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event) => moveFocus(event, body.current)}>
          {sortRows(rows, sorting).map((row) => (
            <OperationLine key={row.key} row={row} />
          ))}
        </tbody>
      </table>
      {units.length > 1 && <p class="dim">{t('The rows have different units.')}</p>}
    </div>
  );
}

function OperationLine({ row }: { readonly row: ResultRow }) {
  const isSelected = selected.value?.key === row.key;
  const select = () => {
    selectedKey.value = row.key;
  };
  return (
    <tr class={isSelected ? 'selectable selected' : 'selectable'} onClick={select}>
      <th scope="row">
        <button type="button" class="plain operation" aria-pressed={isSelected} onClick={select}>
          <Name text={row.name} />
        </button>
        {row.standing !== 'ok' && <Standing row={row} />}
        {row.notes.length > 0 && <p class="standing">{tame(row.notes.join('; '), 200)}</p>}
      </th>
      <td class="shape-cell">
        <Shape {...row.shape} />
      </td>
      {figureColumns.map(({ id, figure, format }) => (
        <td key={id} class="number">
          {id === 'mean' && row.meanFrom === 'batches' && 'value' in row.mean && (
            <span title={t('mean of batches')}>~</span>
          )}
          <FigureText of={figure(row)} format={format} />
        </td>
      ))}
      <td class="dim">{row.unit}</td>
    </tr>
  );
}

/** A row's standing, and why it is no better. */
function Standing({ row: { standing, reasons } }: { readonly row: ResultRow }) {
  return (
    <p class="standing">
      <strong>{standing}</strong>
      {reasons.length > 0 && `: ${tame(reasons.join('; '), 300)}`}
    </p>
  );
}

/** A column of figures; an absent figure has no cell text at all. */
interface FigureColumn {
  readonly id: string;
  readonly figure: (row: ResultRow) => Figure | undefined;
  readonly format: (value: number) => string;
}

/** A table's sort order; undefined for the order of measurement. */
interface Sorting {
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
      ticksInside === undefined ? insufficient(t('ticks cannot be detected')) : figure(ticksInside),
    format: formatNumber,
  },
];

/** Sorts rows; those without the figure come last in either direction. */
export function sortRows(rows: readonly ResultRow[], sorting: Sorting | undefined): ResultRow[] {
  if (sorting === undefined) return [...rows];
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  if (sorting.column === 'name') {
    return rows.toSorted((a, b) => sign * a.name.localeCompare(b.name, 'en'));
  }
  const column = figureColumns.find(({ id }) => id === sorting.column);
  const getSortKey = (row: ResultRow): number | undefined => {
    const found = column?.figure(row);
    return found !== undefined && 'value' in found ? found.value : undefined;
  };
  return rows.toSorted((a, b) => {
    const [one, other] = [getSortKey(a), getSortKey(b)];
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined);
    }
    return sign * (one - other);
  });
}

/** The next sort order for a click on a column's head: up, down, then the order of measurement. */
export function getNextSorting(sorting: Sorting | undefined, column: string): Sorting | undefined {
  if (sorting?.column !== column) return { column, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
