import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRate } from './deploy-rate';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the rate of each image is reported from its own first byte on', () => {
  const rates: (number | undefined)[] = [];
  const report = withRate((_done, _total, rate) => rates.push(rate));
  report(1000, 5000);
  vi.advanceTimersByTime(500);
  report(2000, 5000);
  vi.advanceTimersByTime(1500);
  report(5000, 5000);
  report(100, 5000);
  vi.advanceTimersByTime(1000);
  report(1100, 5000);
  expect(rates).toEqual([undefined, 2000, 2000, undefined, 1000]);
});
