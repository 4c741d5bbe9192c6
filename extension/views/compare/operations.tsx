import { useRef } from 'preact/hooks';
import type { ComparisonModel, ComparisonOperation } from '../../core/comparison/model';
import { formatMean, formatRatio } from '../../core/report/numbers';
import { FigureText } from '../shared/figure';
import { t } from '../shared/l10n';
import { moveFocus } from '../shared/move-focus';
import { Name } from '../shared/name';
import { tame } from '../shared/text';
import { type RatioScale, ratioScale } from './forest';
import { Letter } from './letter';
import { letterOf } from './letters';
import { byChange, hasRatios, intervalText, isComparable, ratioOf, sharedReason } from './outcomes';
import { RatioPlot } from './ratio-plot';
import { operations, selected, selectedName, sortedBy } from './store';
import { VerdictText } from './verdict';

/** How a column stands in the table; of one without any ratio only the mean does. */
interface ColumnLook {
  readonly at: number;
  readonly label: string;
  readonly scale: RatioScale | undefined;
  readonly isComparable: boolean;
  readonly reason: string | undefined;
}

/** Every operation in every column. */
export function OperationTable({ model }: { readonly model: ComparisonModel }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const looks = looksOf(model);
  const sorting = sortedBy.value;
  const rows = sorting === undefined ? operations.value : byChange(operations.value, sorting - 1);
  if (model.operations.length === 0) {
    return <p class="dim">{t('These columns have no operation.')}</p>;
  }
  return (
    <div class="scroll">
      <table class="wide operations compared">
        <caption class="visually-hidden">{t('Operations')}</caption>
        <Head looks={looks} />
        <tbody ref={body} onKeyDown={(event) => moveFocus(event, body.current)}>
          {rows.map((operation) => (
            <Line key={operation.name} operation={operation} looks={looks} />
          ))}
        </tbody>
      </table>
      {looks.some(({ scale }) => scale) && (
        <p class="dim legend-line">
          {t('A ratio above 1 is slower. The band is the smallest change that matters.')}
        </p>
      )}
    </div>
  );
}

function looksOf({ columns, operations: all }: ComparisonModel): ColumnLook[] {
  return columns.map(({ label }, at) => ({
    ...{ at, label },
    scale: at > 0 && hasRatios(all, at - 1) ? ratioScale(all, at - 1) : undefined,
    isComparable: at > 0 && isComparable(all, at - 1),
    reason: at > 0 ? sharedReason(all, at - 1) : undefined,
  }));
}

function Head({ looks }: { readonly looks: readonly ColumnLook[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {t('operation')}
        </th>
        {looks.map(({ at, label, isComparable: isWide, reason }) => (
          <th
            key={at}
            scope="colgroup"
            colSpan={isWide ? 3 : 1}
            class={isWide ? 'group-head' : 'group-head number'}
          >
            <span class="head-label">
              <Letter at={at} /> {tame(label, 40)}
            </span>
            {at === 0 && <p class="why">{t('baseline')}</p>}
            {at > 0 && !isWide && (
              <p class="why" title={reason}>
                {reason === undefined ? t('not comparable') : tame(reason, 120)}
              </p>
            )}
          </th>
        ))}
      </tr>
      <tr>
        {looks.map((look) => [
          <th key={`${look.at} mean`} scope="col" class="number">
            {t('mean')}
          </th>,
          ...(look.isComparable ? ratioHeads(look) : []),
        ])}
      </tr>
    </thead>
  );
}

function ratioHeads({ at }: ColumnLook) {
  const isSorted = sortedBy.value === at;
  return [
    <th key={`${at} ratio`} scope="col" aria-sort={isSorted ? 'descending' : 'none'}>
      <button
        type="button"
        class="plain"
        title={t('The largest changes first')}
        onClick={() => {
          sortedBy.value = isSorted ? undefined : at;
        }}
      >
        {t('{0} against A', letterOf(at))}
        <span aria-hidden="true" class="arrow">
          {isSorted ? '▼' : ''}
        </span>
      </button>
    </th>,
    <th key={`${at} verdict`} scope="col">
      {t('verdict')}
    </th>,
  ];
}

function Line({
  operation,
  looks,
}: {
  readonly operation: ComparisonOperation;
  readonly looks: readonly ColumnLook[];
}) {
  const isSelected = selected.value?.name === operation.name;
  const select = () => {
    selectedName.value = operation.name;
  };
  return (
    <tr class={isSelected ? 'selectable selected' : 'selectable'} onClick={select}>
      <th scope="row">
        <button type="button" class="plain operation" aria-pressed={isSelected} onClick={select}>
          <Name text={operation.name} />
        </button>
      </th>
      {looks.map((look) => [
        <td key={`${look.at} mean`} class="number group-start">
          <Mean operation={operation} at={look.at} />
        </td>,
        ...(look.isComparable ? ratioCells(operation, look) : []),
      ])}
    </tr>
  );
}

function Mean({
  operation: { cells },
  at,
}: {
  readonly operation: ComparisonOperation;
  readonly at: number;
}) {
  const cell = cells[at];
  if (cell === null || cell === undefined) {
    return <span class="dim">{t('not measured')}</span>;
  }
  return (
    <>
      {cell.doubts.length > 0 && (
        <span class="doubt" title={tame(cell.doubts.join('; '), 600)}>
          <span aria-hidden="true">⚠</span>
          <span class="visually-hidden">
            {t('doubtful: {0}', tame(cell.doubts.join('; '), 600))}
          </span>
        </span>
      )}
      {cell.meanFrom === 'batches' && 'value' in cell.mean && (
        <span title={t('mean of batches')}>~</span>
      )}
      <FigureText of={cell.mean} format={formatMean} /> <span class="dim">{cell.unit}</span>
    </>
  );
}

function ratioCells({ outcomes }: ComparisonOperation, { at, scale }: ColumnLook) {
  const outcome = outcomes[at - 1];
  const ratio = ratioOf(outcome);
  const figures = outcome?.kind === 'judged' ? outcome.figures : undefined;
  return [
    <td key={`${at} ratio`} class="ratio-cell">
      {ratio !== undefined && scale && (
        <span class="ratio">
          <RatioPlot {...{ ratio, scale }} figures={figures} />
          <span class="figure ratio-value">{formatRatio(ratio)}</span>
          <span class="figure dim">{figures && intervalText(figures.mean.interval)}</span>
        </span>
      )}
    </td>,
    <td key={`${at} verdict`}>
      <VerdictText outcome={outcome} />
    </td>,
  ];
}
