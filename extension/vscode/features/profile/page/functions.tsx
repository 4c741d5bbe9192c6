import { useRef, useState } from 'preact/hooks';
import { formatChange, formatNumber, formatPercent } from '../../../../measure';
import type { FlameModel } from '../../../../report';
import { moveFocus, Name, t } from '../../../page';
import { SourceLink } from './flame-graph';
import { isFound, marked, type Post, query } from './store';

type Row = FlameModel['rows'][number];
type Column = 'name' | 'self' | 'total' | 'calls';

interface Sorting {
  readonly column: Column;
  readonly isAscending: boolean;
}

/** Sorts functions by a column; equal ones stay in the order of their cost. */
export function sortFunctions(
  { rows, functions, samples }: Pick<FlameModel, 'rows' | 'functions' | 'samples'>,
  { column, isAscending }: Sorting,
): readonly Row[] {
  const sign = isAscending ? 1 : -1;
  const nameOf = (row: Row) => functions[row.function]?.name ?? '';
  return rows
    .filter((row) => {
      const isShown = (column: 'self' | 'calls') =>
        Math.abs(shownOf(row, column)) >= LEAST * samples;
      return !row.before || isShown('self') || isShown('calls');
    })
    .sort((a, b) =>
      column === 'name'
        ? sign * nameOf(a).localeCompare(nameOf(b), 'en')
        : sign * (Math.abs(shownOf(a, column)) - Math.abs(shownOf(b, column))),
    );
}

/** The figure of a row: its cost, or in a difference what it adds. */
const shownOf = (row: Row, column: Exclude<Column, 'name'>) =>
  row[column] - (row.before?.[column] ?? 0);

/** Smaller differences would be +0.0. */
const LEAST = 0.05;

// Longer tables would slow each move of the pointer.
const MOST = 500;

/** Lists the cost of each function in an operation; functions that match the search are marked. */
export function FunctionTable({
  model,
  post,
}: {
  readonly model: FlameModel;
  readonly post: Post;
}) {
  const [sorting, setSorting] = useState<Sorting>({ column: 'self', isAscending: false });
  const body = useRef<HTMLTableSectionElement>(null);
  const heading = (column: Column, title: string) => {
    const isOwn = sorting.column === column;
    const direction = sorting.isAscending ? 'ascending' : 'descending';
    const isAscending = isOwn ? !sorting.isAscending : column === 'name';
    return (
      <th
        scope="col"
        class={column === 'name' ? undefined : 'number'}
        aria-sort={isOwn ? direction : 'none'}
      >
        <button type="button" class="plain" onClick={() => setSorting({ column, isAscending })}>
          {title}
          <span aria-hidden="true" class="arrow">
            {!isOwn ? '' : sorting.isAscending ? '▲' : '▼'}
          </span>
        </button>
      </th>
    );
  };
  const rows = sortFunctions(model, sorting).slice(0, MOST);
  return (
    <section class="aside" aria-label={t('Functions')}>
      <div class="scroll bounded" tabIndex={0} role="group" aria-label={t('Functions')}>
        <table class="wide operations functions">
          <caption class="visually-hidden">{t('Functions, per operation')}</caption>
          <thead>
            <tr>
              {heading('name', t('function'))}
              {heading('self', t('self'))}
              {heading('total', t('total'))}
              {heading('calls', t('calls'))}
              <th scope="col">{t('source')}</th>
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={(event) => moveFocus(event, body.current)}>
            {rows.map((row) => (
              <FunctionLine key={row.function} row={row} model={model} post={post} />
            ))}
          </tbody>
        </table>
      </div>
      {model.rows.length > MOST && <p class="dim">{t('The first {0} functions.', MOST)}</p>}
    </section>
  );
}

function FunctionLine({
  row,
  model: { functions, samples, nodes },
  post,
}: {
  readonly row: Row;
  readonly model: FlameModel;
  readonly post: Post;
}) {
  const { name = '', kind, at } = functions[row.function] ?? {};
  const whole = Math.max(1, nodes[0]?.total ?? 0);
  const isMarked = marked.value === row.function;
  const mark = () => {
    marked.value = isMarked ? undefined : row.function;
    query.value = '';
  };
  const each = (value: number) => formatNumber(value / Math.max(1, samples));
  const cell = (column: Exclude<Column, 'name'>) => {
    const change = shownOf(row, column) / Math.max(1, samples);
    return row.before ? (Math.abs(change) < LEAST ? '·' : formatChange(change)) : each(row[column]);
  };
  const hint = (column: 'self' | 'total') =>
    row.before
      ? t('{0}, before {1}', each(row[column]), each(row.before[column]))
      : formatPercent(row[column] / whole);
  return (
    <tr class={isFound.value?.(row) === true ? 'selectable selected' : 'selectable'} onClick={mark}>
      <th scope="row">
        <button type="button" class="plain operation" aria-pressed={isMarked}>
          {kind === 'clock' ? t('clock and loop') : <Name text={name} />}
        </button>
      </th>
      <td class="number" title={hint('self')}>
        {cell('self')}
      </td>
      <td class="number" title={hint('total')}>
        {cell('total')}
      </td>
      <td class="number">
        {kind === 'function' && !(row.isInlined && !row.before?.calls) ? cell('calls') : ''}
      </td>
      <td onClick={(event) => event.stopPropagation()}>
        {at !== undefined && <SourceLink at={at} post={post} />}
      </td>
    </tr>
  );
}
