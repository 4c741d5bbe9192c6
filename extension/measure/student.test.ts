import { describe, expect, test } from 'vitest';
import { logGamma, studentBound, studentTail } from './student';

test.each([
  [1, 0],
  [5, Math.log(24)],
  [0.5, Math.log(Math.PI) / 2],
  [80, 269.2910976510198],
])('the logarithm of gamma(%d)', (x, expected) => {
  expect(logGamma(x)).toBeCloseTo(expected, 9);
});

describe("Student's t", () => {
  test.each([
    [12.7062, 1],
    [4.3027, 2],
    [2.7764, 4],
    [2.306, 8],
    [2.0423, 30],
  ])('exceeds %d in one of forty cases with %d degrees of freedom', (t, freedom) => {
    expect(studentTail(t, freedom)).toBeCloseTo(0.025, 5);
    expect(studentTail(-t, freedom)).toBeCloseTo(0.975, 5);
  });

  test.each([1, 2, 3, 4, 8, 20, 60, 500])('is the integral of its density: %d', (freedom) => {
    for (const t of [0.1, 1, 2.5, 6]) {
      expect(studentTail(t, freedom)).toBeCloseTo((1 - shareWithin(t, freedom)) / 2, 7);
    }
  });

  test('is as small as it should be far out', () => {
    expect(studentTail(40, 8) / 8.0e-11).toBeCloseTo(1, 1);
  });

  /** Integrates the density between -t and t with t = tan(a) * sqrt(freedom), by Simpson's rule. */
  function shareWithin(t: number, freedom: number): number {
    const integral = (upTo: number): number => {
      const steps = 2_000;
      const width = upTo / steps;
      const at = (i: number): number => Math.cos(i * width) ** (freedom - 1);
      let sum = at(0) + at(steps);
      for (let i = 1; i < steps; i += 1) sum += at(i) * (i % 2 === 1 ? 4 : 2);
      return (sum * width) / 3;
    };
    return integral(Math.atan(t / Math.sqrt(freedom))) / integral(Math.PI / 2);
  }
});

test.each([
  // From tables of the distribution.
  [1, 0.95, 12.7062],
  [4, 0.95, 2.77645],
  [1000, 0.95, 1.96234],
  [1, 0.999, 636.6192],
  [4, 0.999, 8.6103],
  [39, 0.999, 3.55813],
  [1e6, 0.999, 3.29053],
])('%d degrees of freedom, level %d: within %d', (freedom, level, bound) => {
  expect(studentBound(freedom, level) / bound).toBeCloseTo(1, 5);
});
