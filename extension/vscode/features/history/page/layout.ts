import type { PackedPoint } from '../../../../report';
import type { ShownHistory } from '../protocol';

export type SentSeries = ShownHistory['series'][number];
export type ShownPoint = Omit<PackedPoint, 'runs'>;
export type ShownSeries = Omit<SentSeries, 'points'> & { readonly points: readonly ShownPoint[] };

/** The height of a chart in pixels, and the room around its points; on the right are the figures. */
export const CHART = { height: 120, left: 8, right: 72, around: 10 };

/** Where figures vary, a smaller range than this share of them would only show noise. */
const LEAST_RANGE = 0.05;

/** A chart of a series: paths in pixels, and where its points are. */
export interface Layout {
  readonly lowest: number;
  readonly highest: number;
  readonly locatePoint: (point: ShownPoint) => { readonly x: number; readonly y: number };
  /** A dot for each point of a commit, and for each one of changed sources. */
  readonly clean: string;
  readonly dirty: string;
  readonly intervals: string;
  /** The level of each stretch between two changes. */
  readonly levels: string;
}

/** Lays out a series over so many commits, so that the charts of a target have the same axis. */
export function layOutSeries(series: ShownSeries, commits: number, width: number): Layout {
  const { points } = series;
  const ends = points.flatMap(({ figure, margin = 0 }) => [figure - margin, figure + margin]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const least = series.isExact ? 1 : Math.abs(high) * LEAST_RANGE;
  const missing = Math.max(0, least - (high - low)) / 2;
  const [lowest, highest] = [low - missing, high + missing];
  const step = (width - CHART.left - CHART.right) / Math.max(1, commits - 1);
  const toY = (figure: number) =>
    CHART.around + (1 - (figure - lowest) / (highest - lowest)) * (CHART.height - 2 * CHART.around);
  const toX = ({ commit }: ShownPoint) => CHART.left + (commits === 1 ? 0 : commit * step);
  const dots = (isDirty: boolean) =>
    points
      .filter((point) => point.isDirty === isDirty)
      .map((point) => `M${toX(point).toFixed(1)} ${toY(point.figure).toFixed(1)}h0`)
      .join('');
  return {
    lowest: low,
    highest: high,
    locatePoint: (point) => ({ x: toX(point), y: toY(point.figure) }),
    clean: dots(false),
    dirty: dots(true),
    intervals: points
      .filter(({ margin }) => margin !== undefined)
      .map((point) => {
        const [top, bottom] = [1, -1].map((sign) =>
          toY(point.figure + sign * (point.margin ?? 0)).toFixed(1),
        );
        return `M${toX(point).toFixed(1)} ${top}V${bottom}`;
      })
      .join(''),
    levels: listLevels(series)
      .map(([from, to, figure]) => {
        const [begin, end] = [points[from], points[to]];
        if (!begin || !end) return '';
        return `M${toX(begin).toFixed(1)} ${toY(figure).toFixed(1)}H${toX(end).toFixed(1)}`;
      })
      .join(''),
  };
}

/** The stretches between changes: first and last point, and the figure. */
function listLevels({ changes, points }: ShownSeries): (readonly [number, number, number])[] {
  const [first] = changes;
  if (!first) return [];
  return [
    [0, first.before, first.figures[0]],
    ...changes.map(
      ({ at, figures }, index) =>
        [at, changes[index + 1]?.before ?? points.length - 1, figures[1]] as const,
    ),
  ];
}

/** The point closest to a position on the horizontal axis. */
export function nearestPoint({ locatePoint }: Layout, { points }: ShownSeries, x: number): number {
  let nearest = 0;
  let least = Infinity;
  for (const [at, point] of points.entries()) {
    const distance = Math.abs(locatePoint(point).x - x);
    if (distance < least) [nearest, least] = [at, distance];
  }
  return nearest;
}
