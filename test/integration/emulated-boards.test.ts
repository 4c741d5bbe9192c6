import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { testInAll } from '../everything';
import type { AgentImage } from '../../extension/agent/manifest';
import { boardTarget } from '../../extension/targets/find';
import { FREERTOS_M3, FREERTOS_M7 } from '../../extension/targets/qemu/machines';
import type { BoardSetup } from '../../extension/targets/setup';
import type { TargetLink } from '../../extension/targets/target';
import { findTargetImage, loadImage } from '../../extension/toolchain/images/find';
import {
  lockFolderOfTests,
  measureOver,
  openAgent,
  listOperations,
  collectValues,
} from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { root, readShippedImage } from './agent/variants';
import { expectWhole } from './agent/whole';
import { computeWindows } from './agent/windows';

const ALL = [
  'run context_switch n=40000',
  'run heap',
  'run mutex',
  'run thread op=create',
  'run thread op=join',
];
const TRACED = ALL.map((line) => `${line.replace('40000', '10000')} trace=1`);

let headline: AgentImage;
beforeAll(async () => {
  headline = await readShippedImage('headline', FREERTOS_M3.target);
});

describe('FreeRTOS on the Cortex-M3', () => {
  test('is measured identically in two runs, the context switch first', async () => {
    const first = await measureOver(await openAgent(headline, FREERTOS_M3), ALL);
    expectWhole(first);
    expect(listOperations(first)).toHaveLength(8);
    expect(first.replies.map((lines) => lines.at(-1))).toEqual(
      ALL.map(() => expect.stringMatching(/^ok run .*status=ok/)),
    );
    const again = await measureOver(await openAgent(headline, FREERTOS_M3), ALL);
    expect(collectValues(again)).toEqual(collectValues(first));
  });

  testInAll('is traced without losses, identically in two runs', async () => {
    const image = await readShippedImage('traced', FREERTOS_M3.target);
    const traced = await measureOver(await openAgent(image, FREERTOS_M3), TRACED);
    expectWhole(traced);
    const windows = computeWindows(traced);
    expect(Object.values(windows).every((each) => each.length > 0)).toBe(true);
    const again = await measureOver(await openAgent(image, FREERTOS_M3), TRACED);
    expect(computeWindows(again)).toEqual(windows);
  });
});

describe('an emulated board', () => {
  const built = join(root, 'dist/agent', FREERTOS_M3.target, 'headline/agent.elf');
  const setup = (machine: string): BoardSetup => ({
    id: 'zephyr:build',
    title: 'A build',
    source: 'a test',
    namesPrograms: false,
    gaps: [],
    server: { kind: 'qemu', machine },
    images: { kind: 'files', headline: built },
  });

  async function open(board: BoardSetup): Promise<TargetLink> {
    const target = boardTarget(board, { lockFolder: lockFolderOfTests() });
    const image = await loadImage(await findTargetImage(target, [], 'headline'));
    const log = { info: () => undefined, debug: () => undefined };
    return target.open(image, { signal: new AbortController().signal, log });
  }

  test('has the figures of the built-in target', async () => {
    const own = await measureOver(await openAgent(headline, FREERTOS_M3), ['run heap']);
    const found = await measureOver(await open(setup('mps2-an385')), ['run heap']);
    expectWhole(found);
    expect(collectValues(found)).toEqual(collectValues(own));
  });

  test('has one owner, and another build beside it', async () => {
    const link = await open(setup('mps2-an385'));
    try {
      await expect(open(setup('mps2-an385'))).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringMatching(/^zephyr:build is in use/),
      });
      const copy = join(temporaryFolder('another-build'), 'zephyr.elf');
      await copyFile(built, copy);
      const other = {
        ...setup('mps2-an385'),
        images: { kind: 'files', headline: copy },
      } as const;
      await (await open(other)).close();
    } finally {
      await link.close();
    }
  });

  test('rejects an image that was linked for another machine', async () => {
    await expect(open(setup('mps2-an500'))).rejects.toMatchObject({
      code: 'bad-image',
      message: expect.stringMatching(/control block at 0x21[^ ]+ is outside .* mps2-an500 runs/),
    });
  });
});

test('rejects an image for a core without its instructions', async () => {
  const image = await readShippedImage('headline', FREERTOS_M7.target);
  const board = { ...FREERTOS_M3, target: FREERTOS_M7.target };
  await expect(openAgent(image, board)).rejects.toMatchObject({
    code: 'bad-image',
    message: expect.stringMatching(/built for Armv7E-M, and the core is a Cortex-M3/),
  });
});
