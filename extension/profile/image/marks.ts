/** A reading of the clock that the compiler inlined. */
export interface Reading {
  readonly kind: 'open' | 'close';
  /** The address of the instruction that reads the clock's register. */
  readonly load: number;
  /** The function that contains it. */
  readonly function: string;
  /** The addresses of the reading: first instruction, and behind the last one. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** The places that whoever records paths has to watch in an image. */
export interface ImageMarks {
  readonly readings: readonly Reading[];
  /** Instructions that store or load a thread's registers at a switch of context. */
  readonly saves: readonly number[];
  readonly restores: readonly number[];
  /** Why something is missing. */
  readonly problems: readonly string[];
}
