import type { Range } from '../../../measure';

export type Scale = 'linear' | 'log';

/** Positions of values across a chart. A whole number extends to the next one. */
export interface Axis {
  readonly range: Range;
  readonly scale: Scale;
  readonly width: number;
}

/** The position of a value, in pixels from the left. */
export function toPosition(value: number, { range: { low, high }, scale, width }: Axis): number {
  const end = high + 1;
  const share =
    scale === 'log' ? Math.log(value / low) / Math.log(end / low) : (value - low) / (end - low);
  return share * width;
}

/** The value at a position: the inverse of `toPosition`. */
export function valueAt(x: number, { range: { low, high }, scale, width }: Axis): number {
  const share = x / width;
  const end = high + 1;
  return scale === 'log' ? low * (end / low) ** share : low + share * (end - low);
}

/** About `count` rising round values across an axis. */
export function roundValues({ low, high }: Range, scale: Scale, count: number): number[] {
  if (scale === 'log' && high >= 8 * low) return logValues(low, high, count);
  const step = roundStep((high - low) / Math.max(1, count));
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

/** The next of 1, 2, 5, 10, .. that is not smaller; at least one. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return factor * power;
}

function logValues(low: number, high: number, count: number): number[] {
  const firstDecade = Math.floor(Math.log10(low));
  const decades = Math.log10(high) - Math.log10(low);
  const within = decades * 3 <= count ? [1, 2, 5] : [1];
  const skip = Math.max(1, Math.ceil((decades * within.length) / Math.max(1, count)));
  const values: number[] = [];
  for (let decade = firstDecade; 10 ** decade <= high; decade += skip) {
    values.push(...within.map((digit) => digit * 10 ** decade));
  }
  return values.filter((value) => value >= low && value <= high);
}

/** A value marked on a histogram. */
export interface Mark {
  readonly label: string;
  readonly value: number;
  readonly kind: 'percentile' | 'mean';
}

/** A mark placed on the chart: the middle of its label and the label's row, from below. */
export interface PlacedMark extends Mark {
  readonly x: number;
  readonly middle: number;
  readonly row: number;
}

// The maximum width of a character in labels.
const LETTER = 6.4;
const GAP = 8;

/** Places the marks within the axis, each label in the first row where it covers no other. */
export function placeMarks(marks: readonly Mark[], axis: Axis): PlacedMark[] {
  const { low, high } = axis.range;
  const ends: number[] = [];
  return marks
    .filter(({ value }) => value >= low && value < high + 1)
    .sort((a, b) => a.value - b.value)
    .map((mark) => {
      const x = toPosition(
        mark.kind === 'percentile' ? computeBarMiddle(mark.value, axis) : mark.value,
        axis,
      );
      const half = (mark.label.length * LETTER) / 2;
      const middle = Math.min(axis.width - half, Math.max(half, x));
      const free = ends.findIndex((end) => end + GAP <= middle - half);
      const row = free < 0 ? ends.length : free;
      ends[row] = middle + half;
      return { ...mark, x, middle, row };
    });
}

/** The bar of a whole number extends from its value to the next one. */
function computeBarMiddle(value: number, { scale }: Axis): number {
  return scale === 'log' ? value * Math.sqrt((value + 1) / value) : value + 0.5;
}

export const LEFT = 52;
