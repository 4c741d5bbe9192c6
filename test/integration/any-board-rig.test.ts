import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { openocd } from '../../extension/targets/board/servers/openocd';
import type { OpenOcdSetup } from '../../extension/targets/board/servers/openocd/process';
import { boardTarget } from '../../extension/targets/find';
import { imagesOf } from '../../extension/targets/target';
import { casesOf } from '../everything';
import { type Rig, startRig } from '../rig/rig';
import { measureOver, openOptions, operationsOf } from './agent/measured';
import { buildVariant } from './agent/variants';
import { boardOf } from './faults/boards';
import { UNHURRIED } from './rig-tools';

/* A chip without a project behind a debug port, which shows what an emulator's own server does not. */

const IMAGE = 'ram-cortex-m4f';
const RAM = { start: 0x2000_0000, end: 0x2001_0000 };
/** No RAM of the rig: its peripherals. */
const NOTHING = { start: 0x4000_4000, end: 0x4001_4000 };

let rig: Rig;
let image: AgentImage;
beforeAll(async () => {
  rig = await startRig();
  image = await buildVariant({ target: IMAGE });
});
afterAll(() => rig.close());

/** OpenOCD without any configuration file, but for the rig's address. */
function openOcdAlone(): Partial<OpenOcdSetup> {
  const setup = openocd.anyChip?.({
    family: 'st-link',
    accessPort: '0',
    architecture: 'armv7em',
  });
  const address = [`st-link backend tcp ${rig.stlinkPort}`, 'st-link vid_pid 0x0483 0x374e'];
  const [driver = '', ...others] = (setup as OpenOcdSetup).commands;
  return { commandsFirst: [], configFiles: [], commands: [driver, ...address, ...others] };
}

const ways = casesOf(['OpenOCD alone', 'OpenOCD', 'pyOCD'] as const, () => 'any');

describe.each(ways)('over real %s', (way) => {
  const identify = (ram: typeof RAM) => {
    const board = { images: undefined, bare: { chip: 'STM32F405RG' }, ram: [ram] };
    const setup =
      way === 'OpenOCD alone'
        ? boardOf(rig, 'OpenOCD', { board, openocd: openOcdAlone() })
        : boardOf(rig, way, { board });
    const target = boardTarget(setup, { limits: UNHURRIED });
    return target.identify?.(new AbortController().signal);
  };

  test('identifies the core, measures its rate, and measures from RAM', async () => {
    const found = await identify(RAM);
    if (found === undefined) throw new Error('not identified');
    expect(imagesOf(found)).toBe(IMAGE);
    // The rig's core follows this computer, which may be busy.
    expect(found.board?.bare?.coreHz).toBeGreaterThan(1_000_000);
    const link = await found.open(image, openOptions());
    expect(link.disturbance).toBeUndefined();
    expect(link.facts).toMatchObject({
      chip: 'STM32F405RG',
      core_revision: expect.stringMatching(/^r\d+p\d+$/) as string,
      image_at: expect.stringMatching(/^0x20000000\.\.0x2000\w{4}$/) as string,
    });
    const measured = await measureOver(link, ['hello', 'run heap n=20', 'run mutex n=20']);
    expect(measured.replies.flat()).toContain('fact board=STM32F405RG');
    expect(measured.problems).toEqual([]);
    expect(operationsOf(measured).map(({ series }) => series.sample.ticks.length)).toEqual([
      20, 20, 20, 20, 20,
    ]);
  });

  test('refuses RAM that is not there', async () => {
    await expect(identify(NOTHING)).rejects.toThrow(/Nothing can run from the RAM of this chip/);
  });
});
