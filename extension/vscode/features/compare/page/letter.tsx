import { lookOf } from '../../../page';
import { letterOf } from './letters';

/** A column's letter, in its colour. */
export function Letter({ at }: { readonly at: number }) {
  return <span class={`letter ${lookOf(at)}`}>{letterOf(at)}</span>;
}
