/** An exact distribution: `[value, count]` pairs with rising values. */
export type Distribution = readonly (readonly [value: number, count: number])[];

type Pairs = [value: number, count: number][];
type Values = Uint32Array | Float64Array;

// A table of counts is faster than sorting as long as it is not much larger than the data.
const TABLE_SLACK = 65_536;

/** Counts equal values. */
export function distributionOf(values: Values): Pairs {
  let highest = 0;
  let countable = true;
  for (const value of values) {
    if (value > highest) highest = value;
    if (value < 0 || !Number.isInteger(value)) countable = false;
  }
  return countable && highest < 4 * values.length + TABLE_SLACK
    ? countInTable(values, highest)
    : countSorted(values);
}

/** The distributions of all values whose flag is 0, and of the others. */
export function splitByFlag(values: Float64Array, flags: Uint8Array): [clear: Pairs, set: Pairs] {
  const sorted = new Float64Array(values.length);
  let clear = 0;
  let set = values.length;
  for (let i = 0; i < values.length; i += 1) {
    sorted[flags[i] === 0 ? clear++ : --set] = values[i] ?? 0;
  }
  return [distributionOf(sorted.subarray(0, clear)), distributionOf(sorted.subarray(clear))];
}

/** All values of several distributions in one. */
export function merge(...parts: readonly Distribution[]): Pairs {
  return parts.reduce<Pairs>(mergeTwo, []);
}

function mergeTwo(first: Distribution, second: Distribution): Pairs {
  const merged: Pairs = [];
  let [i, k] = [0, 0];
  while (i < first.length || k < second.length) {
    const [a, countOfA] = first[i] ?? [Infinity, 0];
    const [b, countOfB] = second[k] ?? [Infinity, 0];
    merged.push([Math.min(a, b), (a <= b ? countOfA : 0) + (b <= a ? countOfB : 0)]);
    if (a <= b) i += 1;
    if (b <= a) k += 1;
  }
  return merged;
}

/** Every value moved by the same amount. */
export function shift(distribution: Distribution, by: number): Pairs {
  return distribution.map(([value, count]) => [value + by, count]);
}

/** How many values there are. */
export function size(distribution: Distribution): number {
  return distribution.reduce((sum, [, count]) => sum + count, 0);
}

function countInTable(values: Values, highest: number): Pairs {
  const counts = new Uint32Array(highest + 1);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const pairs: Pairs = [];
  counts.forEach((count, value) => {
    if (count > 0) pairs.push([value, count]);
  });
  return pairs;
}

function countSorted(values: Values): Pairs {
  const pairs: Pairs = [];
  let last: Pairs[number] | undefined;
  for (const value of values.toSorted()) {
    if (last !== undefined && last[0] === value) {
      last[1] += 1;
      continue;
    }
    last = [value, 1];
    pairs.push(last);
  }
  return pairs;
}
