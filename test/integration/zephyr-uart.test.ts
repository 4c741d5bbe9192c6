import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageBuild } from '../../extension/agent/manifest';
import { ZEPHYR_M3 } from '../../extension/targets/qemu/machines';
import { openSerial } from '../../extension/targets/serial/open';
import type { TargetLink } from '../../extension/targets/target';
import { findTargetImage, loadImage } from '../../extension/toolchain/images/find';
import { LONG_HANGS_MS } from '../patience.mjs';
import {
  lockFolderOfTests,
  measureOver,
  openAgent,
  openOptions,
  collectValues,
} from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { expectWhole } from './agent/whole';
import { computeWindows } from './agent/windows';
import { buildApplication } from './zephyr/build';
import { type SerialMachine, startSerialMachine } from './zephyr/serial-machine';

const NO_ZEPHYR = 'ZEPHYR_BASE is not set; Zephyr is the user’s own, and no test fetches it';
const PAPER = ['heap', 'mutex', 'thread op=create', 'thread op=join', 'context_switch n=40000'];

const { ZEPHYR_BASE: base = '' } = process.env;
const patience = { timeout: LONG_HANGS_MS };
if (base === '') console.warn(`Skipped: ${NO_ZEPHYR}.`);

describe.skipIf(base === '')('Zephyr on the emulated Cortex-M3, over a UART', patience, () => {
  const elfs: Record<string, string> = {};
  let machine: SerialMachine | undefined;
  for (const link of ['rtt', 'uart'] as const) {
    for (const build of ['headline', 'traced'] as const) {
      beforeAll(async () => {
        const name = `${link}-${build}`;
        elfs[name] = (await buildApplication(base, build, temporaryFolder(name), { link })).elf;
      }, LONG_HANGS_MS);
    }
  }
  afterAll(() => machine?.end());

  const start = async (build: ImageBuild): Promise<string> => {
    await machine?.end();
    machine = await startSerialMachine(elfs[`uart-${build}`] ?? '');
    return machine.path;
  };
  const openUart = async (build: ImageBuild): Promise<TargetLink> => {
    const path = await start(build);
    const port = { kind: 'serial', path, baud: 115_200 } as const;
    return openSerial(port, openOptions(), { lockFolder: lockFolderOfTests() });
  };
  const openRtt = async (build: ImageBuild): Promise<TargetLink> => {
    const named = { [build]: elfs[`rtt-${build}`] };
    const found = await findTargetImage({ id: ZEPHYR_M3.target, elfs: named }, [], build);
    return openAgent(await loadImage(found), ZEPHYR_M3);
  };

  test('the families of the white paper bring what they bring over RTT, value for value', async () => {
    const lines = ['hello', 'list', ...PAPER.map((each) => `run ${each}`)];
    const overUart = await measureOver(await openUart('headline'), lines);
    expectWhole(overUart);
    const overRtt = await measureOver(await openRtt('headline'), lines);
    expectWhole(overRtt);
    expect(collectValues(overUart)).toEqual(collectValues(overRtt));
  });

  test('the traced image traces what it traces over RTT', async () => {
    const lines = ['hello', 'list', 'run mutex trace=1', 'run context_switch n=4000 trace=1'];
    const overUart = await measureOver(await openUart('traced'), lines);
    expectWhole(overUart);
    expect(computeWindows(overUart)).toEqual(
      computeWindows(await measureOver(await openRtt('traced'), lines)),
    );
  });

  test('a restarted board gives the same samples', async () => {
    const lines = ['hello', 'list', 'run mutex'];
    const first = await measureOver(await openUart('headline'), lines);
    const again = await measureOver(await openUart('headline'), lines, (link) => link.restart());
    expectWhole(again);
    expect(collectValues(again)).toEqual(collectValues(first));
  });
});
