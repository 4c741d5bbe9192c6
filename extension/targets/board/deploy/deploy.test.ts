import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TargetError } from '../../../base/failures';
import { deployImage, deployRate, prepareDeployment, restartImage, withRate } from './deploy';
import { sampleProgram } from './testing';
import { inFlash, inRam, openTargets, options, plan, RAM } from './testing-target';
import { watchdogStub } from './watchdogs';

const start = openTargets();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('prepareDeployment', () => {
  const [M3, M7] = [0xc23, 0xc27];
  const built = { ...inRam, attributes: { architecture: 13, floatingPoint: 'none' as const } };
  const prepare = async (part: number, ram?: { start: number; end: number }[]) => {
    const { client, system, received } = await start();
    Buffer.from(system.buffer).writeUInt32LE(0x410f0000 | (part << 4), 0xd00);
    const prepared = prepareDeployment(client, built, { ram });
    await prepared.catch(() => undefined);
    expect(received.packets.filter((packet) => /^[MXPG]|^vFlash/.test(packet))).toEqual([]);
    return prepared;
  };

  test('reads the core and writes nothing', async () => {
    expect(await prepare(M7)).toMatchObject({ plans: [{ core: 'Cortex-M7', flash: [] }] });
  });

  test('rejects a different core and missing memory, and writes nothing', async () => {
    await expect(prepare(M3)).rejects.toThrow('built for Armv7E-M, and the core is a Cortex-M3');
    await expect(prepare(M7, [{ start: RAM, end: RAM + 16 }])).rejects.toThrow('do not fit');
  });
});

describe('deployImage into RAM', () => {
  test('writes, verifies and sets the core to the start of the program', async () => {
    const { client, ram, core, system } = await start();
    const given = options();
    expect(await deployImage(client, plan(inRam), given)).toEqual({
      flashBytes: 0,
      ramBytes: 256,
      backedUpBytes: 0,
    });
    expect(ram.subarray(0, 8)).toEqual(sampleProgram(RAM + 0x8000, RAM + 0x101, 8));
    expect([core.get(13), core.get(15), core.get(16)]).toEqual([
      '00800020',
      '00010020',
      '00000001',
    ]);
    expect(Buffer.from(system).readUInt32LE(0xd08)).toBe(RAM);
    expect(given.resets()).toBe(1);
    expect(given.progress.at(-1)).toEqual([256, 256]);
  });

  test('has the core stop its watchdog before, after each reset', async () => {
    const watchdog = watchdogStub('S32K144', { start: RAM, end: RAM + 0x8000 });
    const { client, ram, ran } = await start({ stub: watchdog });
    const given = options();
    await deployImage(client, { ...plan(inRam), watchdog }, given);
    await restartImage(client, { ...plan(inRam), watchdog }, given.resetHalt);
    const code = new Uint8Array(Uint16Array.from(watchdog?.code ?? []).buffer);
    expect(ran).toEqual([code, code]);
    expect(ram.subarray(0, 8)).toEqual(sampleProgram(RAM + 0x8000, RAM + 0x101, 8));
  });

  test('writes it again on a restart', async () => {
    const { client, ram, core } = await start();
    await deployImage(client, plan(inRam), options());
    ram.fill(0);
    core.clear();
    const given = options();
    await restartImage(client, plan(inRam), given.resetHalt);
    expect(ram[4]).toBe(1);
    expect(core.get(15)).toBe('00010020');
    expect(given.resets()).toBe(1);
  });
});

