/** Members of a JSON object of unchecked shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object's members; none for anything else. */
export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/**
 * Returns a non-empty text; also accepts numbers, because serial numbers and ids are often written as such.
 */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** Returns the texts of a list; a single text counts as a list of one. */
export function toTexts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => toText(item) ?? []);
}

/** Parses a frequency in kHz from a number or a text such as `4000`. */
export function kilohertz(value: unknown): number | undefined {
  const speed = Number(toText(value));
  return Number.isFinite(speed) && speed > 0 ? Math.round(speed) : undefined;
}

/** Parses a decimal integer that JavaScript can represent exactly. */
export function parseInteger(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Parses a non-negative decimal integer. */
export function parseCount(text: string | undefined): number | undefined {
  const value = parseInteger(text);
  return value !== undefined && value >= 0 ? value : undefined;
}

/**
 * Returns the entry of a table under a key from outside, which may be the name of something that every
 * object has, such as `constructor`.
 */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Groups values by key, in order of first appearance. */
export function groupBy<Value, Key>(
  values: Iterable<Value>,
  toKey: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = toKey(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Adds to the count of a key. */
export function addCount<Key>(counts: Map<Key, number>, key: Key, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

/** Adds numbers up. */
export const sumNumbers = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, number) => sum + number, 0);

/** Counts the occurrences of each value. */
export function countEach<T>(values: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) addCount(counts, value);
  return counts;
}

/** Adds counts of the same things up. */
export function sumCounts<T>(all: Iterable<ReadonlyMap<T, number>>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const each of all) {
    for (const [key, count] of each) addCount(counts, key, count);
  }
  return counts;
}

/** Adds counts up that are grouped by something, such as those of each thread. */
export function sumGroupedCounts<Key, T>(
  all: readonly ReadonlyMap<Key, ReadonlyMap<T, number>>[],
): ReadonlyMap<Key, ReadonlyMap<T, number>> {
  const groups = groupBy(
    all.flatMap((each) => [...each]),
    ([key]) => key,
  );
  return new Map(
    Array.from(groups, ([key, own]) => [key, sumCounts(own.map(([, counts]) => counts))]),
  );
}

/** A table in which equal rows are stored once; it may begin with known rows. */
export function newTable<Row>(toKey: (row: Row) => string | number, known: readonly Row[] = []) {
  const rows = [...known];
  const indices = new Map(rows.map((row, at) => [toKey(row), at]));
  return {
    rows,
    add(row: Row): number {
      const key = toKey(row);
      const index = indices.get(key);
      if (index !== undefined) return index;
      indices.set(key, rows.length);
      return rows.push(row) - 1;
    },
  };
}

/** Remembers what a function found for each key. */
export function remember<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key) as Value;
  };
}

/** Makes a value when it is first requested, and keeps it. */
export function once<Value>(make: () => Value): () => Value {
  const kept = remember(make);
  return () => kept(undefined);
}

/** Creates a queue that runs actions one after another; a failed one does not keep the next from running. */
export function createQueue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Numbers in [0, 1), the same for the same seed: Mulberry32. */
export function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
