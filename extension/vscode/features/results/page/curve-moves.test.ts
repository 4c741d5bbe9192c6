import { expect, test } from 'vitest';
import { type CurvePosition, nextPosition } from './curve-chart';

const point = (x: number) => ({ x, y: x });
const LINES = [
  { name: 'quick', points: [2, 4, 8].map(point) },
  { name: 'selection', points: [4, 8].map(point) },
];

test.each<[string, CurvePosition | undefined, CurvePosition]>([
  ['ArrowRight', undefined, { line: 0, point: 0 }],
  ['ArrowLeft', undefined, { line: 0, point: 2 }],
  ['ArrowRight', { line: 0, point: 2 }, { line: 0, point: 2 }],
  ['ArrowLeft', { line: 0, point: 0 }, { line: 0, point: 0 }],
  ['Home', { line: 1, point: 1 }, { line: 1, point: 0 }],
  ['End', { line: 1, point: 0 }, { line: 1, point: 1 }],
  ['ArrowDown', { line: 0, point: 2 }, { line: 1, point: 1 }],
  ['ArrowDown', { line: 1, point: 0 }, { line: 0, point: 1 }],
  ['ArrowUp', { line: 0, point: 0 }, { line: 1, point: 0 }],
])('%s from %o leads to %o', (key, from, to) => {
  expect(nextPosition(key, from, LINES)).toEqual(to);
});

test('ignores other keys', () => {
  expect(nextPosition('a', { line: 0, point: 0 }, LINES)).toBeUndefined();
});
