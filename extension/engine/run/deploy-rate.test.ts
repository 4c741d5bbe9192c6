import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRate } from './deploy-rate';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the rate of each image is reported from its own first byte on', () => {
  const rates: (number | undefined)[] = [];
  const tell = withRate((_done, _total, rate) => rates.push(rate));
  tell(1000, 5000);
  vi.advanceTimersByTime(500);
  tell(2000, 5000);
  vi.advanceTimersByTime(1500);
  tell(5000, 5000);
  tell(100, 5000);
  vi.advanceTimersByTime(1000);
  tell(1100, 5000);
  expect(rates).toEqual([undefined, 2000, 2000, undefined, 1000]);
});
