/**
 * Distributions that statistics need, to about ten digits: the logarithm of the gamma function
 * (Lanczos), and the tail of Student's t by the incomplete beta function.
 */

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;
const LANCZOS_SHIFT = 7.5;

export function logGamma(x: number): number {
  const z = x - 1;
  const t = z + LANCZOS_SHIFT;
  const series = LANCZOS.reduce((sum, part, at) => sum + part / (z + at + 1), 0.99999999999980993);
  return Math.log(2 * Math.PI) / 2 + (z + 0.5) * Math.log(t) - t + Math.log(series);
}

/** The share of Student's t above `t`, with `freedom` degrees that need not be whole. */
export function studentTail(t: number, freedom: number): number {
  const outside = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
  return t > 0 ? outside / 2 : 1 - outside / 2;
}

/** The two-sided bound of Student's t: the share `level` is between minus and plus this. */
export function studentBound(freedom: number, level: number): number {
  const isOutside = (t: number) => 2 * studentTail(t, freedom) > 1 - level;
  let [low, high] = [0, 1];
  while (isOutside(high)) high *= 2;
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (isOutside(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x),
  );
  // The continued fraction converges fast on the nearer side.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Lentz's evaluation of the continued fraction of the incomplete beta function. */
function betaFraction(x: number, a: number, b: number): number {
  const nonzero = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / nonzero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const part of [even, odd]) {
      d = 1 / nonzero(1 + part * d);
      c = nonzero(1 + part / c);
      step = c * d;
      fraction *= step;
    }
    if (Math.abs(step - 1) < 1e-14) break;
  }
  return fraction;
}
