import { type Distribution, toDistribution, size, computeStatistics } from './distribution';
import { type Figure, figure, formatNumber, insufficient } from './figure';

// Shares in parts of ten thousand, so that ranks are exact integers.
const WHOLE = 10_000;
const SHARES = { p50: 5_000, p90: 9_000, p99: 9_900, 'p99.9': 9_990, 'p99.99': 9_999 } as const;

export type PercentileName = keyof typeof SHARES;

/** The percentiles shown, rising. */
export const PERCENTILES = [
  'p50',
  'p90',
  'p99',
  'p99.9',
  'p99.99',
] as const satisfies readonly PercentileName[];

/**
 * The number of samples a percentile needs for one to be expected at or beyond it: 2 for p50, 10
 * for p90, 100 for p99, 1,000 for p99.9 and 10,000 for p99.99.
 */
export function samplesNeeded(name: PercentileName): number {
  return WHOLE / (WHOLE - SHARES[name]);
}

/** Percentiles by nearest rank: the smallest sample not exceeded by at least this share. */
export function percentiles(distribution: Distribution): Record<PercentileName, Figure> {
  const count = size(distribution);
  const ranks = PERCENTILES.map((name) => Math.ceil((count * SHARES[name]) / WHOLE));
  const values = pickRanks(distribution, ranks);
  const figures = PERCENTILES.map((name, at): [PercentileName, Figure] => {
    const needed = samplesNeeded(name);
    const value = values[at];
    if (value !== undefined && count >= needed) return [name, figure(value)];
    return [name, insufficient(thinText(name, count))];
  });
  return Object.fromEntries(figures) as Record<PercentileName, Figure>;
}

/**
 * The 95 % upper bound of each percentile of the sampled distribution: the smallest sample that
 * lies below it in fewer than one of twenty such measurements, whatever the distribution
 * (binomial). Null if even the largest sample may lie below: p99 has a bound from 299 samples on.
 */
export function upperBounds(distribution: Distribution): Record<PercentileName, number | null> {
  const count = size(distribution);
  const bounds = PERCENTILES.map((name): [PercentileName, number | null] => {
    const above = samplesAbove(count, 1 - SHARES[name] / WHOLE);
    const [value] = above === undefined ? [] : pickRanks(distribution, [count - above]);
    return [name, value ?? null];
  });
  return Object.fromEntries(bounds) as Record<PercentileName, number | null>;
}

const TAIL = 0.05;
const NORMAL_95 = 1.644854;
/** Above this, the normal distribution differs from the binomial by less than one sample. */
const MANY = 500;

/**
 * The number of samples above the sample that bounds a percentile: with a probability below `TAIL`,
 * only that many of `count` samples or fewer exceed the percentile. Undefined if `count` is too small
 * for any bound.
 */
function samplesAbove(count: number, share: number): number | undefined {
  const mean = count * share;
  if (mean > MANY) return Math.floor(mean - NORMAL_95 * Math.sqrt(mean * (1 - share)) - 0.5);
  let chance = Math.exp(count * Math.log1p(-share));
  let sum = 0;
  for (let exceed = 0; exceed < count; exceed += 1) {
    sum += chance;
    if (sum > TAIL) return exceed === 0 ? undefined : exceed - 1;
    chance *= ((count - exceed) / (exceed + 1)) * (share / (1 - share));
  }
  return undefined;
}

/** Explains why so few samples give no percentile. */
export function thinText(name: PercentileName, count: number): string {
  return `${name} needs ${formatNumber(samplesNeeded(name))} samples, not ${formatNumber(count)}`;
}

/** The lower median of any distribution, however small. */
export function median(distribution: Distribution): number | undefined {
  return pickRanks(distribution, [Math.ceil(size(distribution) / 2)])[0];
}

/**
 * The median between the values that a clock can show: a value represents all within half a step, and the
 * median is the point with half of the samples below it. The lower median moves in whole steps, each of
 * which is several per cent of a short operation. Values that lie closer are the same, rounded otherwise.
 */
export function fineMedian(distribution: Distribution, step = 1): number | undefined {
  const half = size(distribution) / 2;
  let below = 0;
  for (const { middle, count } of groupWithin(distribution, step / 2)) {
    if (below + count >= half) return middle + step * ((half - below) / count - 0.5);
    below += count;
  }
  return undefined;
}

/** Joins values that lie within a distance of the first of them. */
function groupWithin(
  distribution: Distribution,
  most: number,
): readonly { readonly middle: number; readonly count: number }[] {
  const groups: { first: number; middle: number; count: number }[] = [];
  for (const [value, count] of distribution) {
    const last = groups.at(-1);
    if (last === undefined || value - last.first > most) {
      groups.push({ first: value, middle: value, count });
      continue;
    }
    last.count += count;
    last.middle += ((value - last.middle) * count) / last.count;
  }
  return groups;
}

