import { createRandom, type Random } from './random';
import type { RunFigure } from './sampler';

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

/** One side of a ratio: the same figure of each run. */
export interface Side {
  readonly runs: readonly RunFigure[];
  /** Every run gives the same figures, so there is nothing to resample. */
  readonly isExact: boolean;
}

const RESAMPLES = 1_000;
const TAIL = 0.025;

/** The ratio of the runs' averages; undefined if one of them is not above zero. */
export function ratioOf(first: Side, second: Side): number | undefined {
  const [one, other] = [averageOf(first), averageOf(second)];
  if (one === other) return 1;
  return one > 0 && other > 0 ? other / one : undefined;
}

/**
 * Computes the 95 % interval by resampling runs first and then the samples of each drawn run.
 * Resampling a few runs understates their spread, so the interval is stretched on the logarithmic
 * scale by sqrt(R / (R - 1)) and by Student's t over the normal bound, with Welch's degrees of
 * freedom.
 * Each side is resampled with two streams of random numbers, used crosswise, so that swapping the
 * sides gives exactly the inverse interval.
 */
export function ratioInterval(first: Side, second: Side, seed: string): Interval | undefined {
  const value = ratioOf(first, second);
  if (value === undefined) return undefined;
  const of = (side: Side, stream: 1 | 2): Float64Array =>
    resample(side, createRandom(`${seed}/${stream}`));
  const logs = Float64Array.of(
    ...differences(of(first, 1), of(second, 2)),
    ...differences(of(first, 2), of(second, 1)),
  ).sort();
  const tail = Math.floor(logs.length * TAIL);
  const [low, high] = [logs.at(tail), logs.at(-1 - tail)];
  if (low === undefined || high === undefined || !logs.every(Number.isFinite)) return undefined;
  const stretch = stretchOf(first, second);
  const centre = Math.log(value);
  return {
    low: Math.exp(centre + (low - centre) * stretch),
    high: Math.exp(centre + (high - centre) * stretch),
  };
}

/** The spread between runs: the standard deviation of their figures over their average. */
export function spreadBetweenRuns({ runs }: Side): number | undefined {
  if (runs.length < 2) return undefined;
  const average = averageOf({ runs });
  const squares = runs.reduce((sum, { estimate }) => sum + (estimate - average) ** 2, 0);
  return average > 0 ? Math.sqrt(squares / (runs.length - 1)) / average : undefined;
}

/** Logarithms of resampled averages; not finite if an average is not above zero. */
function resample(side: Side, random: Random): Float64Array {
  const { runs, isExact } = side;
  const logs = new Float64Array(RESAMPLES);
  if (isExact) return logs.fill(Math.log(averageOf(side)));
  return logs.map(() => {
    let sum = 0;
    for (let i = 0; i < runs.length; i += 1) {
      sum += runs[random.below(runs.length)]?.resampled(random) ?? NaN;
    }
    return Math.log(sum / runs.length);
  });
}

function differences(first: Float64Array, second: Float64Array): Float64Array {
  return second.map((log, i) => log - (first[i] ?? NaN));
}

function stretchOf(first: Side, second: Side): number {
  const parts = [first, second]
    .filter(({ isExact }) => !isExact)
    .map((side) => {
      const count = side.runs.length;
      return { count, variance: (spreadBetweenRuns(side) ?? 0) ** 2 / count };
    });
  const total = parts.reduce((sum, { variance }) => sum + variance, 0);
  if (total === 0) return 1;
  const resampled = parts.reduce((sum, { variance, count }) => sum + variance * (1 - 1 / count), 0);
  const squares = parts.reduce((sum, { variance, count }) => sum + variance ** 2 / (count - 1), 0);
  return (student95(total ** 2 / squares) / NORMAL_95) * Math.sqrt(total / resampled);
}

function averageOf({ runs }: Pick<Side, 'runs'>): number {
  return runs.reduce((sum, { estimate }) => sum + estimate, 0) / runs.length;
}

/** Two-sided 95 % bound of the normal distribution. */
export const NORMAL_95 = 1.959964;

// The same bound for Student's t with 1 to 30 degrees of freedom.
const STUDENT_95 = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788,
  2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639,
  2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
];

/** The two-sided 95 % bound of Student's t, degrees of freedom rounded down. */
export function student95(freedom: number): number {
  const whole = Math.max(1, Math.floor(freedom));
  return STUDENT_95[whole - 1] ?? expansion(whole);
}

/** Cornish-Fisher expansion, exact to four digits beyond the table. */
function expansion(freedom: number): number {
  const z = NORMAL_95;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return z + (z ** 3 + z) / 4 / freedom + second / freedom ** 2;
}
