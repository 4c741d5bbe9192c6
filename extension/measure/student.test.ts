import { expect, test } from 'vitest';
import { studentBound } from './student';

test.each([
  // From tables of the distribution.
  [1, 0.95, 12.7062],
  [2, 0.95, 4.30265],
  [4, 0.95, 2.77645],
  [30, 0.95, 2.04227],
  [1000, 0.95, 1.96234],
  [1, 0.999, 636.6192],
  [2, 0.999, 31.5991],
  [4, 0.999, 8.6103],
  [39, 0.999, 3.55813],
  [1e6, 0.999, 3.29053],
  [5, 0.99, 4.03214],
])('%d degrees of freedom, level %d: %d', (freedom, level, bound) => {
  expect(studentBound(freedom, level) / bound).toBeCloseTo(1, 5);
});

test('the normal distribution is its limit', () => {
  expect(studentBound(1e9, 0.95)).toBeCloseTo(1.959964, 5);
});
