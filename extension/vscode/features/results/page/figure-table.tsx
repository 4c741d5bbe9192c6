import type { ComponentChildren } from 'preact';
import { type Figure, figure, formatMean, formatNumber, PERCENTILES } from '../../../../measure';
import type { ResultRow } from '../../../../report';
import { FigureText, t } from '../../../page';

interface Line {
  readonly label: string;
  readonly all: Figure | undefined;
  readonly quiet: Figure | undefined;
  readonly batches: Figure | undefined;
  readonly format: (value: number) => string;
}

/** Samples, those without ticks, and batches side by side. */
export function FigureTable({ row }: { readonly row: ResultRow }) {
  const lines = buildLines(row);
  const { quiet, batches, ticksInside = 0 } = row;
  const hasQuiet = quiet !== undefined && ticksInside > 0;
  const cell = (of: Figure | undefined, format: Line['format'], key: string) => (
    <td key={key} class="number">
      {of && <FigureText of={of} format={format} />}
    </td>
  );
  return (
    <div>
      <div class="scroll">
        <table class="wide figures">
          <thead>
            <tr>
              <th scope="col">{row.unit}</th>
              <Head title={t('all samples')} />
              {hasQuiet && <Head title={t('without ticks')} />}
              {batches && <Head title={t('batch means')} />}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, format, all, ...others }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {cell(all, format, 'all')}
                {hasQuiet && cell(others.quiet, format, 'quiet')}
                {batches && cell(others.batches, format, 'batches')}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Reasons row={row} />
    </div>
  );
}

function Head({ title }: { readonly title: ComponentChildren }) {
  return (
    <th scope="col" class="number">
      {title}
    </th>
  );
}

/** Reasons for missing figures, each once. */
function Reasons({ row }: { readonly row: ResultRow }) {
  const ofQuiet = Object.values(row.quiet?.percentiles ?? {});
  const reasons = new Set([
    ...row.notes,
    ...listReasons([row.mean, ...Object.values(row.percentiles)]),
    ...((row.ticksInside ?? 0) > 0
      ? listReasons(ofQuiet).map((reason) => t('without ticks: {0}', reason))
      : []),
  ]);
  // A withheld row shows its reason in a notice of its own.
  reasons.delete(row.standing);
  reasons.delete(t('without ticks: {0}', row.standing));
  if (reasons.size === 0) return null;
  return (
    <ul class="reasons dim">
      {[...reasons].map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

function listReasons(figures: readonly Figure[]): string[] {
  return figures.flatMap((of) => ('insufficient' in of ? [of.insufficient] : []));
}

const optional = (value: number | undefined): Figure | undefined =>
  value === undefined ? undefined : figure(value);

function buildLines(row: ResultRow): Line[] {
  const { quiet, batches, percentiles } = row;
  const line = (
    label: string,
    format: Line['format'],
    all: Figure | undefined,
    ofQuiet?: Figure,
    ofBatches?: Figure,
  ): Line => ({ label, format, all, quiet: ofQuiet, batches: ofBatches });
  const all = [
    line(
      'n',
      formatNumber,
      optional(row.samples),
      optional(quiet?.count),
      optional(batches?.count),
    ),
    line(
      t('mean'),
      formatMean,
      row.meanFrom === 'batches' ? undefined : row.mean,
      quiet?.mean,
      batches?.mean,
    ),
    line(t('trimmed mean'), formatMean, row.trimmedMean),
    line(
      t('deviation'),
      formatMean,
      optional(row.deviation),
      undefined,
      optional(batches?.deviation),
    ),
    line('min', formatNumber, optional(row.min), optional(quiet?.min), optional(batches?.min)),
    ...PERCENTILES.map((name) =>
      line(name, formatNumber, percentiles[name], quiet?.percentiles[name]),
    ),
    line('max', formatNumber, optional(row.max), optional(quiet?.max), optional(batches?.max)),
  ];
  return all.filter((each) => each.all ?? each.quiet ?? each.batches);
}
