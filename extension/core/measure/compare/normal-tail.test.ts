import { errorFunction } from 'simple-statistics';
import { expect, test } from 'vitest';
import { normalTails } from './normal-tail';
import { NORMAL_95, student95 } from './student';

test.each([0, 0.1, 0.5, 1, 1.5, 2, 3, 4])('tails beyond %d', (z) => {
  expect(normalTails(z)).toBeCloseTo(1 - errorFunction(z / Math.SQRT2), 6);
  expect(normalTails(-z)).toBe(normalTails(z));
});

test.each([
  [NORMAL_95, 0.05],
  [4.2, 2.669e-5],
  [4.3, 1.708e-5],
  [6, 1.973e-9],
  [10, 1.524e-23],
])('tails beyond %d are %d', (z, share) => {
  expect(normalTails(z) / share).toBeCloseTo(1, 3);
});

test.each([1, 2, 3, 4, 8, 20, 30, 31, 60, 500])(
  'Student bound of %d degrees of freedom',
  (freedom) => {
    expect(studentShareWithin(student95(freedom), freedom)).toBeCloseTo(0.95, 4);
  },
);

test('degrees of freedom are rounded down, but never to none', () => {
  expect([student95(4.9), student95(0.5)]).toEqual([student95(4), student95(1)]);
});

/** Integrates the density between -t and t with t = tan(a) * sqrt(freedom), by Simpson's rule. */
function studentShareWithin(t: number, freedom: number): number {
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
