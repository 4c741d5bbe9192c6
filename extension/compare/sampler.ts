import { type Distribution, median, size, statistics } from '../measure';
import { binomial, gamma, type Random } from './random';

/** A figure of one run, and the same figure of its samples resampled. */
export interface RunFigure {
  readonly estimate: number;
  resampled(random: Random): number;
}

// The number of largest samples drawn one by one. The rest has at least as many samples of any size
// that matters, and the sum of its draws is normal enough.
const DRAWN_SINGLY = 16;

/**
 * The mean of a run. A resampled sum combines the draws that hit the largest samples, drawn one by
 * one (binomial, exact), with the others, whose sum is normal by the central limit theorem. Runs of
 * up to 16 samples are thus resampled exactly, and half a million samples cost no more than a
 * hundred.
 */
export function meanOfRun(distribution: Distribution): RunFigure | undefined {
  const whole = statistics(distribution);
  if (whole === undefined) return undefined;
  const { tail, body } = split(distribution);
  const rest = statistics(body);
  const mean = rest?.mean ?? 0;
  const deviation = rest === undefined ? 0 : populationDeviation(rest);
  const tailDraws = binomial(whole.count, tail.length / whole.count);
  return {
    estimate: whole.mean,
    resampled(random) {
      const inTail = tailDraws(random);
      const inBody = whole.count - inTail;
      let sum = inBody * mean + Math.sqrt(inBody) * deviation * random.normal();
      for (let i = 0; i < inTail; i += 1) sum += tail[random.below(tail.length)] ?? 0;
      return sum / whole.count;
    },
  };
}

/**
 * The lower median of a run. The rank of a resample's median among the samples is that of a middle
 * one of as many uniform numbers, which is beta distributed: exact for any size.
 */
export function medianOfRun(distribution: Distribution): RunFigure | undefined {
  const estimate = median(distribution);
  if (estimate === undefined) return undefined;
  const count = size(distribution);
  const rank = Math.ceil(count / 2);
  const at = rankedSamples(distribution);
  return {
    estimate,
    resampled(random) {
      const below = gamma(rank, random);
      const above = gamma(count - rank + 1, random);
      return at(Math.ceil((below / (below + above)) * count));
    },
  };
}

function split(distribution: Distribution): { tail: Float64Array; body: Distribution } {
  const tail: number[] = [];
  for (let i = distribution.length - 1; i >= 0; i -= 1) {
    const [value, count] = distribution[i] ?? [0, 0];
    const taken = Math.min(count, DRAWN_SINGLY - tail.length);
    for (let n = 0; n < taken; n += 1) tail.push(value);
    if (tail.length < DRAWN_SINGLY) continue;
    const left = count - taken;
    const rest = left > 0 ? [[value, left] as const] : [];
    return { tail: Float64Array.from(tail), body: [...distribution.slice(0, i), ...rest] };
  }
  return { tail: Float64Array.from(tail), body: [] };
}

function populationDeviation({ deviation, count }: { deviation: number; count: number }): number {
  return deviation * Math.sqrt((count - 1) / count);
}

/** Looks up the sample of a rank, counted from 1. */
function rankedSamples(distribution: Distribution): (rank: number) => number {
  const values = Float64Array.from(distribution, ([value]) => value);
  let seen = 0;
  const lastRanks = Float64Array.from(distribution, ([, count]) => (seen += count));
  return (rank) => {
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lastRanks[middle] ?? 0) < rank) low = middle + 1;
      else high = middle;
    }
    return values[low] ?? NaN;
  };
}
