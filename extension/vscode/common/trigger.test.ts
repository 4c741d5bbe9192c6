import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newTrigger } from './trigger';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once for many calls, and again if they continue', () => {
  const action = vi.fn();
  const { pull } = newTrigger(150, action);
  pull();
  vi.advanceTimersByTime(100);
  pull();
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(action).toHaveBeenCalledTimes(1);
  pull();
  vi.advanceTimersByTime(150);
  expect(action).toHaveBeenCalledTimes(2);
});

it('does nothing once it is disposed of', () => {
  const action = vi.fn();
  const trigger = newTrigger(150, action);
  trigger.pull();
  trigger.dispose();
  vi.advanceTimersByTime(1000);
  expect(action).not.toHaveBeenCalled();
});
