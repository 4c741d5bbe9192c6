import { expect, it } from 'vitest';
import { commandLineOf } from './command-line';

const order = {
  ...{ target: 'qemu-freertos-m7', places: [], runsFolder: '/runs', tool: 'cyclescope 1' },
  ...{ patterns: [], trace: false, settings: {} },
};

it('is what a terminal would be told to measure the same', () => {
  expect(commandLineOf(order)).toBe('cyclescope run --target qemu-freertos-m7');
  const settings = { size: 64 };
  const whole = {
    ...order,
    patterns: ['heap/*'],
    iterations: 50,
    repeat: 3,
    settings,
    trace: true,
  };
  expect(commandLineOf(whole)).toBe(
    "cyclescope run --target qemu-freertos-m7 --bench 'heap/*' --iterations 50 --repeat 3 " +
      '--set size=64 --trace',
  );
});
