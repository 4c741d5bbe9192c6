/** An exact distribution: `[value, count]` pairs with rising values. */
export type Distribution = readonly (readonly [value: number, count: number])[];

type Pairs = [value: number, count: number][];
type Values = Uint32Array | Float64Array;

// A table of counts is faster than sorting if it is not much larger than the data.
const TABLE_SLACK = { each: 64, most: 65_536 };

/** Counts equal values. */
export function toDistribution(values: Values): Pairs {
  let highest = 0;
  let countable = true;
  for (const value of values) {
    if (value > highest) highest = value;
    if (value < 0 || !Number.isInteger(value)) countable = false;
  }
  const slack = Math.min(TABLE_SLACK.each * values.length, TABLE_SLACK.most);
  return countable && highest < 4 * values.length + slack
    ? countInTable(values, highest)
    : countSorted(values);
}

/** Splits values into the distributions of those whose flag is 0 and of the others. */
export function splitByFlag(values: Float64Array, flags: Uint8Array): [clear: Pairs, set: Pairs] {
  const sorted = new Float64Array(values.length);
  let clear = 0;
  let set = values.length;
  for (let i = 0; i < values.length; i += 1) {
    sorted[flags[i] === 0 ? clear++ : --set] = values[i] ?? 0;
  }
  return [toDistribution(sorted.subarray(0, clear)), toDistribution(sorted.subarray(clear))];
}

/** Merges several distributions. */
export function merge(...parts: readonly Distribution[]): Distribution {
  const [first = [], ...others] = parts.filter((part) => part.length > 0);
  return others.reduce(mergeTwo, first);
}

// Uses indices and shares pairs, because runs of many thousand values are merged here.
function mergeTwo(first: Distribution, second: Distribution): Distribution {
  const merged: Distribution[number][] = [];
  let [i, k] = [0, 0];
  for (;;) {
    const one = first[i];
    const other = second[k];
    if (one === undefined || other === undefined) break;
    if (one[0] === other[0]) merged.push([one[0], one[1] + other[1]]);
    else merged.push(one[0] < other[0] ? one : other);
    if (one[0] <= other[0]) i += 1;
    if (other[0] <= one[0]) k += 1;
  }
  return merged.concat(first.slice(i), second.slice(k));
}

/** Moves every value by the same amount. */
export function shift(distribution: Distribution, by: number): Distribution {
  if (by === 0) return distribution;
  return distribution.map(([value, count]) => [value + by, count]);
}

/** The number of values. */
export function size(distribution: Distribution): number {
  let sum = 0;
  for (const pair of distribution) sum += pair[1];
  return sum;
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

/** Plain figures of a distribution with at least one sample. */
export interface Statistics {
  readonly count: number;
  readonly mean: number;
  /** The mean without the largest hundredth, rounded down to whole samples. */
  readonly trimmedMean: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation with n - 1; 0 for one sample. */
  readonly deviation: number;
}

/** Computes the plain figures; undefined for an empty distribution. */
export function statistics(distribution: Distribution): Statistics | undefined {
  const min = distribution[0]?.[0];
  const max = distribution.at(-1)?.[0];
  if (min === undefined || max === undefined) return undefined;
  const count = size(distribution);
  const mean = averageSmallest(distribution, count);
  const squares = distribution.reduce((sum, [value, n]) => sum + n * (value - mean) ** 2, 0);
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
  const trimmedMean = averageSmallest(distribution, count - Math.floor(count / 100));
  return { count, mean, trimmedMean, min, max, deviation };
}

/** The plain figures of some values; undefined if there are none. */
export function computeStatistics(values: readonly number[]): Statistics | undefined {
  return statistics(toDistribution(Float64Array.from(values)));
}

/** The mean of the smallest `count` samples. */
function averageSmallest(distribution: Distribution, count: number): number {
  let left = count;
  let sum = 0;
  for (const [value, times] of distribution) {
    const taken = Math.min(times, left);
    sum += value * taken;
    left -= taken;
  }
  return sum / count;
}
