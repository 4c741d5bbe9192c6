import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from './shared';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('passes the first call, some of those between, and the last', () => {
  const reported: number[] = [];
  const report = atMostEvery(
    100,
    (done: number) => done === 1000,
    (done) => reported.push(done),
  );
  for (let done = 1; done <= 1000; done++) {
    report(done);
    vi.advanceTimersByTime(1);
  }
  expect(reported).toEqual([1, 101, 201, 301, 401, 501, 601, 701, 801, 901, 1000]);
});
