import type { Distribution } from './distribution';
import { binEdges, countBetween, suitableScale } from './histogram';

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
