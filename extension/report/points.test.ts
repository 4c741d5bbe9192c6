import { expect, it } from 'vitest';
import { packPoints, unpackPoints } from './points';

it('unpacks the points that were packed', () => {
  const points = [
    { commit: 0, isDirty: false, figure: 166.25, margin: undefined, runs: 1 },
    { commit: 70_000, isDirty: true, figure: -0.1, margin: 0, runs: 0 },
    { commit: 2, isDirty: true, figure: 1e15, margin: 0.25, runs: 3 },
  ];
  expect(unpackPoints(packPoints(points, ({ runs }) => runs))).toEqual(points);
  expect(unpackPoints(packPoints([], () => 0))).toEqual([]);
});
