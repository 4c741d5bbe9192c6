import { expect, test } from 'vitest';
import { createU32Column } from './column';

test('keeps every value while it grows', () => {
  const column = createU32Column();
  for (let i = 0; i < 1000; i += 1) column.push(i);
  expect(column.length).toBe(1000);
  expect([...column.values()]).toEqual(Array.from({ length: 1000 }, (_, i) => i));
});

test('grows by slices, too', () => {
  const column = createU32Column();
  column.push(7);
  column.extend(500).fill(8);
  column.push(9);
  expect([...column.values()]).toEqual([7, ...new Array<number>(500).fill(8), 9]);
});
