/** A text whose continued lines are joined, and the way back to the places in the original. */
export interface Spliced {
  readonly text: string;
  readonly toOriginal: (offset: number) => number;
}

// Compilers allow blanks behind the backslash.
const CONTINUATION = /\\[ \t]*\r?\n/g;

/** Joins lines that end in a backslash, as a compiler does before it reads anything else. */
export function splice(original: string): Spliced {
  if (!original.includes('\\')) return { text: original, toOriginal: (offset) => offset };
  const parts: string[] = [];
  /** Where each part begins in the joined text and in the original. */
  const joined: number[] = [];
  const starts: number[] = [];
  let length = 0;
  let from = 0;
  const add = (to: number) => {
    joined.push(length);
    starts.push(from);
    parts.push(original.slice(from, to));
    length += to - from;
  };
  for (const { index, 0: removed } of original.matchAll(CONTINUATION)) {
    add(index);
    from = index + removed.length;
  }
  add(original.length);
  return {
    text: parts.join(''),
    toOriginal: (offset) => {
      const part = lastAtMost(joined, offset);
      return (starts[part] ?? 0) + offset - (joined[part] ?? 0);
    },
  };
}

/** The index of the last of the rising numbers that is not above a value. */
function lastAtMost(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rising[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
