import { expect, test } from 'vitest';
import { machineNamed, machineNames, machineOfZephyrBoard } from './machines';

test.each([
  ['mps2/an385', 'mps2-an385'],
  ['mps2_an385', 'mps2-an385'],
  ['mps2/an500', 'mps2-an500'],
  ['mps2/an521/cpu0', undefined],
  ['mps2', undefined],
  ['qemu_cortex_m3', undefined],
  ['native_sim', undefined],
])('Zephyr’s %s is %s', (board, machine) => {
  expect(machineOfZephyrBoard(board)).toBe(machine);
});

test.each(machineNames())('%s can load an image where its rings lie, and at address 0', (name) => {
  const { ram, loadable } = machineNamed(name) ?? { loadable: [] };
  expect(loadable).toContain(ram);
  expect(loadable).toContainEqual({ start: 0, end: 4 << 20 });
});
