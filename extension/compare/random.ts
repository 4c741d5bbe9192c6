/** A reproducible source of random numbers. */
export interface Random {
  /** Between 0 and 1, both excluded. */
  uniform(): number;
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  /** With mean 0 and deviation 1. */
  normal(): number;
}

const WORDS = 2 ** 32;
const NEARLY_ONE = 1 - 2 ** -33;

/** Creates a generator that depends only on the text of the seed. */
export function createRandom(seed: string): Random {
  const word = xoshiro128(stateOf(seed));
  const uniform = (): number => (word() + 0.5) / WORDS;
  let spare: number | undefined;
  return {
    uniform,
    below: (limit) => Math.floor(uniform() * limit),
    normal() {
      if (spare !== undefined) {
        const kept = spare;
        spare = undefined;
        return kept;
      }
      const [one, other] = normalPair(uniform);
      spare = other;
      return one;
    },
  };
}

/** Blackman and Vigna's generator xoshiro128**: 32 bits a call, period 2^128 - 1. */
export function xoshiro128([a, b, c, d]: readonly [number, number, number, number]): () => number {
  let [s0, s1, s2, s3] = [a, b, c, d];
  return () => {
    const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9);
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotate(s3, 11);
    return result >>> 0;
  };
}

/** Gamma distributed with scale 1, by Marsaglia and Tsang's rejection; `shape` is at least 1. */
export function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(random.uniform()) < x ** 2 / 2 + d * (1 - v + Math.log(v))) return d * v;
  }
}

/**
 * Draws how many of `trials` succeed, by looking up one number in the summed probabilities. They are
 * summed while they count: rounding may keep the sum of all from ever coming near to one.
 */
export function binomial(trials: number, share: number): (random: Random) => number {
  if (share >= 1) return () => trials;
  const sums: number[] = [];
  const expected = trials * share;
  let probability = (1 - share) ** trials;
  const counts = (n: number) => n <= expected || probability > Number.EPSILON ** 2;
  for (let n = 0, sum = 0; n < trials && sum < NEARLY_ONE && counts(n); n += 1) {
    sums.push((sum += probability));
    probability *= ((trials - n) / (n + 1)) * (share / (1 - share));
  }
  return (random) => {
    const at = random.uniform();
    let successes = 0;
    while (successes < sums.length && (sums[successes] ?? 1) <= at) successes += 1;
    return successes;
  };
}

/** Marsaglia's polar method. */
function normalPair(uniform: () => number): [number, number] {
  for (;;) {
    const x = 2 * uniform() - 1;
    const y = 2 * uniform() - 1;
    const square = x * x + y * y;
    if (square === 0 || square >= 1) continue;
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    return [x * factor, y * factor];
  }
}

/** Derives four words by hashing the text (FNV-1a) and mixing a counter into the hash. */
function stateOf(seed: string): [number, number, number, number] {
  let hash = 0x811c9dc5;
  for (const character of seed) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  const part = (index: number): number => mix(hash + Math.imul(index, 0x9e3779b9));
  return [part(1), part(2), part(3), part(4)];
}

function mix(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
