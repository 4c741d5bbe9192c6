/**
 * Numbers as text, as source maps write them: the difference to the number before, with its sign in
 * the lowest bit, five bits a character. Columns of a profile mostly go up by one, which is `C`.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]));
const BITS = 32;

/** Writes safe integers. */
export function packNumbers(numbers: readonly number[]): string {
  const characters: string[] = [];
  let previous = 0;
  for (const number of numbers) {
    const difference = number - previous;
    let rest = 2 * Math.abs(difference) + (difference < 0 ? 1 : 0);
    previous = number;
    do {
      const low = rest % BITS;
      rest = (rest - low) / BITS;
      characters.push(DIGITS[low + (rest > 0 ? BITS : 0)] ?? '');
    } while (rest > 0);
  }
  return characters.join('');
}

/** Reads packed numbers; undefined if they are damaged. */
export function unpackNumbers(text: string): number[] | undefined {
  const numbers: number[] = [];
  let [previous, value, unit] = [0, 0, 1];
  for (let at = 0; at < text.length; at++) {
    const digit = VALUES.get(text.charCodeAt(at));
    if (digit === undefined || unit > Number.MAX_SAFE_INTEGER) return undefined;
    value += (digit % BITS) * unit;
    unit *= BITS;
    if (digit >= BITS) continue;
    const size = Math.floor(value / 2);
    previous += value % 2 === 0 ? size : -size;
    if (!Number.isSafeInteger(previous)) return undefined;
    numbers.push(previous);
    [value, unit] = [0, 1];
  }
  return unit === 1 ? numbers : undefined;
}

/** Runs of numbers that go up by one. Equal runs are stored once, and numbered as they appear. */
export interface RisingRuns {
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

export interface Folded {
  /** The deepest runs are the first; those after them are runs of their numbers. */
  readonly levels: readonly RisingRuns[];
  readonly sequences: readonly (readonly number[])[];
}

const LEVELS = 4;

/**
 * Replaces runs of sequences by their numbers, and does so again with the sequences that result: what
 * is executed in the same order again becomes a single number.
 */
export function foldSequences(sequences: readonly (readonly number[])[]): Folded {
  const levels: RisingRuns[] = [];
  let folded = sequences;
  for (let level = 0; level < LEVELS; level++) {
    const starts: number[] = [];
    const lengths: number[] = [];
    const known = new Map<string, number>();
    folded = folded.map((sequence) => {
      const runs: number[] = [];
      for (let at = 0; at < sequence.length;) {
        const start = sequence[at] ?? 0;
        let length = 1;
        while (sequence[at + length] === start + length) length++;
        const key = `${start} ${length}`;
        const run = known.get(key) ?? starts.length;
        if (run === starts.length) {
          known.set(key, run);
          starts.push(start);
          lengths.push(length);
        }
        runs.push(run);
        at += length;
      }
      return runs;
    });
    levels.push({ starts, lengths });
  }
  return { levels, sequences: folded };
}

/** Restores folded sequences; undefined if they are damaged, or longer than `most` together. */
export function unfoldSequences(
  { levels, sequences }: Folded,
  most: number,
): (readonly number[])[] | undefined {
  let unfolded: (readonly number[])[] = [...sequences];
  for (const { starts, lengths } of levels.toReversed()) {
    let left = most;
    const expand = (runs: readonly number[]): number[] => {
      const sequence: number[] = [];
      for (const run of runs) {
        const [start, length] = [starts[run], lengths[run]];
        if (start === undefined || length === undefined || length < 1 || length > left) {
          left = -1;
          break;
        }
        left -= length;
        for (let step = 0; step < length; step++) sequence.push(start + step);
      }
      return sequence;
    };
    unfolded = unfolded.map(expand);
    if (left < 0) return undefined;
  }
  return unfolded;
}
