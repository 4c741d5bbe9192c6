import { expect, it } from 'vitest';
import {
  FREERTOS_M7,
  qemuArguments as targetArguments,
  scratchFiles,
} from '../../../extension/targets/qemu/machines';
import { MACHINE, qemuArguments, findRegion } from './machine.mjs';

it('is started like the QEMU target where it is exact, except for the test protocol', () => {
  const rig = qemuArguments('/f', { isExact: true });
  const target = targetArguments(FREERTOS_M7, scratchFiles('/f'));
  expect(rig.slice(0, target.length)).toEqual(target);
  expect(rig.slice(target.length).join(' ')).toMatch(/^-qtest unix:\S+ -qtest-log none$/);
});

it('has the memory that agents for the QEMU target are linked for', () => {
  expect(MACHINE.memories).toEqual(FREERTOS_M7.loadable);
  expect(MACHINE.ram).toEqual(FREERTOS_M7.ram);
});

it.each([
  [0x5ffffffc, 4, false],
  [0x60000000, 4, true],
  [0x60fffffc, 4, true],
  [0x60fffffe, 4, false],
])('an access to %i of %i bytes is inside memory: %s', (address, length, isMemory) => {
  expect(findRegion(MACHINE.memories, address, length) !== undefined).toBe(isMemory);
});
