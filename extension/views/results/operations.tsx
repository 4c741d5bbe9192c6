import { useRef, useState } from 'preact/hooks';
import type { ResultRow, ResultsModel } from '../../core/results/model';
import { PASS_TITLES } from '../../core/report/wording';
import { FigureText } from '../shared/figure';
import { t } from '../shared/l10n';
import { moveFocus } from '../shared/move-focus';
import { Name } from '../shared/name';
import { Shape } from '../shared/histogram/shape';
import { tame } from '../shared/text';
import { figureColumns, nextSorting, type Sorting, sortRows } from './columns';
import { selected, selectedKey } from './store';

/** All operations of a run; those of the traced pass apart, because their figures only explain. */
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
      <button type="button" class="plain" onClick={() => setSorting(nextSorting(sorting, id))}>
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

/** What a row is worth, and why it is not worth more. */
function Standing({ row: { standing, reasons } }: { readonly row: ResultRow }) {
  return (
    <p class="standing">
      <strong>{standing}</strong>
      {reasons.length > 0 && `: ${tame(reasons.join('; '), 300)}`}
    </p>
  );
}
