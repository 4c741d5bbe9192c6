import { formatRatio, NO_FIGURE, computeStatistics, studentTail } from '../measure';

/** A 95 % interval of a ratio. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A ratio of the second side to the first, with its interval if there is one. */
export interface Ratio {
  readonly value: number;
  readonly interval: Interval | undefined;
}

/** The interval of a ratio in words. */
export function intervalText(interval: Interval | undefined): string {
  if (interval === undefined) return NO_FIGURE;
  const { low, high } = interval;
  return low === high ? 'exact' : `${formatRatio(low)} .. ${formatRatio(high)}`;
}

/** The same figure of each run of two sides. */
export interface RunFigures {
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** The possible error of a figure because values are whole units of a clock. */
  readonly resolution: number;
  /** The possible error, as a part of it, that all figures of a side share: that of the rate which converts them. */
  readonly rateError?: number | undefined;
}

const TAIL = 0.025;
const NORMAL_95 = 1.959964;

/** The ratio of two figures; undefined if one of them is not above zero. */
export function computeRatio(first: number, second: number): number | undefined {
  if (first === second) return 1;
  return first > 0 && second > 0 ? second / first : undefined;
}

/**
 * Estimates how many times larger the second side's runs are (Hodges and Lehmann: the median of all
 * ratios between a run of one side and one of the other), with the interval that inverts the
 * Mann-Whitney test. It assumes no shape of the spread between runs, and one disturbed run of many
 * does not widen it. The spread within a run is a part of the spread between runs, so it is counted
 * once. Undefined if a figure is not above zero; without interval if there are too few runs.
 */
export function ratioOfRuns(figures: RunFigures): Ratio | undefined {
  const logs = toLogs(figures);
  if (logs === undefined) return undefined;
  const { first, second } = logs;
  const apart = listDifferences(logs);
  const dropped = largestCountBelow(first.length, second.length, TAIL);
  const interval = intervalWithout(dropped, apart, logs);
  return { value: Math.exp(medianOfSorted(apart)), interval };
}

/** The interval that leaves out no more than `tail` beyond each end, or the widest that there is. */
export function widerInterval(figures: RunFigures, tail: number): Interval | undefined {
  const logs = toLogs(figures);
  if (logs === undefined) return undefined;
  const { first, second } = logs;
  const dropped = Math.max(1, largestCountBelow(first.length, second.length, tail));
  return intervalWithout(dropped, listDifferences(logs), logs);
}

/** All differences between a run of one side and one of the other, the smallest first. */
function listDifferences({ first, second }: Logs): Float64Array {
  return Float64Array.from(second.flatMap((other) => first.map((one) => other - one))).sort();
}

/** The interval without so many differences at each end. */
function intervalWithout(
  dropped: number,
  apart: Float64Array,
  { first, second, error, shared }: Logs,
): Interval | undefined {
  const [low, high] = [apart[dropped - 1], apart[apart.length - dropped]];
  if (low === undefined || high === undefined) return undefined;
  const centre = medianOfSorted(apart);
  const least = NORMAL_95 * spreadByRounding(error, first, second);
  return {
    low: Math.exp(Math.min(low, centre - least) - shared),
    high: Math.exp(Math.max(high, centre + least) + shared),
  };
}

/**
 * The probability of seeing the second side so far above `factor` times the first if it is not
 * above it: exact, by Mann and Whitney. Where the sides are wholly apart, ranks cannot show how
 * far, and a handful of runs could never outweigh the many operations of a comparison. Then
 * Welch's test on the logarithms counts.
 */
export function chanceOfAbove(figures: RunFigures, factor: number): number {
  const logs = toLogs(figures);
  if (logs === undefined) return 1;
  const { first, error, shared } = logs;
  const shift = Math.log(factor) + shared;
  const second = logs.second.map((log) => log - shift);
  let above = 0;
  for (const other of second) {
    for (const one of first) above += other > one ? 1 : other === one ? 0.5 : 0;
  }
  const pairs = first.length * second.length;
  const ranks = cumulative(first.length, second.length)[pairs - Math.floor(above)] ?? 1;
  const chance = above === pairs ? Math.min(ranks, welch(first, second, error)) : ranks;
  return Math.max(chance, chanceOfRounding(first, second, error));
}

/**
 * The probability that rounding alone puts the second side so far above the first, which ranks do not show. Where runs
 * differ, their rounding does as well, and the ranks contain it.
 */
function chanceOfRounding(first: Side, second: Side, error: number): number {
  if (error === 0) return 0;
  const sides = [first, second].map(sort);
  if (!sides.some((side) => isSteady(side, error))) return 0;
  const [one = NaN, other = NaN] = sides.map(medianOfSorted);
  return studentTail((other - one) / spreadByRounding(error, first, second), MANY);
}

/** True if the middle half of a side's sorted runs differs by much less than rounding may hide. */
function isSteady(sorted: Float64Array, error: number): boolean {
  const [low = NaN, high = NaN] = [1, 3].map(
    (part) => sorted[Math.floor((part * sorted.length) / 4)],
  );
  return high - low < error * STEADY;
}

/** The rounding of values on either side of a step shows, if only one of ten is on the other side of it. */
const STEADY = 0.1;

/** Degrees of freedom with which Student's t is nearly normal. */
const MANY = 1000;

const sort = (side: Side) => Float64Array.from(side).sort();

