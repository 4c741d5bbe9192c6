import { expect, test } from 'vitest';
import { computeResolution, marginOver } from './resolution';

const TEN = [300, 300, 301, 302, 303, 304, 305, 306, 308, 330];
const batched = { step: 1, empty: [], samples: undefined, batchSize: 100 };

test.each([
  ['the middle eight tenths of empty loops', TEN, (4 + 1) / 100],
  ['the step alone if loops are too few', TEN.slice(1), 1 / 100],
  ['the step alone if all loops cost the same', TEN.map(() => 300), 1 / 100],
])('a batch mean is as uncertain as %s', (_, emptyBatches, error) => {
  expect(computeResolution({ ...batched, emptyBatches }).batchMean).toBeCloseTo(error, 12);
});

test('there is no error of batches without any', () => {
  const none = { ...batched, batchSize: 0, emptyBatches: [] };
  expect(computeResolution(none).batchMean).toBe(0);
});

test('a margin adds what the clock cannot resolve', () => {
  // Student's t of two degrees of freedom, over the root of three, times a deviation of one.
  expect(marginOver([1, 2, 3], 0.5)).toBeCloseTo(4.3027 / Math.sqrt(3) + 0.5, 4);
  expect(marginOver([1], 0.5)).toBeUndefined();
});
