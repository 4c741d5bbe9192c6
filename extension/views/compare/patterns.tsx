import { LOOKS, lookOf } from '../shared/looks';

// Lines and dots of a tile of eight pixels; told apart without any colour.
const DRAWINGS: readonly string[] = [
  '',
  'M-1 9L9 -1M-1 1L1 -1M7 9L9 7',
  'M-1 -1L9 9M7 -1L9 1M-1 7L1 9',
  'M0 4H8',
  'M4 0V8',
  'M0 4H8M4 0V8',
];

/** The filling of a column's histogram. */
export function PatternOf({ id, at }: { readonly id: string; readonly at: number }) {
  const drawing = DRAWINGS[at % LOOKS] ?? '';
  return (
    <pattern id={id} class={lookOf(at)} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect class={drawing === '' ? 'ground solid' : 'ground'} width="8" height="8" />
      {drawing !== '' && <path class="hatch" d={drawing} />}
    </pattern>
  );
}
