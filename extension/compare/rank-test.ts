import { type Distribution, size } from '../measure';

/** Mann-Whitney test: do samples of one side tend to be larger? */
export interface RankTest {
  /** The number of pairs in which the second side's sample is larger; equal ones count half. */
  readonly u: number;
  /** The share of such pairs: 0.5 if neither side tends to be larger. */
  readonly share: number;
  /** Rank-biserial correlation, from -1 (second always smaller) to 1 (always larger). */
  readonly effect: number;
  /**
   * Two-sided, by the normal approximation with ties and continuity corrected. It assumes that the
   * samples of a run are independent, which they seldom are: shown, but never decides.
   */
  readonly p: number;
}

/** Ranks two distributions against each other; undefined if one is empty. */
export function rankTest(first: Distribution, second: Distribution): RankTest | undefined {
  const [n1, n2] = [size(first), size(second)];
  if (n1 === 0 || n2 === 0) return undefined;
  const { u, ties } = countPairs(first, second);
  const pairs = n1 * n2;
  const n = n1 + n2;
  const variance = (pairs / 12) * (n + 1 - ties / (n * (n - 1)));
  const distance = Math.max(0, Math.abs(u - pairs / 2) - 0.5);
  const share = u / pairs;
  return {
    u,
    share,
    effect: 2 * share - 1,
    p: variance > 0 ? normalTails(distance / Math.sqrt(variance)) : 1,
  };
}

/** Walks both in step; `ties` is the sum of t^3 - t over groups of t equal samples. */
function countPairs(first: Distribution, second: Distribution): { u: number; ties: number } {
  let u = 0;
  let ties = 0;
  let below = 0;
  let at = 0;
  const tie = (count: number): number => count ** 3 - count;
  for (const [value, count] of second) {
    let next = first[at];
    for (; next !== undefined && next[0] < value; next = first[(at += 1)]) {
      below += next[1];
      ties += tie(next[1]);
    }
    const equal = next?.[0] === value ? next[1] : 0;
    u += count * (below + equal / 2);
    ties += tie(count + equal);
    if (equal > 0) {
      below += equal;
      at += 1;
    }
  }
  return { u, ties: first.slice(at).reduce((sum, [, count]) => sum + tie(count), ties) };
}

// The series converges fast below this value, the continued fraction above it.
const SERIES_UP_TO = 3;
const DEPTH = 60;

/** The share of normal numbers further from zero than `z`. */
export function normalTails(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  return x < SERIES_UP_TO ? 1 - errorFunction(x) : complement(x);
}

/** Kummer's series for the error function. */
function errorFunction(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n <= DEPTH; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Laplace's continued fraction for its complement. */
function complement(x: number): number {
  let fraction = x;
  for (let n = DEPTH; n >= 1; n -= 1) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / fraction / Math.sqrt(Math.PI);
}
