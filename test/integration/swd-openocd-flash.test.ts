import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readElf } from '../../extension/agent/elf/elf';
import type { AgentImage } from '../../extension/agent/manifest';
import { readBackup } from '../../extension/targets/board/deploy/backup';
import { restoreBoard } from '../../extension/targets/board/restore';
import { boardTarget } from '../../extension/targets/find';
import type { BoardSetup } from '../../extension/targets/setup';
import { OPENOCD_FOLDER, type Rig, startRig } from '../rig/rig';
import { ask } from './agent/measured';
import { buildFirmware } from './firmware/build';
import { previousFirmware } from './flash-algorithm/previous-firmware';

/** The flash that OpenOCD's driver finds, and the blocks that it erases. */
const [FLASH, BLOCK] = [0, 1024];
const BYTES = 16 * BLOCK;
const old = previousFirmware(BYTES);

let folder: string;
let rig: Rig;
let firmware: AgentImage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-openocd-flash-'));
  mkdirSync(join(folder, 'scratch'));
  firmware = buildFirmware();
  rig = await startRig({ flash: true });
  await rig.poke(FLASH, old);
});
afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true });
});

const board = (): BoardSetup => ({
  id: 'board:rig',
  title: 'The rig',
  source: 'this test',
  server: {
    kind: 'openocd',
    commandsFirst: [`set RIG_PORT ${rig.stlinkPort}`],
    searchFolders: [OPENOCD_FOLDER],
    configFiles: ['stlink.cfg', 'flash.cfg'],
    commands: [],
  },
  images: { kind: 'named', name: 'qemu-freertos-m7' },
  // OpenOCD's memory map lists the flash.
  ram: [
    { start: 0x20000000, end: 0x20400000 },
    { start: 0x60000000, end: 0x61000000 },
  ],
  namesPrograms: false,
  gaps: [],
});
const resources = () => ({ lockFolder: join(folder, 'locks'), temporary: join(folder, 'scratch') });
const options = () => ({
  signal: new AbortController().signal,
  log: { info: () => undefined, debug: () => undefined },
});
const inFlash = async () => Buffer.from(await rig.peek(FLASH, BYTES));

test("an image is written to flash by OpenOCD's driver, once that is allowed", async () => {
  const target = boardTarget(board(), resources());
  await expect(target.open(firmware, options())).rejects.toMatchObject({
    code: 'flash-not-allowed',
    message: expect.stringMatching(/overwrite \d+ bytes of flash at 0x00000000/),
  });
  expect(await inFlash()).toEqual(old);

  const backup = join(folder, 'backup');
  const link = await target.open(firmware, { ...options(), allowFlash: true, backup });
  expect(await ask(link, 'lines')).toEqual(['ok lines=1']);
  await link.close();
  const code = readElf(firmware.elf).segments.find(({ paddr }) => paddr === FLASH)?.data;
  expect((await inFlash()).subarray(0, code?.length)).toEqual(Buffer.from(code ?? []));
  const kept = readFileSync(join(backup, '0x00000000.bin'));
  expect(kept.length % BLOCK).toBe(0);
  expect(kept).toEqual(old.subarray(0, kept.length));
});

test('the earlier contents are restored by its driver, byte for byte', async () => {
  const backup = readBackup(join(folder, 'backup'));
  const restore = () =>
    restoreBoard(board(), backup, { ...options(), onProgress: () => undefined }, resources());
  expect(await restore()).toBeGreaterThan(0);
  expect(await inFlash()).toEqual(old);
  expect(await restore()).toBe(0);
});
