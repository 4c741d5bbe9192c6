import type { Range } from '../../../measure';
import { type Axis, valueAt } from './axis';
import type { Bar } from './bars';

// A shorter drag is a click.
const SHORTEST_DRAG = 4;
const FEWEST_VALUES = 2;

/** A request to show everything again. */
export const whole = 'whole';

/** The bar that a key selects; undefined for other keys. */
export function nextBar(
  key: string,
  from: number | undefined,
  bars: readonly Bar[],
): number | undefined {
  const last = bars.length - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return from === undefined ? 0 : Math.min(last, from + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return from === undefined ? last : Math.max(0, from - 1);
    case 'PageDown':
      return Math.max(0, (from ?? last) - 10);
    case 'PageUp':
      return Math.min(last, (from ?? 0) + 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** The range that a key zooms to, around the selected bar; undefined for other keys. */
export function keyZoom(
  key: string,
  bar: Bar | undefined,
  { low, high }: Range,
): Range | typeof whole | undefined {
  if (key === '0' || key === 'Escape') return whole;
  const factor = key === '+' || key === '=' ? 0.5 : key === '-' ? 2 : undefined;
  if (factor === undefined) return undefined;
  const middle = bar === undefined ? (low + high) / 2 : (bar.values.low + bar.values.high) / 2;
  const half = Math.max(FEWEST_VALUES, (high - low) * factor) / 2;
  return { low: Math.round(middle - half), high: Math.round(middle + half) };
}

/** The values between the ends of a drag; undefined for a click. */
export function findDraggedRange(from: number, to: number, axis: Axis): Range | undefined {
  if (Math.abs(to - from) < SHORTEST_DRAG) return undefined;
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const low = Math.floor(valueAt(left, axis));
  const high = Math.ceil(valueAt(right, axis)) - 1;
  return { low, high: Math.max(high, low + FEWEST_VALUES) };
}

/** Limits a zoom to the existing values; undefined if it contains all of them. */
export function limitZoom(range: Range, extent: Range): Range | undefined {
  if (range.low <= extent.low && range.high >= extent.high) return undefined;
  const low = Math.max(range.low, Math.min(extent.low, extent.high - FEWEST_VALUES));
  const high = Math.min(range.high, Math.max(extent.high, extent.low + FEWEST_VALUES));
  return low < high ? { low, high } : undefined;
}
