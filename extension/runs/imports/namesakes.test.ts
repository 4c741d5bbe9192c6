import { expect, test } from 'vitest';
import { importFormats } from './imports';
import { findNamesake } from './namesakes';

const namesake = (id: string, originalName: string) => {
  const format = importFormats.find((each) => each.id === id);
  if (!format) throw new Error(`there is no format ${id}`);
  return findNamesake(format, originalName);
};

test.each([
  ['latency-measure', 'thread.yield.preemptive.ctx.k_to_k', 'context_switch/switch'],
  ['latency-measure', 'Unlock a mutex from kernel thread', 'mutex/unlock'],
  ['latency-measure', 'Average time for heap free', 'heap/free'],
  ['latency-measure', 'thread.create.kernel.from.kernel', 'thread/create'],
  ['rtos-benchmark', 'Mutex Stats: Lock (no owner)', 'mutex/lock'],
  ['rtos-benchmark', 'Thread stats: Spawn (no context switch)', 'thread/create'],
])('%s: %s is %s', (format, originalName, expected) => {
  const { suite, op } = namesake(format, originalName) ?? {};
  expect(`${suite}/${op}`).toBe(expected);
});

test.each([
  // Another privilege level, scheduling class or owner makes it another operation.
  ['latency-measure', 'thread.yield.preemptive.ctx.u_to_u'],
  ['latency-measure', 'thread.yield.cooperative.ctx.k_to_k'],
  ['rtos-benchmark', 'Mutex Stats: Recursive lock'],
  ['rtos-benchmark', 'Yield stats: Yield (no context switch)'],
  ['ztest-csv', 'heap.malloc.immediate'],
  ['latency-measure', 'constructor'],
])('%s: %s keeps its own name', (format, originalName) => {
  expect(namesake(format, originalName)).toBeUndefined();
});
