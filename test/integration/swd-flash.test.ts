import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isEverything } from '../everything';
import type { GdbClient } from '../../extension/gdb/client';
import { readMemoryMap } from '../../extension/gdb/description';
import { choosePorts } from '../../extension/host/ports';
import { readBackup } from '../../extension/targets/board/deploy/backup';
import {
  deployImage,
  deployRate,
  prepareDeployment,
} from '../../extension/targets/board/deploy/deploy';
import { readImage } from '../../extension/targets/board/deploy/image';
import { restoreFlash } from '../../extension/targets/board/restore';
import { pyocd } from '../../extension/targets/board/servers/pyocd';
import { type Rig, startRig } from '../rig/rig';
import { readShippedImage } from './agent/variants';
import { buildFlashAlgorithm, type FlashAlgorithm } from './flash-algorithm/build';
import { pyocdServer, type StartedServer, startGdbServer } from './gdb/server';

const RAM = [
  { start: 0x20000000, end: 0x20400000 },
  { start: 0x60000000, end: 0x60e00000 },
];

let folder: string;
let rig: Rig;
let server: StartedServer;
let client: GdbClient;
let flash: FlashAlgorithm;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-flash-'));
  rig = await startRig();
  flash = buildFlashAlgorithm(folder);
  const { gdb: port, telnet } = await choosePorts();
  const [program, ...args] = pyocdServer(rig, port, telnet);
  const { signal } = new AbortController();
  server = await startGdbServer([program, ...args, ...flash.args], port, {
    quirks: pyocd.quirks,
    signal,
  });
  client = server.client;
});
afterAll(async () => {
  await server.close();
  await rig.close();
  rmSync(folder, { recursive: true });
});

const resetHalt = async () => void (await client.monitor('reset halt'));
const peek = async (address: number, length: number) =>
  Buffer.from(await rig.peek(address, length));

// `swd-pyocd.test.ts` and `swd-restore.test.ts` write and restore flash through the same server for `npm test`.
test.runIf(isEverything)(
  'an agent is written to flash only with permission, preserves its contents, and is removed again',
  async () => {
    const image = readImage(await readShippedImage('headline'));
    const old = Buffer.alloc(0x20000, 'what was there before. ');
    await rig.poke(flash.start, old);
    await resetHalt();
    expect(await readMemoryMap(client)).toContainEqual(
      expect.objectContaining({ kind: 'flash', start: flash.start, blockSize: flash.blockSize }),
    );

    const {
      plans: [plan],
    } = await prepareDeployment(client, image, { ram: RAM });
    const options = { resetHalt, onProgress: () => undefined, board: 'board:rig' };
    await expect(deployImage(client, plan, options)).rejects.toMatchObject({
      code: 'flash-not-allowed',
      message: expect.stringContaining('bytes of flash at 0x00000000..0x000') as string,
    });
    expect(await peek(flash.start, old.length)).toEqual(old);

    const backup = join(folder, 'backup');
    const begun = performance.now();
    const done = await deployImage(client, plan, { ...options, allowFlash: true, backup });
    const rate = deployRate(done.flashBytes, performance.now() - begun);
    console.log(`${done.flashBytes} bytes of flash, ${rate} bytes/s with backup and verification`);
    const end = Math.max(...plan.flash.map(({ address, data }) => address + data.length));
    for (const { address, data } of plan.flash)
      expect(await peek(address, data.length)).toEqual(Buffer.from(data));
    // Data that shares the last block with the image is still there.
    expect(await peek(end, old.length - end)).toEqual(old.subarray(end));
    expect(readFileSync(join(backup, '0x00000000.bin'))).toEqual(old.subarray(0, done.flashBytes));

    expect(await deployImage(client, plan, options)).toMatchObject({ flashBytes: 0 });
    expect(await restoreFlash(client, readBackup(backup), () => undefined)).toBe(done.flashBytes);
    expect(await peek(flash.start, old.length)).toEqual(old);
  },
);
