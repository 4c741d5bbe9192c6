import { formatFine, formatNumber, NO_FIGURE } from '../measure';
import type { Curve, CurveLayout } from './results';
import type { Table } from './section';

type Point = Curve['lines'][number]['points'][number];

/** Explains a drawing of a curve: the figure, the band and the scales. */
export function curveCaption({ unit }: Pick<Curve, 'unit'>, { scales }: CurveLayout): string {
  const logs = [...(scales.x === 'log' ? ['x'] : []), ...(scales.y === 'log' ? ['y'] : [])];
  const scale = logs.length === 0 ? '' : `; log scale: ${logs.join(' and ')}`;
  return `mean in ${unit}, the band from p10 to p90 (min to max of fewer than 10 samples)${scale}`;
}

/** A curve as a table: a row per value of the parameter, a column per line of the drawing. */
export function curveTable({ axis, unit, lines }: Curve): Table {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))];
  return {
    titles: [axis, ...lines.map(({ name }) => `${name} (${unit})`)],
    rows: xs
      .sort((a, b) => a - b)
      .map((x) => [
        formatNumber(x),
        ...lines.map(({ points }) => curvePointText(points.find((point) => point.x === x))),
      ]),
  };
}

/** A point in words: the mean and its band, or the reason why there is none. */
export function curvePointText(point: Point | undefined): string {
  if (point?.y === undefined) return point?.why ?? NO_FIGURE;
  const { y, low = y, high = y } = point;
  const mean = formatFine(y);
  return low === high ? mean : `${mean} (${formatFine(low)} – ${formatFine(high)})`;
}
