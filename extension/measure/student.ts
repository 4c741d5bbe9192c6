/** Coefficients of Lanczos' approximation, g = 5: exact to ten digits. */
const LANCZOS = [
  76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155,
  0.001208650973866179, -0.000005395239384953,
];

/**
 * The two-sided bound of Student's t: the share `level` of the distribution lies within plus and
 * minus this. Degrees of freedom need not be whole.
 */
export function studentBound(freedom: number, level: number): number {
  const outside = (t: number): number => incompleteBeta(freedom / (freedom + t * t), freedom / 2);
  let [low, high] = [0, 1];
  while (outside(high) > 1 - level) high *= 2;
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (outside(middle) > 1 - level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The regularised incomplete beta function with b = 1/2. */
function incompleteBeta(x: number, a: number): number {
  const b = 0.5;
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const logFront = logGamma(a + b) - logGamma(a) - logGamma(b);
  const front = Math.exp(logFront + a * Math.log(x) + b * Math.log(1 - x));
  return x < (a + 1) / (a + b + 2)
    ? (front * fraction(x, a, b)) / a
    : 1 - (front * fraction(1 - x, b, a)) / b;
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  const away = (value: number): number => (Math.abs(value) < 1e-30 ? 1e-30 : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let m = 1; m <= 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const part of [even, odd]) {
      d = 1 / away(1 + part * d);
      c = away(1 + part / c);
      product *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-14) break;
  }
  return product;
}

function logGamma(x: number): number {
  const base = x + 5.5;
  const sum = LANCZOS.reduce((all, each, i) => all + each / (x + 1 + i), 1.000000000190015);
  return (x + 0.5) * Math.log(base) - base + Math.log((2.5066282746310005 * sum) / x);
}
