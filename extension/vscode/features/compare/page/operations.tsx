import { useRef } from 'preact/hooks';
import { intervalText } from '../../../../compare';
import { formatMean, formatRatio } from '../../../../measure';
import type { ComparisonModel, ComparisonOperation, ComparisonOutcome } from '../../../../report';
import { FigureText, moveFocus, Name, t, tame } from '../../../page';
import { Letter, toColumnLetter } from './letter';
import {
  getBaselineRatio,
  byChange,
  hasRatios,
  isComparable,
  findSharedReason,
  getOutcomeUnit,
} from './outcomes';
import { operations, selected, selectedName, sortColumn } from './store';
import { VerdictText } from './verdict';

/** A column's appearance in the table; without any ratio it shows only means. */
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
  const looks = toColumnLooks(model);
  const sorting = sortColumn.value;
  const rows = sorting === undefined ? operations.value : byChange(operations.value, sorting - 1);
  if (model.operations.length === 0) {
    return <p class="dim">{t('These columns have no operations.')}</p>;
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
          {aboveOne(model.operations)} {t('The band is the smallest change that matters.')}
        </p>
      )}
    </div>
  );
}

/** Explains a ratio above 1, in the units of the ratios. */
function aboveOne(all: readonly ComparisonOperation[]): string {
  const units = new Set(
    all.flatMap(({ outcomes }) => outcomes.flatMap((each) => getOutcomeUnit(each) ?? [])),
  );
  if (!units.has('instr')) return t('A ratio above 1 is slower.');
  if (units.size === 1) return t('A ratio above 1 means more instructions.');
  return t('A ratio above 1 is slower, or means more instructions.');
}

function toColumnLooks({ columns, operations: all }: ComparisonModel): ColumnLook[] {
  return columns.map(({ label }, at) => ({
    at,
    label,
    scale: at > 0 && hasRatios(all, at - 1) ? ratioScale(all, at - 1) : undefined,
    isComparable: at > 0 && isComparable(all, at - 1),
    reason: at > 0 ? findSharedReason(all, at - 1) : undefined,
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
  const isSorted = sortColumn.value === at;
  return [
    <th key={`${at} ratio`} scope="col" aria-sort={isSorted ? 'descending' : 'none'}>
      <button
        type="button"
        class="plain"
        title={t('The largest changes first')}
        onClick={() => {
          sortColumn.value = isSorted ? undefined : at;
        }}
      >
        {t('{0} against A', toColumnLetter(at))}
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
  const ratio = getBaselineRatio(outcome);
  const figures = outcome?.kind === 'judged' ? outcome.figures : undefined;
  return [
    <td key={`${at} ratio`} class="ratio-cell">
      {ratio !== undefined && scale && (
        <span class="ratio">
          <RatioPlot ratio={ratio} scale={scale} figures={figures} />
          <span class="figure ratio-value">{formatRatio(ratio)}</span>
          <span class="figure dim">{figures && intervalText(figures.ratio?.interval)}</span>
        </span>
      )}
    </td>,
    <td key={`${at} verdict`}>
      <VerdictText outcome={outcome} withChange />
    </td>,
  ];
}

/** A logarithmic scale of ratios centred on 1, so that twice and half are equally far away. */
interface RatioScale {
  /** The largest factor in either direction. */
  readonly reach: number;
}

// Even as the largest change, a hundredth must look smaller than a tenth.
const LEAST_REACH = 1.1;

/** The common scale of a column's ratios. */
export function ratioScale(operations: readonly ComparisonOperation[], at: number): RatioScale {
  const factors = operations.flatMap(({ outcomes }) => listFactors(outcomes[at]));
  return { reach: Math.max(LEAST_REACH, ...factors) };
}

/** The position of a ratio between 0 and 1; 0.5 is no change. */
export function placeRatio(ratio: number, { reach }: RatioScale): number {
  const share = 0.5 + Math.log(ratio) / Math.log(reach) / 2;
  return Math.min(1, Math.max(0, share));
}

function listFactors(outcome: ComparisonOutcome | undefined): number[] {
  const ratio = getBaselineRatio(outcome);
  if (ratio === undefined) return [];
  const interval = outcome?.kind === 'judged' ? outcome.figures?.ratio?.interval : undefined;
  const all = [ratio, ...(interval === undefined ? [] : [interval.low, interval.high])];
  return all.filter((each) => each > 0).map((each) => Math.max(each, 1 / each));
}

const WIDTH = 120;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;

type Figures = Extract<ComparisonOutcome, { kind: 'judged' }>['figures'];

/** A ratio with its interval on the scale; the figures next to it give the values. */
function RatioPlot({
  ratio,
  scale,
  figures,
}: {
  readonly ratio: number;
  readonly scale: RatioScale;
  readonly figures: Figures;
}) {
  const x = (of: number): number => 3 + placeRatio(of, scale) * (WIDTH - 6);
  const interval = figures?.ratio?.interval;
  const delta = figures?.delta ?? 0;
  const [low, high] = [x(1 / (1 + delta)), x(1 + delta)];
  return (
    <svg class="ratio-plot" width={WIDTH} height={HEIGHT} aria-hidden="true">
      {figures && (
        <rect class="band" x={low} y={1} width={Math.max(1, high - low)} height={HEIGHT - 2} />
      )}
      <path class="one" d={`M${WIDTH / 2} 0V${HEIGHT}`} />
      <path class="way" d={`M${WIDTH / 2} ${MIDDLE}H${x(ratio)}`} />
      {interval && (
        <path
          class="interval"
          d={`M${x(interval.low)} 4V14M${x(interval.low)} ${MIDDLE}H${x(interval.high)}M${x(interval.high)} 4V14`}
        />
      )}
      <circle class="point" cx={x(ratio)} cy={MIDDLE} r={3.2} />
    </svg>
  );
}