describe('deployImage into flash', () => {
  test('is refused with a list of what would be lost until it is allowed', async () => {
    const { client, flash, ram } = await start();
    await expect(deployImage(client, plan(inFlash), options())).rejects.toMatchObject({
      code: 'flash-not-allowed',
      message:
        'Deploying agent.elf would overwrite 2048 bytes of flash at 0x00000000..0x00000800, where 2 of 2 blocks are not empty',
    });
    expect(flash.every((byte) => byte === 0x55)).toBe(true);
    expect(ram.every((byte) => byte === 0)).toBe(true);
  });

  test('changes only what the image covers', async () => {
    const { client, flash, ram } = await start();
    const given = options({ allowFlash: true });
    await deployImage(client, plan(inFlash), given);
    expect(Buffer.from(flash).readUInt32LE(4)).toBe(0x101);
    expect(flash.subarray(8, 0x480).every((byte) => byte === 0)).toBe(true);
    expect(flash.subarray(0x480).every((byte) => byte === 0x55)).toBe(true);
    expect([...ram.subarray(0x1000, 0x1004)]).toEqual([1, 2, 3, 4]);
    expect(given.resets()).toBe(2);
    expect(given.progress.at(-1)).toEqual([2052, 2052]);
  });

  test('needs no permission if the flash already has the image', async () => {
    const { client, received } = await start();
    await deployImage(client, plan(inFlash), options({ allowFlash: true }));
    const listErases = () => received.packets.filter((packet) => packet.startsWith('vFlashErase'));
    const before = listErases().length;
    const done = await deployImage(client, plan(inFlash), options());
    expect(done).toMatchObject({ flashBytes: 0, ramBytes: 4 });
    expect(listErases()).toHaveLength(before);
  });

  test('reports flash that does not keep what was programmed', async () => {
    const { client, flash } = await start();
    const damaged = deployImage(
      client,
      plan(inFlash),
      options({ allowFlash: true, onProgress: () => void (flash[0x10] = 0xaa) }),
    );
    await expect(damaged).rejects.toMatchObject({
      code: 'deploy-failed',
      message:
        'The flash at 0x00000000..0x00000800 was not written completely: flash at 0x00000010 does not contain what was programmed',
      hint: 'Its current content is unusable: deploy again.',
    });
  });
});

describe('flash that cannot be read before programming', () => {
  test('is overwritten only with permission, and reported as lost', async () => {
    const { client } = await start({ isReadable: false });
    await expect(deployImage(client, plan(inFlash), options())).rejects.toMatchObject({
      code: 'flash-not-allowed',
      message: expect.stringContaining('anything else in these blocks is lost') as string,
    });
  });

  test('is not overwritten if a backup was requested', async () => {
    const { client, flash } = await start({ isReadable: false });
    const given = options({ allowFlash: true, backup: join(folder, 'backup') });
    await expect(deployImage(client, plan(inFlash), given)).rejects.toThrow(
      'The flash at 0x00000000..0x00000800 cannot be read before it is programmed',
    );
    expect(flash[0]).toBe(0x55);
    expect(existsSync(join(folder, 'backup'))).toBe(false);
  });
});

test('a cancel in the middle reports the state of the flash', async () => {
  const abort = new AbortController();
  const { client } = await start({ signal: abort.signal });
  const cancelled = new TargetError('cancelled', 'Opening the board was cancelled');
  const given = options({ allowFlash: true, onProgress: () => abort.abort(cancelled) });
  await expect(deployImage(client, plan(inFlash), given)).rejects.toMatchObject({
    code: 'cancelled',
    message:
      'The flash at 0x00000000..0x00000800 was not written completely: Opening the board was cancelled',
    hint: 'Its current content is unusable: deploy again.',
  });
});

test('deployRate returns bytes per second once there are some', () => {
  expect(deployRate(750_000, 1500)).toBe(500_000);
  expect(deployRate(0, 100)).toBeUndefined();
  expect(deployRate(100, 0)).toBeUndefined();
});

test('the rate of each image starts at its own first byte', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const rates: (number | undefined)[] = [];
  const report = withRate((_done, _total, rate) => rates.push(rate));
  report(1000, 5000);
  vi.advanceTimersByTime(500);
  report(2000, 5000);
  vi.advanceTimersByTime(1500);
  report(5000, 5000);
  report(100, 5000);
  vi.advanceTimersByTime(1000);
  report(1100, 5000);
  expect(rates).toEqual([undefined, 2000, 2000, undefined, 1000]);
});
