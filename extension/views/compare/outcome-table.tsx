import type { ComponentChildren } from 'preact';
import type {
  ComparisonColumn,
  ComparisonOperation,
  ComparisonOutcome,
} from '../../core/comparison/model';
import { formatMean, formatNumber, formatPercent, formatRatio } from '../../core/report/numbers';
import { FigureText } from '../shared/figure';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import { Letter } from './letter';
import { intervalText, ratioOf } from './outcomes';
import { VerdictText } from './verdict';

type Cell = NonNullable<ComparisonOperation['cells'][number]>;
type Figures = NonNullable<Extract<ComparisonOutcome, { kind: 'judged' }>['figures']>;

interface Line {
  readonly label: string;
  readonly cell: (at: number) => ComponentChildren;
}

/** All figures of an operation, a column each; lines that no column fills are left out. */
export function OutcomeTable({
  operation,
  columns,
}: {
  readonly operation: ComparisonOperation;
  readonly columns: readonly ComparisonColumn[];
}) {
  const lines = linesOf(operation).filter(({ cell }) =>
    columns.some((_, at) => cell(at) !== undefined),
  );
  return (
    <div class="scroll">
      <table class="wide figures outcomes">
        <thead>
          <tr>
            <td />
            {columns.map(({ label }, at) => (
              <th key={at} scope="col" class="number" title={tame(label)}>
                <Letter at={at} />
                <span class="visually-hidden"> {tame(label)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, cell }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {columns.map((_, at) => (
                <td key={at} class="number">
                  {cell(at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function linesOf({ cells, outcomes }: ComparisonOperation): Line[] {
  const ofCell = (label: string, show: (cell: Cell) => ComponentChildren): Line => ({
    label,
    cell: (at) => {
      const cell = cells[at];
      return cell ? show(cell) : undefined;
    },
  });
  const ofFigures = (label: string, show: (figures: Figures) => ComponentChildren): Line => ({
    label,
    cell: (at) => {
      const outcome = outcomes[at - 1];
      return outcome?.kind === 'judged' && outcome.figures ? show(outcome.figures) : undefined;
    },
  });
  return [
    {
      label: t('verdict'),
      cell: (at) => outcomes[at - 1] && <VerdictText outcome={outcomes[at - 1]} />,
    },
    {
      label: t('ratio of means'),
      cell: (at) => {
        const ratio = ratioOf(outcomes[at - 1]);
        return ratio === undefined ? undefined : formatRatio(ratio);
      },
    },
    ofFigures(t('95 % interval'), ({ mean }) => intervalText(mean.interval)),
    ofFigures(t('smallest change that matters (delta)'), ({ delta }) => formatPercent(delta)),
    ofFigures(t('spread between runs (noise)'), ({ noise }) =>
      noise === undefined ? t('unknown') : formatPercent(noise),
    ),
    ofFigures(t('ratio of medians'), ({ median }) => median && formatRatio(median.value)),
    ofFigures(t('its interval'), ({ median }) => median && intervalText(median.interval)),
    ofFigures(t('pairs of samples that are slower'), ({ rank }) =>
      rank ? formatPercent(rank.share) : undefined,
    ),
    ofFigures(t('rank test, p (decides nothing)'), ({ rank }) =>
      rank ? formatP(rank.p) : undefined,
    ),
    ofFigures(t('runs'), ({ runs }) => runs.join(' : ')),
    ofFigures(t('compared by'), ({ from }) =>
      from === 'batches' ? t('batch means') : t('samples'),
    ),
    ofCell(t('mean'), ({ mean, unit }) => (
      <>
        <FigureText of={mean} format={formatMean} /> {unit}
      </>
    )),
    ofCell('p50', ({ median, unit }) => (
      <>
        <FigureText of={median} format={formatNumber} /> {'value' in median && unit}
      </>
    )),
    ofCell(t('samples'), ({ samples }) =>
      samples === undefined ? undefined : formatNumber(samples),
    ),
  ];
}

function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
