import { findExtent, type Range, splitHistogram, type SplitSamples } from '../../../../measure';
import {
  type Axis,
  type Bar,
  type Drawing,
  newHeightScale,
  type Look,
  toPosition,
  selectShownSamples,
  widenRange,
} from '../../../page';

const NARROWEST_BIN = 4;
// A single slow sample must be visible.
const LOWEST = 3;

/** One column's samples of an operation, ready to draw. */
export interface DrawnColumn {
  readonly unit: string;
  readonly mean?: number | undefined;
  readonly isExact: boolean;
  readonly samples: SplitSamples;
}

/** One column of a chart. */
export interface ChartLayer {
  /** Its index in the comparison. */
  readonly at: number;
  readonly drawn: DrawnColumn;
}

/** Columns with a common unit, and therefore a common axis. */
export interface Chart {
  readonly unit: string;
  /** Columns with samples. */
  readonly layers: readonly ChartLayer[];
  /** Columns with only a mean. */
  readonly means: readonly ChartLayer[];
}

/** One bin of all layers. */
export interface LayerBin {
  readonly values: Range;
  readonly x: number;
  readonly width: number;
  /** In the order of the layers. */
  readonly counts: readonly number[];
}

/** Layers as drawn: as shares, because one column may have ten times the samples of another. */
export interface LayersDrawing {
  readonly axis: Axis;
  readonly bins: readonly LayerBin[];
  readonly totals: readonly number[];
  /** The largest share of any bin. */
  readonly tallest: number;
}

/** Groups the columns of an operation by unit, in the order of the columns. */
export function groupByUnit(columns: readonly (DrawnColumn | undefined)[]): Chart[] {
  const all = columns.flatMap((drawn, at): ChartLayer[] =>
    drawn === undefined ? [] : [{ at, drawn }],
  );
  const units = new Set(all.map(({ drawn }) => drawn.unit));
  return Array.from(units, (unit) => {
    const ofUnit = all.filter(({ drawn }) => drawn.unit === unit);
    const hasSamples = ({ drawn }: ChartLayer) => findExtent(drawn.samples) !== undefined;
    return {
      unit,
      layers: ofUnit.filter(hasSamples),
      means: ofUnit.filter((layer) => !hasSamples(layer) && layer.drawn.mean !== undefined),
    };
  });
}

/** From the smallest to the largest value of all layers, including their means. */
export function extentOfChart({ layers, means }: Chart, withTicked: boolean): Range | undefined {
  const extents = layers.flatMap(
    ({ drawn }) => findExtent(selectShownSamples(drawn.samples, withTicked)) ?? [],
  );
  if (extents.length === 0) return undefined;
  const all = [...layers, ...means].flatMap(({ drawn }) => drawn.mean ?? []);
  const values = all.filter((mean) => mean > 0);
  return {
    low: Math.min(...extents.map(({ low }) => low), ...values.map(Math.floor)),
    high: Math.max(...extents.map(({ high }) => high), ...values.map(Math.ceil)),
  };
}

/** Lays the columns of a chart out on common edges; undefined without samples. */
export function layOutLayers(chart: Chart, look: Look, width: number): LayersDrawing | undefined {
  const extent = extentOfChart(chart, look.withTicked);
  if (extent === undefined) return undefined;
  const wanted = look.valueScale === 'log' && extent.low > 0 ? 'log' : 'linear';
  const range = look.range ?? widenRange(extent, wanted);
  const scale = range.low > 0 ? wanted : 'linear';
  const axis = { range, scale, width } as const;
  const columns = Math.max(8, Math.floor(width / NARROWEST_BIN));
  const samples = chart.layers.map(({ drawn }) =>
    selectShownSamples(drawn.samples, look.withTicked),
  );
  const binned = samples.map((each) => splitHistogram(each, range, scale, columns));
  const totals = samples.map(countSamples);
  const edges = binned[0]?.edges ?? [];
  const bins = edges.slice(0, -1).map((from, bin): LayerBin => {
    const to = edges[bin + 1] ?? from;
    const x = toPosition(from, axis);
    const counts = binned.map((each) => each.counts[bin] ?? 0);
    const end = Math.min(width, toPosition(to, axis));
    return { values: { low: from, high: Math.max(from, to - 1) }, x, width: end - x, counts };
  });
  const shares = bins.flatMap(({ counts }) => counts.map((count, at) => count / (totals[at] || 1)));
  return { axis, bins, totals, tallest: Math.max(...shares, Number.MIN_VALUE) };
}

/** The heights of one layer's bins; a bin with samples is always visible. */
export function computeBinHeights(
  { bins, totals, tallest }: LayersDrawing,
  layer: number,
  scale: Look['countScale'],
  height: number,
): number[] {
  // Scaled to the layer with most samples: shares are comparable, counts are not.
  const most = Math.max(...totals);
  const tall = newHeightScale(scale, Math.max(1, tallest * most), height);
  return bins.map(({ counts }) => {
    const count = counts[layer] ?? 0;
    if (count === 0) return 0;
    return Math.max(LOWEST, tall((count / (totals[layer] || 1)) * most));
  });
}

/** The outline of one layer, starting and ending at the base line; empty bins stay on it. */
export function buildOutline(
  bins: readonly LayerBin[],
  heights: readonly number[],
  ground: number,
): string {
  const steps = bins.flatMap(({ x, width }, at) => {
    const height = heights[at] ?? 0;
    if (height === 0) return [];
    const [left, right, top] = [x, x + width, ground - height].map(round);
    const isFollowing = (heights[at - 1] ?? 0) > 0;
    const isFollowed = (heights[at + 1] ?? 0) > 0;
    const start = isFollowing ? `V${top}` : `M${left} ${ground}V${top}`;
    return [`${start}H${right}${isFollowed ? '' : `V${ground}`}`];
  });
  return steps.join('');
}

const round = (value: number | undefined): number => Math.round((value ?? 0) * 10) / 10;

/** The same as bars for selection by keys and mouse: bins with samples. */
export function barsToChoose({ axis, bins }: LayersDrawing): Drawing {
  const bars = bins.flatMap(({ values, x, width, counts }): Bar[] => {
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (count === 0) return [];
    return [{ x, width, values, count, ticked: 0, height: 0, quietHeight: 0 }];
  });
  return { axis, bars, tallest: 1, total: 1 };
}

function countSamples({ quiet, ticked }: SplitSamples): number {
  return [...quiet, ...ticked].reduce((sum, [, count]) => sum + count, 0);
}
