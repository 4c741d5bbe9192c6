import {
  findExtent,
  type Range,
  splitHistogram,
  type SplitHistogram,
  type SplitSamples,
} from '../../../measure';
import { type Axis, toPosition, type Scale } from './axis';

// Fewer values would be drawn as blocks as wide as the chart.
const FEWEST_VALUES = 24;
const NARROWEST_BAR = 5;
// A single slow sample must be visible.
const LOWEST_BAR = 3;
// The pattern of samples with a tick is invisible in lower bars.
const LOWEST_PATTERN = 6;
// On a logarithmic scale this is the base line, so that a single sample still has a height.
const LOG_BASE = 0.6;

/** Display settings of a histogram. */
export interface Look {
  readonly valueScale: Scale;
  readonly countScale: Scale;
  readonly withTicked: boolean;
  /** The zoomed range. */
  readonly range: Range | undefined;
}

/** One bar, in pixels; heights are measured from the base line. */
export interface Bar {
  readonly x: number;
  readonly width: number;
  /** The height of the samples without a tick. */
  readonly quietHeight: number;
  /** The height of all samples. */
  readonly height: number;
  /** Smallest and largest whole number in it. */
  readonly values: Range;
  readonly count: number;
  readonly ticked: number;
}

/** A histogram as drawn. */
export interface Drawing {
  readonly axis: Axis;
  readonly bars: readonly Bar[];
  readonly tallest: number;
  /** All samples that could be shown, including those outside the zoom. */
  readonly total: number;
}

/** The samples to show; without ticks only the quiet ones. */
export function selectShownSamples(samples: SplitSamples, withTicked: boolean): SplitSamples {
  return withTicked ? samples : { quiet: samples.quiet, ticked: [] };
}

/** True if the values fit a logarithmic scale. */
export function canBeLog(samples: SplitSamples): boolean {
  return (findExtent(samples)?.low ?? 0) > 0;
}

/** Lays a histogram out; undefined without samples. */
export function layOutHistogram(
  samples: SplitSamples,
  look: Look,
  size: { readonly width: number; readonly height: number },
): Drawing | undefined {
  const shown = selectShownSamples(samples, look.withTicked);
  const extent = findExtent(shown);
  if (extent === undefined) return undefined;
  const wanted = look.valueScale === 'log' && extent.low > 0 ? 'log' : 'linear';
  const range = look.range ?? widenRange(extent, wanted);
  const scale = range.low > 0 ? wanted : 'linear';
  const axis = { range, scale, width: size.width } as const;
  const columns = Math.max(8, Math.floor(size.width / NARROWEST_BAR));
  const bins = splitHistogram(shown, range, scale, columns);
  const tallest = Math.max(1, ...bins.counts);
  return {
    axis,
    bars: layOutBars(bins, axis, newHeightScale(look.countScale, tallest, size.height)),
    tallest,
    total: countSamples(shown),
  };
}

/** The height of a count. */
export function newHeightScale(scale: Scale, tallest: number, height: number) {
  if (scale === 'linear') return (count: number): number => (count / tallest) * height;
  const whole = Math.log(tallest / LOG_BASE);
  return (count: number): number => (count < 1 ? 0 : (Math.log(count / LOG_BASE) / whole) * height);
}

/** Bars of existing bins. */
export function layOutBars(
  bins: Omit<SplitHistogram, 'scale'>,
  axis: Axis,
  height: (count: number) => number,
): Bar[] {
  return bins.counts.flatMap((count, at) => {
    if (count === 0) return [];
    const [from, to] = [bins.edges[at] ?? 0, bins.edges[at + 1] ?? 0];
    const ticked = bins.ticked[at] ?? 0;
    const quiet = count - ticked;
    const x = toPosition(from, axis);
    const ground = quiet > 0 ? LOWEST_BAR : 0;
    const pattern = ticked > 0 ? LOWEST_PATTERN : 0;
    const full = Math.max(ground + pattern, height(count));
    const quietHeight = quiet === 0 ? 0 : Math.max(ground, height(quiet));
    return [
      {
        x,
        width: Math.max(3, Math.min(axis.width, toPosition(to, axis)) - x - 1),
        height: full,
        quietHeight: Math.min(quietHeight, full - pattern),
        values: { low: from, high: Math.max(from, to - 1) },
        count,
        ticked,
      },
    ];
  });
}

/** Extends a range of few values on both sides. */
export function widenRange({ low, high }: Range, scale: Scale): Range {
  const missing = FEWEST_VALUES - (high - low + 1);
  if (missing <= 0) return { low, high };
  const left = Math.floor(missing / 2);
  // A logarithmic scale must stay above 0.
  const least = scale === 'log' ? 1 : -Infinity;
  const from = Math.max(least, low - left);
  return { low: from, high: from + FEWEST_VALUES - 1 };
}

function countSamples({ quiet, ticked }: SplitSamples): number {
  return [...quiet, ...ticked].reduce((sum, [, count]) => sum + count, 0);
}
