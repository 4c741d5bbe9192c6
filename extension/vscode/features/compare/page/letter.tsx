import { chooseLook } from '../../../page';

/** The letter of a column, used throughout the view: A is the baseline. */
export function toColumnLetter(at: number): string {
  return String.fromCharCode(65 + (at % 26));
}

/** A column's letter, in its colour. */
export function Letter({ at }: { readonly at: number }) {
  return <span class={`letter ${chooseLook(at)}`}>{toColumnLetter(at)}</span>;
}