/** The middle eight tenths of at least ten samples, by nearest rank. */
export function findMiddleRange(
  distribution: Distribution,
): readonly [low: number, high: number] | undefined {
  const count = size(distribution);
  const [low, high] = pickRanks(distribution, [Math.ceil(count / 10), Math.ceil((count * 9) / 10)]);
  return count < 10 || low === undefined || high === undefined ? undefined : [low, high];
}

/** The samples at rising ranks, counted from 1, in one pass. */
function pickRanks(distribution: Distribution, ranks: readonly number[]): readonly number[] {
  const found: number[] = [];
  let seen = 0;
  for (const [value, count] of distribution) {
    seen += count;
    while (seen >= (ranks[found.length] ?? Infinity)) found.push(value);
    if (found.length === ranks.length) break;
  }
  return found;
}

/** Fewer batches give no mean. */
const BATCHES_NEEDED = 30;

/**
 * Smaller batches give no mean: the two readings of the clock around a batch disturb its first and
 * last execution. What they add is the same in an empty batch, except for what a pipeline overlaps.
 */
export const SMALLEST_BATCH = 4;

/** Batches of one operation, elapsed in the clock's unit. */
export interface Batches {
  readonly size: number;
  readonly elapsed: readonly number[];
  /** Indices of the batches with a kernel tick inside. */
  readonly ticked: readonly number[];
  /** Elapsed in an empty loop of the same size. */
  readonly empty: readonly number[];
  /** Batches of fewer operations give no mean. */
  readonly smallest: number;
}

/** Plain figures of batches' means per operation. */
interface MeansOfBatches {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Figures of one operation's batches, net of the empty loop. */
export interface BatchMeans {
  readonly count: number;
  /** Operations in a batch. */
  readonly size: number;
  readonly mean: Figure;
  readonly min: number;
  readonly max: number;
  readonly all: MeansOfBatches;
  /** Batches without a kernel tick inside. */
  readonly quiet: MeansOfBatches;
}

/** Means per operation; undefined if no batch was measured. */
export function batchMeans(batches: Batches): BatchMeans | undefined {
  const { size, elapsed, ticked, empty } = batches;
  const loop = median(toDistribution(Float64Array.from(empty))) ?? 0;
  const means = elapsed.map((value) => (value - loop) / size);
  const all = computeStatistics(means);
  if (all === undefined || size === 0) return undefined;
  const inside = new Set(ticked);
  const quiet = computeStatistics(means.filter((_, index) => !inside.has(index)));
  const lack = explainMissingMean(batches);
  return {
    count: all.count,
    size,
    mean: lack === undefined ? figure(all.mean) : insufficient(lack),
    min: all.min,
    max: all.max,
    all: pick(all),
    quiet: quiet === undefined ? { count: 0, mean: 0, deviation: 0 } : pick(quiet),
  };
}

/** Explains why batches give no mean. */
function explainMissingMean({ size, elapsed, smallest }: Batches): string | undefined {
  if (size < smallest) return `a batch mean needs batches of ${smallest} operations, not ${size}`;
  if (elapsed.length >= BATCHES_NEEDED) return undefined;
  return `a batch mean needs ${BATCHES_NEEDED} batches, not ${elapsed.length}`;
}

function pick({ count, mean, deviation }: MeansOfBatches): MeansOfBatches {
  return { count, mean, deviation };
}

/** Processor counter values over batches of one operation. */
export interface CountedBatches {
  readonly unit: string;
  readonly size: number;
  readonly counts: readonly number[];
  /** Counts of empty loops of the same size, including the reading of the counter. */
  readonly empty: readonly number[];
}

/** Counts per operation, net of the empty loop. */
export interface CountedMean {
  readonly unit: string;
  readonly mean: number;
  /** Half of its 95 % interval over the repeats; absent if it was measured once. */
  readonly margin?: number | undefined;
  readonly batches: number;
}

/** Averages all batches of repeats that counted alike; undefined if nothing was counted. */
export function averageCounts(repeats: readonly CountedBatches[]): CountedMean | undefined {
  const [first] = repeats;
  if (first === undefined || first.size === 0) return undefined;
  if (repeats.some(({ unit, size }) => unit !== first.unit || size !== first.size))
    return undefined;
  const counts = repeats.flatMap((each) => each.counts);
  const empty = repeats.flatMap((each) => each.empty);
  if (counts.length === 0) return undefined;
  const loop = median(toDistribution(Float64Array.from(empty))) ?? 0;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = (total / counts.length - loop) / first.size;
  return { unit: first.unit, mean, batches: counts.length };
}
