import type { ComponentChildren } from 'preact';
import { intervalText } from '../../../../compare';
import {
  formatChange,
  formatMean,
  formatNumber,
  formatPercent,
  formatRatio,
} from '../../../../measure';
import type { ComparisonColumn, ComparisonOperation, ComparisonOutcome } from '../../../../report';
import { FigureText, Name, t, tame } from '../../../page';
import { Distributions } from './distribution';
import { Letter } from './letter';
import { getBaselineRatio } from './outcomes';
import type { Post, Shown } from './store';
import { VerdictText } from './verdict';

/** Everything about one operation in all columns. */
export function Detail({
  operation,
  shown,
  post,
}: {
  readonly operation: ComparisonOperation;
  readonly shown: Shown;
  readonly post: Post;
}) {
  const { name, params } = operation;
  return (
    <section class="detail" aria-label={t('Details of {0}', tame(name))}>
      <div class="bar detail-head">
        <h2>
          <Name text={name} />
        </h2>
        {Object.entries(params).map(([each, value]) => (
          <code key={each} class="dim">
            {tame(`${each}=${formatNumber(value)}`)}
          </code>
        ))}
      </div>
      <div class={shown.model.columns.length > 3 ? 'columns many' : 'columns'}>
        <Distributions operation={operation} shown={shown} post={post} />
        <div class="aside">
          <OutcomeTable operation={operation} columns={shown.model.columns} />
          <Remarks operation={operation} />
        </div>
      </div>
    </section>
  );
}

/** Why there is no verdict, other remarks, and doubts about single figures. */
function Remarks({ operation: { cells, outcomes } }: { readonly operation: ComparisonOperation }) {
  const ofColumns = cells.map((cell, at) => {
    const outcome = outcomes[at - 1];
    const isSampled = cell?.samples !== undefined;
    const remarks = [
      ...(cell?.doubts ?? []),
      ...(isSampled && 'insufficient' in cell.median ? [cell.median.insufficient] : []),
      ...(outcome?.kind === 'not comparable' ? [outcome.why] : (outcome?.notes ?? [])),
      ...(outcome?.kind === 'judged' ? outcome.reasons : []),
    ];
    return [...new Set(remarks)];
  });
  if (ofColumns.every((remarks) => remarks.length === 0)) return null;
  return (
    <ul class="remarks">
      {ofColumns.flatMap((remarks, at) =>
        remarks.map((each) => (
          <li key={`${at} ${each}`}>
            <Letter at={at} /> <span>{tame(each, 500)}</span>
          </li>
        )),
      )}
    </ul>
  );
}

type Cell = NonNullable<ComparisonOperation['cells'][number]>;
type Figures = NonNullable<Extract<ComparisonOutcome, { kind: 'judged' }>['figures']>;

interface Line {
  readonly label: string;
  readonly cell: (at: number) => ComponentChildren;
}

/** All figures of an operation, one column each; rows empty in all columns are left out. */
function OutcomeTable({
  operation,
  columns,
}: {
  readonly operation: ComparisonOperation;
  readonly columns: readonly ComparisonColumn[];
}) {
  const lines = buildLines(operation).filter(({ cell }) =>
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

function buildLines(operation: ComparisonOperation): Line[] {
  return [...outcomeLines(operation), ...cellLines(operation)];
}

/** Lines about each column against the first. */
function outcomeLines({ outcomes }: ComparisonOperation): Line[] {
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
      label: t('ratio'),
      cell: (at) => {
        const ratio = getBaselineRatio(outcomes[at - 1]);
        return ratio === undefined ? undefined : formatRatio(ratio);
      },
    },
    ofFigures(t('ratio of'), ({ decidedBy }) => (decidedBy === 'mean' ? t('means') : t('medians'))),
    ofFigures(t('95 % interval'), ({ ratio }) => ratio && intervalText(ratio.interval)),
    ofFigures(t('difference'), ({ change, unit }) =>
      change === undefined ? undefined : `${formatChange(change)} ${unit}`,
    ),
    ofFigures(t('smallest change that matters (delta)'), ({ delta }) => formatPercent(delta)),
    ofFigures(t('spread between runs (noise)'), ({ noise }) =>
      noise === undefined ? t('unknown') : formatPercent(noise),
    ),
    ofFigures(t('ratio of trimmed means'), ({ trimmed }) => trimmed && formatRatio(trimmed.value)),
    ofFigures(t('its interval'), ({ trimmed }) => trimmed && intervalText(trimmed.interval)),
    ofFigures(t('pairs with the larger sample here'), ({ rank }) =>
      rank ? formatPercent(rank.share) : undefined,
    ),
    ofFigures(t('rank test, p (for information only)'), ({ rank }) =>
      rank ? formatP(rank.p) : undefined,
    ),
    ofFigures(t('runs'), ({ runs }) => runs.join(' : ')),
    ofFigures(t('compared by'), ({ from }) =>
      from === 'batches' ? t('batch means') : t('samples'),
    ),
  ];
}

/** Lines about each column by itself. */
function cellLines({ cells }: ComparisonOperation): Line[] {
  const ofCell = (label: string, show: (cell: Cell) => ComponentChildren): Line => ({
    label,
    cell: (at) => {
      const cell = cells[at];
      return cell ? show(cell) : undefined;
    },
  });
  return [
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
