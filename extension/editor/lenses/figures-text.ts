import { shortUnit } from '../../core/measure/clock';
import { valueOf } from '../../core/measure/figure';
import { formatFigure, formatMean, formatNumber } from '../../core/report/numbers';
import type { OperationRow } from '../../core/runs/row';
import { isWithheld } from '../../core/runs/standing';

const LONGEST_REASON = 70;

/** The figures of an operation in one line, the change of the leading one behind it. */
export function figuresText(row: OperationRow, change?: string): string {
  const { all, mean, meanFrom, standing, clock } = row;
  if (isWithheld(standing)) return withheldText(row);
  const unit = shortUnit(clock.unit);
  const behind = change === undefined ? '' : ` (${change})`;
  const max = all.statistics && `max ${formatNumber(all.statistics.max)}`;
  const value = valueOf(mean);
  const isCoarse = valueOf(all.percentiles.p50) === undefined && value !== undefined;
  const figures = isCoarse
    ? [`mean ${formatMean(value)}${behind}${meanFrom === 'batches' ? ' by batches' : ''}`]
    : [
        `p50 ${formatFigure(all.percentiles.p50)}${behind}`,
        `p99 ${formatFigure(all.percentiles.p99)}`,
      ];
  const partly = standing === 'ok' ? '' : `${standing}: `;
  return `${partly}${[...figures, ...(max ? [max] : [])].join(' · ')} ${unit}`;
}

/** Of what cannot be trusted: why, and how far the samples reach. */
function withheldText({ standing, reasons, all, clock }: OperationRow): string {
  const [reason] = reasons;
  const why = reason === undefined || reason === standing ? '' : `: ${shortened(reason)}`;
  const { statistics } = all;
  const reach = statistics
    ? ` (${formatNumber(statistics.min)} to ${formatNumber(statistics.max)} ${shortUnit(clock.unit)})`
    : '';
  return `${standing}${why}${reach}`;
}

/** One line; what an agent wrote shall not become an icon or turn the text around. */
function shortened(reason: string): string {
  const line = reason
    .replace(/[\s\p{C}]+/gu, ' ')
    .replaceAll('$(', '$ (')
    .trim();
  return line.length <= LONGEST_REASON ? line : `${line.slice(0, LONGEST_REASON - 1)}…`;
}
