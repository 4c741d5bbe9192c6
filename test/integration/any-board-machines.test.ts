import { afterEach, describe, expect, test } from 'vitest';
import { remember } from '../../extension/base';
import { boardTarget } from '../../extension/targets/find';
import { getImagesName } from '../../extension/targets/target';
import { isEverything } from '../everything';
import { startRig, type Rig } from '../rig/rig';
import { listOperations, measureOver, openOptions } from './agent/measured';
import { buildVariant } from './agent/variants';
import { type ChipMachine, chipMachines, RUN_FAMILIES, toInstructions } from './chip-machines';
import { makeRigBoard, openOcdAlone } from './faults/boards';
import { UNHURRIED } from './rig-tools';

/* Debug servers at chips without a project, each an emulated machine behind the virtual debug port. */

const RAM_BYTES = 0x1_0000;
const prepareImage = remember((target: string) => buildVariant({ target }));

let rig: Rig | undefined;
afterEach(() => rig?.close());

/** Identifies the chip over a server, measures the four families, and gives the smallest value of each operation. */
async function measureThroughPort(machine: ChipMachine, way: 'OpenOCD' | 'pyOCD') {
  const { name, args = [], ram, image } = machine;
  rig = await startRig({ machine: { name, args } });
  const region = { start: ram, end: ram + RAM_BYTES };
  const board = makeRigBoard(rig, way, {
    board: { images: undefined, bare: { chip: name }, ram: [region] },
    openocd: openOcdAlone(rig),
  });
  const target = boardTarget(board, { limits: UNHURRIED });
  const found = await target.identify?.(new AbortController().signal);
  if (found === undefined) throw new Error('not identified');
  expect(getImagesName(found)).toBe(image);
  const link = await found.open(await prepareImage(image), openOptions());
  expect(link.disturbance).toBeUndefined();
  const measured = await measureOver(link, ['hello', ...RUN_FAMILIES]);
  await rig.close();
  expect(measured.problems).toEqual([]);
  return listOperations(measured).map(({ suite, name: operation, series }) => [
    `${suite}/${operation}`,
    toInstructions(machine, Math.min(...series.sample.ticks)),
  ]);
}

// Behind QEMU's own server, they are measured in any-board.test.ts.
describe.skipIf(!isEverything)('the four families are measured over real servers on', () => {
  test.each(chipMachines)('$name', async (machine) => {
    const overOpenOcd = await measureThroughPort(machine, 'OpenOCD');
    expect(overOpenOcd).toHaveLength(8);
    expect(overOpenOcd.filter(([, count]) => !(Number(count) > 0))).toEqual([]);
    expect(await measureThroughPort(machine, 'pyOCD')).toEqual(overOpenOcd);
  });
});
