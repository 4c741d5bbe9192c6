// Below it the series converges fast, above it the continued fraction does.
const SERIES_UP_TO = 3;
const DEPTH = 60;

/** The share of normal numbers that lie further from zero than `z`. */
export function normalTails(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  return x < SERIES_UP_TO ? 1 - errorFunction(x) : complement(x);
}

/** Kummer's series of the error function. */
function errorFunction(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n <= DEPTH; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Laplace's continued fraction of the complement. */
function complement(x: number): number {
  let fraction = x;
  for (let n = DEPTH; n >= 1; n -= 1) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / fraction / Math.sqrt(Math.PI);
}
