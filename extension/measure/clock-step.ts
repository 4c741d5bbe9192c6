import { type Clock, shortUnit, unitsPerSecond } from '../agent';
import { type Distribution, merge } from './distribution';
import { formatFine } from './figure';

/*
 * Two readings of a clock with a period of g differ by a multiple of g, rounded to whole units once
 * or twice. The search tries all periods from the longest to the shortest, and takes the first
 * whose multiples hold the values: 42, 83, 84, 125 and 0 are those of a clock of 41.67 ns.
 */

/** A value lies less than a unit from its multiple, and the period is known to a fraction of one. */
const ROUNDING = 1.25;
/** The shortest step that rounding leaves visible: below, every whole number is near a multiple. */
const SHORTEST = 2 * ROUNDING + 1;
/** A period is searched among values of up to this many of them; longer values refine it. */
const MULTIPLES = 64;
/** Two neighbouring periods of the search differ by twice this share. */
const INACCURACY = 1 / 1024;
/** The share of values that must fit: others may stem from a wrap or a transport. */
const FITTING = 0.99;
/*
 * The least improbability of a fit by chance, as a natural logarithm: some ten thousand periods are
 * tried in each of some thousand parts, and one false step in ten thousand runs is acceptable.
 */
const EVIDENCE = 25;
/** The accuracy of a step that is found from few values. */
const NOMINAL = 2e-4;

/** Values read from a clock under equal conditions, before anything is subtracted. */
export interface ClockReadings {
  /** All values: samples, batches and empty ones. */
  readonly values: Distribution;
  /**
   * Samples of nothing. They keep an operation whose duration has a period of its own from being
   * taken for a clock: a reading costs something, and that is a multiple of a clock's step only.
   */
  readonly empty: Distribution;
}

/**
 * Derives the smallest step of a clock, in its unit, from the values measured with it. Parts that
 * have different steps give the coarsest. Undefined if the values show no step: the clock is finer
 * than its unit, or there are too few values.
 */
export function clockStep(parts: readonly ClockReadings[]): number | undefined {
  const together = {
    values: merge(...parts.map(({ values }) => values)),
    empty: merge(...parts.map(({ empty }) => empty)),
  };
  const found = [together, ...parts].flatMap((part) => findStep(part) ?? []);
  return found.length === 0 ? undefined : Math.max(...found);
}

function findStep({ values, empty }: ClockReadings): number | undefined {
  const readings = toReadings(values);
  const around = toReadings(empty);
  // Two multiples at least, or any value would be its own period.
  const longest = readings.longest / 2 + ROUNDING;
  for (let period = longest; period >= SHORTEST; period *= 1 - 2 * INACCURACY) {
    const grid = { period, multiples: MULTIPLES, inaccuracy: INACCURACY };
    if (!fits(readings, grid)) continue;
    const step = refine(readings, grid);
    if (step !== undefined && isCredible(readings, step) && fits(around, exactly(step, Infinity))) {
      return step;
    }
  }
  return undefined;
}

/** A distribution that is searched many times: distinct values, and how many precede each. */
interface Readings {
  readonly values: Float64Array;
  readonly before: Float64Array;
  readonly longest: number;
}

function toReadings(distribution: Distribution): Readings {
  const before = new Float64Array(distribution.length + 1);
  distribution.forEach(([, count], at) => (before[at + 1] = (before[at] ?? 0) + count));
  const values = Float64Array.from(distribution, ([value]) => value);
  return { values, before, longest: values.at(-1) ?? 0 };
}

/** The multiples of a period up to a limit, and the relative error that the period may have. */
interface Grid {
  readonly period: number;
  readonly multiples: number;
  readonly inaccuracy: number;
}

function exactly(period: number, multiples: number): Grid {
  return { period, multiples, inaccuracy: 0 };
}

