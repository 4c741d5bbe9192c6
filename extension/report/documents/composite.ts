import type { PublishedRow } from '../../runs';
import { ownFigure, type Reading, repeatsOf, type Side } from './own';

/** The range of a run's repeats, each taken alone. */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly repeats: number;
}

/** A figure's range over the repeats of a run; undefined if fewer than two have it. */
export function rangeOverRepeats(
  { run, variant }: Side,
  row: PublishedRow,
  reading: Reading,
): Range | undefined {
  const values = repeatsOf(run).flatMap((repeat) => {
    const own = ownFigure({ run: repeat, variant }, row, reading);
    return own.kind === 'value' ? [own.value] : [];
  });
  if (values.length < 2) return undefined;
  return { low: Math.min(...values), high: Math.max(...values), repeats: values.length };
}

/** Formats a composite with one decimal more than the paper. */
export function formatComposite(value: number): string {
  return value.toFixed(2);
}
