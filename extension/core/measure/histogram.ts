import type { Distribution } from './distribution';

/** Counts between rising edges; bin i holds `edges[i] <= value < edges[i + 1]`. */
export interface Histogram {
  readonly scale: 'linear' | 'log';
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

// Beyond this ratio between the largest and the smallest value a linear scale is one bar and dust.
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

/** The scale on which values from `low` to `high` are told apart best. */
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

/** How many values lie in each bin; none may lie outside. */
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