/** The number of distinct values within a grid. */
function countValues({ period, multiples }: Grid, { values }: Readings): number {
  const limit = (multiples + 0.5) * period;
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True if nearly all values within the grid are near it. */
function fits(readings: Readings, grid: Grid): boolean {
  const { values, before } = readings;
  const end = countValues(grid, readings);
  let allowed = (1 - FITTING) * (before[end] ?? 0);
  for (let at = 0; at < end; at += 1) {
    if (isNear(values[at] ?? 0, grid)) continue;
    allowed -= (before[at + 1] ?? 0) - (before[at] ?? 0);
    if (allowed < 0) return false;
  }
  return end > 0;
}

function isNear(value: number, { period, inaccuracy }: Grid): boolean {
  const distance = Math.abs(value - Math.round(value / period) * period);
  return distance <= ROUNDING + inaccuracy * value;
}

/**
 * Least squares, first until the period counts the shorter values exactly, then over ever longer
 * ones, as far as it stays precise enough. Undefined if even the shorter ones do not fit.
 */
function refine(readings: Readings, coarse: Grid): number | undefined {
  let { period, inaccuracy } = coarse;
  for (; inaccuracy * MULTIPLES * period > ROUNDING / 8; inaccuracy /= 4) {
    period = leastSquares(readings, { ...coarse, period, inaccuracy });
  }
  let step: number | undefined;
  let multiples = MULTIPLES;
  period = leastSquares(readings, exactly(period, multiples));
  if (!fits(readings, exactly(period, multiples))) {
    period = findMiddlePeriod(readings, exactly(period, multiples));
  }
  while (fits(readings, exactly(period, multiples))) {
    step = period;
    if (multiples * step > readings.longest) break;
    multiples *= 2;
    period = leastSquares(readings, exactly(step, multiples));
  }
  return step;
}

function leastSquares(readings: Readings, grid: Grid): number {
  let [products, squares] = [0, 0];
  for (const [multiple, { mean }] of findClusters(readings, grid)) {
    products += multiple * mean;
    squares += multiple ** 2;
  }
  return squares === 0 ? grid.period : products / squares;
}

/**
 * The middle of the periods that leave every value within a unit of its multiple. Least squares may
 * lie outside them: where few values are all rounded to one side, the longest is missed by more.
 */
function findMiddlePeriod(readings: Readings, grid: Grid): number {
  let [low, high] = [0, Infinity];
  for (const value of readings.values.subarray(0, countValues(grid, readings))) {
    const multiple = Math.round(value / grid.period);
    if (multiple === 0) continue;
    low = Math.max(low, (value - 1) / multiple);
    high = Math.min(high, (value + 1) / multiple);
  }
  return (low + high) / 2;
}

/** The values near each multiple but zero, which belongs to any period. */
function findClusters(
  readings: Readings,
  grid: Grid,
): ReadonlyMap<number, { readonly mean: number }> {
  const { values, before } = readings;
  const clusters = new Map<number, { count: number; mean: number }>();
  const end = countValues(grid, readings);
  for (let at = 0; at < end; at += 1) {
    const value = values[at] ?? 0;
    const multiple = Math.round(value / grid.period);
    if (multiple === 0 || !isNear(value, grid)) continue;
    const count = (before[at + 1] ?? 0) - (before[at] ?? 0);
    const cluster = clusters.get(multiple) ?? { count: 0, mean: 0 };
    cluster.count += count;
    cluster.mean += ((value - cluster.mean) * count) / cluster.count;
    clusters.set(multiple, cluster);
  }
  return clusters;
}

/** True if that many matches by chance are unlikely: the divergence of a binomial share. */
function isCredible(readings: Readings, step: number): boolean {
  if (step < SHORTEST) return false;
  const grid = exactly(step, MULTIPLES);
  const hits = findClusters(readings, grid).size;
  const within = readings.values.subarray(0, countValues(grid, readings));
  const misses = within.filter((value) => !isNear(value, grid)).length;
  // The window of whole numbers around a multiple.
  const byChance = 3 / step;
  const share = hits / (hits + misses);
  if (hits < 2 || share <= byChance) return false;
  const missed = misses === 0 ? 0 : misses * Math.log((1 - share) / (1 - byChance));
  return hits * Math.log(share / byChance) + missed >= EVIDENCE;
}

/** Formats a clock's step, with the frequency that makes it if it is a time: `41.67 ns (24 MHz)`. */
export function formatStep(step: number, clock: Clock): string {
  if (clock.unit === 'instructions') return `${formatFine(step)} ${shortUnit(clock.unit)}`;
  const measured = unitsPerSecond(clock) / step;
  // Oscillators have round rates, which are exact where a step from few values is not.
  const plain = [1, 2, 3].map((digits) => Number(measured.toPrecision(digits)));
  const hz = plain.find((each) => Math.abs(each / measured - 1) < NOMINAL) ?? measured;
  const [rate, unit] = hz >= 1e6 ? [hz / 1e6, 'MHz'] : [hz / 1000, 'kHz'];
  const nominal = formatFine(unitsPerSecond(clock) / hz);
  return `${nominal} ${shortUnit(clock.unit)} (${formatFine(rate)} ${unit})`;
}
