import { type Axis, placeOf } from './axis';

/** A value that is marked on a histogram. */
export interface Mark {
  readonly label: string;
  readonly value: number;
  readonly kind: 'percentile' | 'mean';
}

/** A mark on its way onto the chart: the middle of its label and the label's row, from below. */
export interface PlacedMark extends Mark {
  readonly x: number;
  readonly middle: number;
  readonly row: number;
}

// What a character of the labels takes at most.
const LETTER = 6.4;
const GAP = 8;

/** Places the marks that lie on the axis, each label in the first row where it covers no other. */
export function placeMarks(marks: readonly Mark[], axis: Axis): PlacedMark[] {
  const { low, high } = axis.range;
  const ends: number[] = [];
  return marks
    .filter(({ value }) => value >= low && value < high + 1)
    .sort((a, b) => a.value - b.value)
    .map((mark) => {
      const x = placeOf(mark.kind === 'percentile' ? middleOf(mark.value, axis) : mark.value, axis);
      const half = (mark.label.length * LETTER) / 2;
      const middle = Math.min(axis.width - half, Math.max(half, x));
      const free = ends.findIndex((end) => end + GAP <= middle - half);
      const row = free < 0 ? ends.length : free;
      ends[row] = middle + half;
      return { ...mark, x, middle, row };
    });
}

/** The bar of a whole number reaches from its value to the next one. */
function middleOf(value: number, { scale }: Axis): number {
  return scale === 'log' ? value * Math.sqrt((value + 1) / value) : value + 0.5;
}
