const KEPT = 50;

/** Sentences about faults in the data; only the first ones are kept. */
export interface Problems {
  readonly add: (text: string) => void;
  readonly list: () => readonly string[];
}

/** Creates an empty list of problems. */
export function newProblems(): Problems {
  const kept: string[] = [];
  let count = 0;
  return {
    add(text) {
      if (count++ < KEPT) kept.push(text);
    },
    list: () => (count > KEPT ? [...kept, `${count - KEPT} more problems of this kind`] : kept),
  };
}

/** `1 byte`, `2 bytes`. */
export function bytesText(count: number): string {
  return count === 1 ? '1 byte' : `${count} bytes`;
}
