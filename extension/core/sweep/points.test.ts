import { expect, it } from 'vitest';
import { axesOf, pointCount, pointKey, pointText, pointsOf, valuesFor } from './points';

it('has a point for every combination, the last parameter changing fastest', () => {
  const values = { threads: [2, 4], total: [0], size: [100, 1000] };
  const points = pointsOf(values);
  expect(points.map(pointText)).toEqual([
    'threads=2 total=0 size=100',
    'threads=2 total=0 size=1000',
    'threads=4 total=0 size=100',
    'threads=4 total=0 size=1000',
  ]);
  expect(pointCount(values)).toBe(points.length);
  expect(axesOf(values).map(({ name }) => name)).toEqual(['threads', 'size']);
});

it('lets one suite have values of its own', () => {
  const values = { size: [4], threads: [2], 'sort.size': [100, 1000], 'matrix.size': [512] };
  expect(valuesFor('sort', values)).toEqual({ size: [100, 1000], threads: [2] });
  expect(valuesFor('heap', values)).toEqual({ size: [4], threads: [2] });
});

it('is one point where nothing is set', () => {
  expect([pointsOf({}), pointCount({}), axesOf({})]).toEqual([[{}], 1, []]);
});

it('is the same point whatever the order of its parameters', () => {
  expect(pointKey({ b: 2, a: 1 })).toBe(pointKey({ a: 1, b: 2 }));
  expect(pointKey({ a: 1 })).not.toBe(pointKey({ a: 2 }));
});
