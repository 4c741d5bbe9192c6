import type { Distribution } from './distribution';
import { binEdges, countBetween, type Histogram } from './histogram';

/** Samples of one operation, those with a kernel tick inside apart. */
export interface SplitSamples {
  readonly quiet: Distribution;
  readonly ticked: Distribution;
}

/** Values from `low` to `high`, both included. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A histogram that tells how much of each bin had a kernel tick inside. */
export interface SplitHistogram extends Histogram {
  /** Part of `counts`. */
  readonly ticked: readonly number[];
}

/** From the smallest to the largest value; nothing where there is none. */
export function extentOf({ quiet, ticked }: SplitSamples): Range | undefined {
  const lows = [quiet[0], ticked[0]].flatMap((pair) => pair?.[0] ?? []);
  const highs = [quiet.at(-1), ticked.at(-1)].flatMap((pair) => pair?.[0] ?? []);
  if (lows.length === 0) return undefined;
  return { low: Math.min(...lows), high: Math.max(...highs) };
}

/** The samples in a range. */
export function samplesIn(samples: SplitSamples, { low, high }: Range): SplitSamples {
  const extent = extentOf(samples);
  if (extent === undefined || (extent.low >= low && extent.high <= high)) return samples;
  const { quiet, ticked } = samples;
  const isIn = ([value]: Distribution[number]): boolean => value >= low && value <= high;
  return { quiet: quiet.filter(isIn), ticked: ticked.filter(isIn) };
}

/** Bins the samples of a range; a log scale needs a range above 0. */
export function splitHistogram(
  samples: SplitSamples,
  range: Range,
  scale: Histogram['scale'],
  columns: number,
): SplitHistogram {
  const edges = binEdges(range, scale, columns);
  const { quiet, ticked } = samplesIn(samples, range);
  const inside = countBetween(ticked, edges);
  const counts = countBetween(quiet, edges).map((count, at) => count + (inside[at] ?? 0));
  return { scale, edges, counts, ticked: inside };
}
