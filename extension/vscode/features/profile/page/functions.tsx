import { useRef, useState } from 'preact/hooks';
import { formatChange, formatNumber, formatPercent, type Share } from '../../../../measure';
import type { Cost } from '../../../../profile';
import type { FlameModel } from '../../../../report';
import { moveFocus, Name, t } from '../../../page';
import { formatSamples, SourceLink } from './flame-graph';
import { type Relative, sumRelatives } from './layout';
import { isFound, marked, operation, type Post, query } from './store';

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
  const getName = (row: Row) => functions[row.function]?.name ?? '';
  return rows
    .filter((row) => {
      const isShown = (column: 'self' | 'calls') =>
        Math.abs(computeCost(row, column)) >= LEAST * samples;
      if (functions[row.function]?.kind === 'operation') return false;
      return !row.before || isShown('self') || isShown('calls');
    })
    .sort((a, b) =>
      column === 'name'
        ? sign * getName(a).localeCompare(getName(b), 'en')
        : sign * (Math.abs(computeCost(a, column)) - Math.abs(computeCost(b, column))),
    );
}

type Costs = Pick<Row, 'self' | 'total' | 'calls' | 'before'>;

/** The figure of a row: its cost, or in a difference what it adds. */
const computeCost = (row: Costs, column: keyof Cost) => row[column] - (row.before?.[column] ?? 0);

/** The same per operation, as text; a share if it was sampled. */
function formatCell(
  row: Costs,
  column: keyof Cost,
  { samples, isSampled }: Pick<FlameModel, 'samples' | 'isSampled'>,
): string {
  const each = computeCost(row, column) / Math.max(1, samples);
  if (isSampled) return column === 'calls' ? '' : formatPercent(each);
  if (!row.before) return formatNumber(each);
  return Math.abs(each) < LEAST ? '·' : formatChange(each);
}

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
              {model.isSampled && (
                <th scope="col" class="number">
                  {t('95 % interval')}
                </th>
              )}
              {!model.isSampled && heading('calls', t('calls'))}
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
  model,
  post,
}: {
  readonly row: Row;
  readonly model: FlameModel;
  readonly post: Post;
}) {
  const { functions, samples, nodes, isSampled } = model;
  const { kind, at, module } = functions[row.function] ?? {};
  const whole = Math.max(1, nodes[0]?.total ?? 0);
  const isMarked = marked.value === row.function;
  const mark = () => choose(isMarked ? undefined : row.function);
  const each = (value: number) => formatNumber(value / Math.max(1, samples));
  const cell = (column: keyof Cost) => formatCell(row, column, model);
  const hint = (column: 'self' | 'total') =>
    row.before
      ? t('{0}, before {1}', each(row[column]), each(row.before[column]))
      : isSampled
        ? `${formatSamples(row[column])}, ${formatShareInterval(row.shares?.[column])}`
        : formatPercent(row[column] / whole);
  return (
    <tr class={isFound.value?.(row) === true ? 'selectable selected' : 'selectable'} onClick={mark}>
      <th scope="row">
        <button type="button" class="plain operation" aria-pressed={isMarked}>
          <FunctionName of={functions[row.function]} />
        </button>
      </th>
      <td class="number" title={hint('self')}>
        {cell('self')}
      </td>
      <td class="number" title={hint('total')}>
        {cell('total')}
      </td>
      {isSampled ? (
        <td class="number">{formatShareInterval(row.shares?.total)}</td>
      ) : (
        <td class="number">
          {kind === 'function' && !(row.isInlined && !row.before?.calls) ? cell('calls') : ''}
        </td>
      )}
      <td onClick={(event) => event.stopPropagation()}>
        {at !== undefined ? <SourceLink at={at} post={post} /> : module && <Name text={module} />}
      </td>
    </tr>
  );
}

/** The 95 % interval of a share. */
export function formatShareInterval(share: Share | undefined): string {
  if (share === undefined) return '';
  return t('{0} to {1}', formatPercent(share.low), formatPercent(share.high));
}

/** The callers and callees of the chosen function, and the layers of the system. */
export function Details({ model }: { readonly model: FlameModel }) {
  return (
    <div class="details">
      {marked.value !== undefined && <Relatives model={model} own={marked.value} />}
      {model.layers.length > 0 && <Layers model={model} />}
    </div>
  );
}

function choose(own: number | undefined): void {
  marked.value = own;
  query.value = '';
}

function FunctionName({ of }: { readonly of: FlameModel['functions'][number] | undefined }) {
  const name = of?.name ?? operation.value?.name ?? '';
  return of?.kind === 'clock' ? <>{t('clock and loop')}</> : <Name text={name} />;
}

/** The functions that call the chosen one, and those that it calls. */
function Relatives({ model, own }: { readonly model: FlameModel; readonly own: number }) {
  const { callers, callees } = sumRelatives(model.nodes, own);
  const groups = [
    [t('callers'), callers],
    [t('callees'), callees],
  ] as const;
  return (
    <div class="scroll">
      <table class="wide operations functions">
        <caption>
          <FunctionName of={model.functions[own]} />
        </caption>
        {groups.map(([title, rows]) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup">{title}</th>
              <th scope="col" class="number">
                {t('total')}
              </th>
              <th scope="col" class="number">
                {t('calls')}
              </th>
            </tr>
            {rows.map((row) => (
              <RelativeLine key={row.function} row={row} model={model} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function RelativeLine({ row, model }: { readonly row: Relative; readonly model: FlameModel }) {
  const other = model.functions[row.function];
  const name = <FunctionName of={other} />;
  return (
    <tr>
      <th scope="row">
        {other === undefined || other.kind === 'operation' ? (
          name
        ) : (
          <button type="button" class="link operation" onClick={() => choose(row.function)}>
            {name}
          </button>
        )}
      </th>
      <td class="number">{formatCell(row, 'total', model)}</td>
      <td class="number">{row.calls > 0 ? formatCell(row, 'calls', model) : ''}</td>
    </tr>
  );
}

/** The cost of each layer of the system. */
function Layers({ model: { layers, nodes, samples, isSampled } }: { readonly model: FlameModel }) {
  const each = (value: number) => formatNumber(value / Math.max(1, samples));
  const whole = Math.max(1, nodes[0]?.total ?? 0);
  const isDifference = layers.some(({ before }) => before !== undefined);
  return (
    <div class="scroll">
      <table class="wide operations">
        <thead>
          <tr>
            <th scope="col">{t('layer')}</th>
            {isDifference && (
              <th scope="col" class="number">
                {t('before')}
              </th>
            )}
            {!isSampled && (
              <th scope="col" class="number">
                {t('self')}
              </th>
            )}
            <th scope="col" class="number">
              {t('share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {layers.map(({ layer, self, before }) => (
            <tr key={layer}>
              <th scope="row">{layer}</th>
              {isDifference && <td class="number">{each(before ?? 0)}</td>}
              {!isSampled && <td class="number">{each(self)}</td>}
              <td class="number share" style={{ '--share': self / whole }}>
                {formatPercent(self / whole)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