/** Same, for a second side below `factor` times the first. */
export function chanceOfBelow(figures: RunFigures, factor: number): number {
  const { first, second } = figures;
  return chanceOfAbove({ ...figures, first: second, second: first }, 1 / factor);
}

/**
 * Benjamini and Hochberg: the largest probability that still counts, if of all findings at most
 * `level` are to be false. Zero if none does.
 */
export function falseDiscoveryLimit(chances: readonly number[], level: number): number {
  return chances
    .toSorted((one, other) => one - other)
    .reduce((limit, chance, at, { length }) => {
      return chance <= (level * (at + 1)) / length ? chance : limit;
    }, 0);
}

/** The spread between runs: the standard deviation of their figures over their average. */
export function spreadBetweenRuns(runs: readonly number[]): number | undefined {
  const { count, mean, deviation } = computeStatistics(runs) ?? NONE;
  return count > 1 && mean > 0 ? deviation / mean : undefined;
}

interface Logs {
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** The relative standard error of a figure between whole units. */
  readonly error: number;
  /** A part of the error that no number of runs averages out. */
  readonly shared: number;
}

/** The standard error of a ratio because figures are rounded. */
function spreadByRounding(error: number, { length: first }: Side, { length: second }: Side) {
  return error * Math.sqrt(1 / first + 1 / second);
}

/** The repeats of each side with which rounding moves a ratio by no more than that, at so many deviations. */
export function repeatsAgainstRounding(figures: RunFigures, most: number, deviations: number) {
  const { first = [], second = [], error = 0 } = toLogs(figures) ?? {};
  const isRounded = [first, second].some((side) => isSteady(sort(side), error));
  return isRounded ? 2 * ((deviations * error) / most) ** 2 : 0;
}

type Side = readonly number[];

/** Undefined if a figure is not above zero. */
function toLogs({ first, second, resolution, rateError = 0 }: RunFigures): Logs | undefined {
  const all = [...first, ...second];
  if (first.length === 0 || second.length === 0 || !all.every((value) => value > 0))
    return undefined;
  const error = resolution / Math.sqrt(12) / Math.min(...all);
  const shared = Math.log1p(rateError);
  return { first: first.map(Math.log), second: second.map(Math.log), error, shared };
}

/** Welch's one-sided test of the second side being larger; no spread is below that of rounding. */
function welch(first: readonly number[], second: readonly number[], error: number): number {
  const [one, other] = [first, second].map((side) => {
    const { count, mean, deviation } = computeStatistics(side) ?? NONE;
    return { mean, freedom: count - 1, variance: Math.max(deviation, error) ** 2 / count };
  });
  if (one === undefined || other === undefined) return 1;
  const total = one.variance + other.variance;
  const squares = one.variance ** 2 / one.freedom + other.variance ** 2 / other.freedom;
  if (!(squares > 0) || !Number.isFinite(squares)) return 1;
  return studentTail((other.mean - one.mean) / Math.sqrt(total), total ** 2 / squares);
}

const NONE = { count: 0, mean: NaN, deviation: NaN };

function medianOfSorted(sorted: Float64Array): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Counts the smallest differences that the interval leaves out. */
function largestCountBelow(first: number, second: number, tail: number): number {
  const chances = cumulative(first, second);
  let count = 0;
  while ((chances[count] ?? 1) <= tail) count += 1;
  return count;
}

const known = new Map<string, Float64Array>();

/** The probability of at most `u` pairs in which the second is larger, if both sides are alike. */
function cumulative(first: number, second: number): Float64Array {
  const key = `${Math.min(first, second)} ${Math.max(first, second)}`;
  const isCountable = first * second <= MOST_COUNTED;
  const found =
    known.get(key) ?? (isCountable ? sharesUpTo(countWays(first, second)) : nearly(first, second));
  known.set(key, found);
  return found;
}

/** Beyond 100 runs a side, rounding errors of the counts grow until they are all that is left. */
const MOST_COUNTED = 100 * 100;

/** The same by a bell curve with the mean and the deviation of the counts. */
function nearly(first: number, second: number): Float64Array {
  const pairs = first * second;
  const deviation = Math.sqrt((pairs * (first + second + 1)) / 12);
  // Student's t is a little wider than the normal distribution, which errs on the safe side.
  const freedom = first + second - 2;
  return Float64Array.from({ length: pairs + 1 }, (_, u) =>
    studentTail((pairs / 2 - u - 0.5) / deviation, freedom),
  );
}

/** The number of orders of both sides' runs for each number of such pairs, by their sizes. */
function countWays(first: number, second: number): Float64Array {
  // The generating function is the product of (1 - x^(second + i)) / (1 - x^i) for i up to `first`.
  const ways = new Float64Array(first * second + 1);
  ways[0] = 1;
  for (let i = 1; i <= first; i += 1) {
    for (let u = ways.length - 1; u >= second + i; u -= 1) {
      ways[u] = (ways[u] ?? 0) - (ways[u - second - i] ?? 0);
    }
    for (let u = i; u < ways.length; u += 1) ways[u] = (ways[u] ?? 0) + (ways[u - i] ?? 0);
  }
  return ways;
}

/** Adds up, as a share of all. */
function sharesUpTo(ways: Float64Array): Float64Array {
  let sum = 0;
  const sums = ways.map((count) => (sum += count));
  return sums.map((each) => each / sum);
}
