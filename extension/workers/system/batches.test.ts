import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newBatches } from './worker';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('passes on what arrives within a moment together, in order', () => {
  const given: (readonly number[])[] = [];
  const { add } = newBatches<number>((items) => given.push(items), 50);
  [1, 2, 3].forEach(add);
  expect(given).toEqual([]);
  vi.advanceTimersByTime(50);
  add(4);
  vi.advanceTimersByTime(50);
  expect(given).toEqual([[1, 2, 3], [4]]);
});

test('flushes what there is on request, and nothing twice', () => {
  const given: (readonly number[])[] = [];
  const { add, flush } = newBatches<number>((items) => given.push(items), 50);
  flush();
  add(1);
  flush();
  vi.advanceTimersByTime(200);
  expect(given).toEqual([[1]]);
});
