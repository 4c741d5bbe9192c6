import { shortUnit } from '../../../agent';
import { formatMean, formatNumber, valueOf } from '../../../measure';
import { isWithheld, type OperationRow } from '../../../runs';
import type { FigureRow } from '../../common';

/** The part of a row that places it among the points of a sweep. */
export type PointRow = Pick<OperationRow, 'clock' | 'standing' | 'mean' | 'all'>;

/**
 * The rows of an operation in the newest run with figures of it: one, or the points of a sweep.
 * Rows of the newest run come first.
 */
export function newestPoints<Row extends Pick<FigureRow, 'suite' | 'op' | 'run'>>(
  rows: readonly Row[],
  operation: string,
): readonly Row[] {
  const own = rows.filter(({ suite, op }) => `${suite}/${op}` === operation);
  return own.filter(({ run }) => run === own[0]?.run);
}

/** Summarises a sweep in a line: the number of points, and the range of the leading figure. */
export function pointsText(rows: readonly PointRow[]): string {
  const parts = [`${rows.length} points`, ...reach(rows), ...outcasts(rows)];
  return parts.join(' · ');
}

/** The medians, or the means if any point is too short for a median. */
function reach(rows: readonly PointRow[]): readonly string[] {
  const shown = rows.filter(({ standing }) => !isWithheld(standing));
  const medians = shown.flatMap(({ all }) => valueOf(all.percentiles.p50) ?? []);
  const [name, figures, format] =
    medians.length === shown.length
      ? (['p50', medians, formatNumber] as const)
      : (['mean', shown.flatMap(({ mean }) => valueOf(mean) ?? []), formatMean] as const);
  const unit = shown[0] && shortUnit(shown[0].clock.unit);
  if (unit === undefined || figures.length === 0) return [];
  return [`${name} ${format(Math.min(...figures))} to ${format(Math.max(...figures))} ${unit}`];
}

/** The points without a figure, by their outcome. */
function outcasts(rows: readonly PointRow[]): readonly string[] {
  const words = rows.map(({ standing }) => standing).filter((each) => each !== 'ok');
  return [...new Set(words)].map(
    (word) => `${words.filter((each) => each === word).length} ${word}`,
  );
}
