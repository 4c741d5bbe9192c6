import { formatRatio } from '../measure';
import type { LayoutBand } from '../runs';
import type { Interval } from './ratio';

/**
 * The ratios between two sides that differ in layout alone: from any layout of one to any of the other.
 * Undefined if no side has several.
 */
export function layoutRatios(
  first: LayoutBand | undefined,
  second: LayoutBand | undefined,
): Interval | undefined {
  if (!first && !second) return undefined;
  const [one, other] = [relativeTo(first), relativeTo(second)];
  return { low: one.low / other.high, high: one.high / other.low };
}

/** A band relative to the figure that is compared. */
const relativeTo = (band: LayoutBand | undefined): Interval =>
  band ? { low: band.low / band.figure, high: band.high / band.figure } : { low: 1, high: 1 };

/** Explains why a difference is no verdict. */
export const layoutText = ({ low, high }: Interval): string =>
  `moving the code alone gives ${formatRatio(low)} .. ${formatRatio(high)}`;
