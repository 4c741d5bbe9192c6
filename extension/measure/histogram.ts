import type { Distribution } from './distribution';

/** Counts between rising edges; bin i holds `edges[i] <= value < edges[i + 1]`. */
export interface Histogram {
  readonly scale: 'linear' | 'log';
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

// Above this ratio of the largest to the smallest value, a linear scale shows one bar and dust.
const LOG_FROM = 10;

/** Bins whole numbers into at most `columns` bins, on a scale that suits their spread. */
export function histogram(distribution: Distribution, columns: number): Histogram {
  const low = distribution[0]?.[0];
  const high = distribution.at(-1)?.[0];
  if (low === undefined || high === undefined) return { scale: 'linear', edges: [], counts: [] };
  const scale = suitableScale(low, high);
  const edges = binEdges({ low, high }, scale, columns);
  return { scale, edges, counts: countBetween(distribution, edges) };
}

/** Picks the scale that separates values from `low` to `high` best. */
export function suitableScale(low: number, high: number): Histogram['scale'] {
  return low > 0 && high >= LOG_FROM * low ? 'log' : 'linear';
}

/** Edges of at most `columns` bins for whole numbers from `low` to `high`; a log scale begins above 0. */
export function binEdges(
  { low, high }: { readonly low: number; readonly high: number },
  scale: Histogram['scale'],
  columns: number,
): number[] {
  return scale === 'log' ? logEdges(low, high, columns) : linearEdges(low, high, columns);
}

/** Counts the values in each bin; none may be outside. */
export function countBetween(distribution: Distribution, edges: readonly number[]): number[] {
  const counts = new Array<number>(edges.length - 1).fill(0);
  let bin = 0;
  for (const [value, count] of distribution) {
    while (value >= (edges[bin + 1] ?? Infinity)) bin += 1;
    counts[bin] = (counts[bin] ?? 0) + count;
  }
  return counts;
}

function linearEdges(low: number, high: number, columns: number): number[] {
  const width = Math.ceil((high - low + 1) / columns);
  const bins = Math.ceil((high - low + 1) / width);
  return Array.from({ length: bins + 1 }, (_, i) => low + i * width);
}

function logEdges(low: number, high: number, columns: number): number[] {
  const growth = (high + 1) / low;
  const edges = Array.from({ length: columns + 1 }, (_, i) =>
    Math.round(low * growth ** (i / columns)),
  );
  return [...new Set(edges)];
}

/** Samples of one operation, split by whether they contain a kernel tick. */
export interface SplitSamples {
  readonly quiet: Distribution;
  readonly ticked: Distribution;
}

/** Values from `low` to `high`, both included. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A histogram that also counts, for each bin, the samples that contain a kernel tick. */
export interface SplitHistogram extends Histogram {
  /** Part of `counts`. */
  readonly ticked: readonly number[];
}

/** From the smallest to the largest value; undefined if there are none. */
export function findExtent({ quiet, ticked }: SplitSamples): Range | undefined {
  const lows = [quiet[0], ticked[0]].flatMap((pair) => pair?.[0] ?? []);
  const highs = [quiet.at(-1), ticked.at(-1)].flatMap((pair) => pair?.[0] ?? []);
  if (lows.length === 0) return undefined;
  return { low: Math.min(...lows), high: Math.max(...highs) };
}

/** The samples in a range. */
export function selectSamples(samples: SplitSamples, { low, high }: Range): SplitSamples {
  const extent = findExtent(samples);
  if (extent === undefined || (extent.low >= low && extent.high <= high)) return samples;
  const { quiet, ticked } = samples;
  const isInRange = ([value]: Distribution[number]): boolean => value >= low && value <= high;
  return { quiet: quiet.filter(isInRange), ticked: ticked.filter(isInRange) };
}

/** Bins the samples of a range; a log scale needs a range above 0. */
export function splitHistogram(
  samples: SplitSamples,
  range: Range,
  scale: Histogram['scale'],
  columns: number,
): SplitHistogram {
  const edges = binEdges(range, scale, columns);
  const { quiet, ticked } = selectSamples(samples, range);
  const inside = countBetween(ticked, edges);
  const counts = countBetween(quiet, edges).map((count, at) => count + (inside[at] ?? 0));
  return { scale, edges, counts, ticked: inside };
}

/** Bars of rising height. */
export const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Draws one character per bin, its height linear in the count; only an empty bin is a blank. */
export function textHistogram({ counts }: Histogram, width: number): string {
  const tallest = Math.max(1, ...counts);
  const bars = counts.map((count) => {
    if (count === 0) return ' ';
    return BLOCKS[Math.ceil((count / tallest) * BLOCKS.length) - 1];
  });
  return bars.join('').padEnd(width);
}

/**
 * Reduces a distribution to at most `most` values for drawing: neighbours are merged under the
 * smallest of them. The smallest and the largest value stay, so the span is unchanged.
 */
export function thin(distribution: Distribution, most: number): Distribution {
  const low = distribution[0]?.[0];
  const high = distribution.at(-1)?.[0];
  if (distribution.length <= most || low === undefined || high === undefined) return distribution;
  const edges = binEdges({ low, high }, suitableScale(low, high), most);
  const counts = countBetween(distribution, edges);
  const last = counts.length - 1;
  return counts.flatMap((count, at): Distribution => {
    return count === 0 ? [] : [[at === last ? high : (edges[at] ?? low), count]];
  });
}
