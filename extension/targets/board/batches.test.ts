import { expect, test } from 'vitest';
import { inPieces, newBatchList, countBatchSamples } from './batches';

test('a long sampling keeps batches of the same size, in the order of time', () => {
  const list = newBatchList();
  for (let at = 0; at < 3000; at++) list.add({ counts: new Map([[at, 1]]) });
  const batches = list.all();
  expect(batches.length).toBeLessThan(512);
  const sizes = batches.map(countBatchSamples);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3000);
  expect(new Set(sizes.slice(0, -1)).size).toBe(1);
  expect(batches.flatMap(({ counts }) => [...counts.keys()])).toEqual(
    Array.from({ length: 3000 }, (_, at) => at),
  );
});

test('samples are divided in their order', () => {
  const pieces = inPieces(Array.from({ length: 70 }, (_, at) => at));
  expect(pieces.map(({ length }) => length)).toEqual([32, 32, 6]);
  expect(pieces.flat()[69]).toBe(69);
});
