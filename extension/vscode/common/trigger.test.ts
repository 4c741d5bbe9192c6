import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newTrigger } from './trigger';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does once what many calls ask for, and again when they go on', () => {
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

it('does nothing any more once it is disposed of', () => {
  const action = vi.fn();
  const trigger = newTrigger(150, action);
  trigger.pull();
  trigger.dispose();
  vi.advanceTimersByTime(1000);
  expect(action).not.toHaveBeenCalled();
});
