import { expect, it } from 'vitest';
import { commandLineOf } from './command-line';

const order = {
  ...{ target: 'qemu-freertos-m7', places: [], runsFolder: '/runs', tool: 'cyclescope 1' },
  ...{ patterns: [], trace: false, settings: {} },
};

it('is what a terminal would be told to measure the same', () => {
  expect(commandLineOf(order)).toBe('cyclescope run --target qemu-freertos-m7');
  const settings = { size: [64], threads: [2, 4] };
  const whole = {
    ...order,
    patterns: ['heap/*'],
    iterations: 50,
    repeat: 3,
    settings,
    asPublished: true,
    trace: true,
  };
  expect(commandLineOf(whole)).toBe(
    "cyclescope run --target qemu-freertos-m7 --bench 'heap/*' --iterations 50 --repeat 3 " +
      '--set size=64 --set threads=2,4 --as-published --trace',
  );
});

it("names a board's own files and what its user agreed to", () => {
  const board = { id: 'launch:a b', title: 'b', source: 's', namesPrograms: false, gaps: [] };
  const images = { kind: 'files', headline: '/w/agent.elf', traced: '/w/t.elf' } as const;
  const flash = { allowFlash: true, backup: '/w/backup' };
  expect(commandLineOf({ ...order, target: { ...board, images }, flash })).toBe(
    "cyclescope run --target 'launch:a b' --elf /w/agent.elf --traced-elf /w/t.elf --allow-flash",
  );
});
