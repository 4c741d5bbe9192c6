import { shortUnit } from '../../../agent';
import {
  formatFigure,
  formatMeanFigure,
  formatNumber,
  plural,
  getFigureValue,
} from '../../../measure';
import { describeRepeats, rowRemarks } from '../../../report';
import { isWithheld, nameAt, type Point, pointText } from '../../../runs';
import type { LiveProgress, MeasuredRow } from '../../../workers';

/** The figures after an operation's name; for doubtful ones only the extremes. */
export function describeRow(row: MeasuredRow): string {
  const unit = shortUnit(row.clock.unit);
  const { statistics, percentiles } = row.all;
  if (row.standing === 'refused' || row.standing === 'failed') {
    return [row.standing, row.reasons.join('; ')].filter((part) => part !== '').join(': ');
  }
  if (row.standing === 'inconclusive') {
    const [why] = row.reasons;
    const standing = why === undefined ? row.standing : `${row.standing}: ${why}`;
    if (!statistics) return standing;
    const [min, max] = [formatNumber(statistics.min), formatNumber(statistics.max)];
    return `${standing} · ${min} to ${max} ${unit}`;
  }
  const known = (['p50', 'p99'] as const).filter(
    (name) => getFigureValue(percentiles[name]) !== undefined,
  );
  const figures = known.map((name) => `${name} ${formatFigure(percentiles[name])}`);
  if (figures.length === 0 && 'value' in row.mean) {
    figures.push(`mean ${formatMeanFigure(row.mean)}`);
  }
  if (figures.length === 0) return row.standing;
  const text = [`${figures.join(' · ')} ${unit}`, ...describeRepeats(row)].join(' · ');
  return row.standing === 'ok' ? text : `${row.standing} · ${text}`;
}

/** The count after the name of the operation in progress. */
export function liveDescription({ samples, requested, rate, build, point }: LiveProgress): string {
  const count = `${formatNumber(samples)} of ${formatNumber(requested)}`;
  const speed = rate > 0 ? ` · ${formatNumber(Math.round(rate))}/s` : '';
  const before = [build === 'traced' ? 'trace' : '', pointText(point)].filter(Boolean).join(', ');
  return `${before === '' ? '' : `${before}: `}${count}${speed}`;
}

/** An operation's result as output lines: figures, by point if swept, then all remarks. */
export function resultLines(row: MeasuredRow, point: Point = {}): readonly string[] {
  const unit = shortUnit(row.clock.unit);
  const { statistics, percentiles } = row.all;
  const isDoubtful = isWithheld(row.standing);
  const figures = [
    'value' in row.mean ? [`mean ${formatMeanFigure(row.mean)}`] : [],
    isDoubtful
      ? []
      : [`p50 ${formatFigure(percentiles.p50)}`, `p99 ${formatFigure(percentiles.p99)}`],
    statistics
      ? [`min ${formatNumber(statistics.min)}`, `max ${formatNumber(statistics.max)}`]
      : [],
  ].flat();
  const text = figures.length === 0 ? row.standing : `${figures.join(' · ')} ${unit}`;
  const name = nameAt(`${row.suite}/${row.op}`, point);
  const counts = [plural(row.samples, 'sample'), ...describeRepeats(row)];
  const heading = `${name}: ${text} · ${counts.join(', ')}`;
  return [heading, ...rowRemarks(row).map((remark) => `  ${remark}`)];
}
