import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryBehaviour, openScripted, type Behaviour } from '../gdb-remote/testing';
import { TargetError } from '../target';
import { readBackup } from './backup';
import { listBackups } from './backup-index';
import { deployImage, prepareDeployment, restartImage, type DeployOptions } from './deploy';
import { planDeployment } from './plan';
import { deployRate } from './rate';
import { restoreFlash } from './restore';
import { flashBehaviour, SAMPLE_MAP, sampleImage, sampleProgram } from './testing';

const RAM = 0x20000000;
const BLOCK = 0x400;
const opened: (() => void)[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-deploy-'));
});
afterEach(() => {
  opened.splice(0).forEach((close) => close());
  rmSync(folder, { recursive: true });
});

/** Two blocks of flash with something in them, of which the image covers a part. */
const inFlash = sampleImage(
  [
    { vaddr: 0, data: sampleProgram(RAM + 0x8000, 0x101, 0x480) },
    { vaddr: RAM + 0x1000, data: Uint8Array.of(1, 2, 3, 4) },
  ],
  { entry: 0x101 },
);
const inRam = sampleImage([{ vaddr: RAM, data: sampleProgram(RAM + 0x8000, RAM + 0x101) }], {
  entry: RAM + 0x101,
});

/** A target with flash, RAM, core registers and the registers of its device. */
async function openTarget({
  isReadable = true,
  signal,
}: { isReadable?: boolean; signal?: AbortSignal } = {}) {
  const flash = new Uint8Array(0x4000).fill(0x55);
  const ram = new Uint8Array(0x10000);
  const core = new Map<number, string>();
  const system = new Uint8Array(0x1000);
  const map = SAMPLE_MAP.map(
    ({ kind, start, end, blockSize }) =>
      `<memory type="${kind}" start="${start}" length="${end - start}"><property name="blocksize">${blockSize}</property></memory>`,
  ).join('');
  const target: Behaviour = (payload) => {
    if (payload.startsWith('qSupported')) return ['PacketSize=400;qXfer:memory-map:read+'];
    if (payload.startsWith('qXfer:memory-map')) return [payload.includes(':0,') ? `l${map}` : 'l'];
    if (payload === 'g') return ['00000000'.repeat(17)];
    const [, register = '', value = ''] = /^P(\w+)=(\w+)$/.exec(payload) ?? [];
    if (register === '') return undefined;
    core.set(Number.parseInt(register, 16), value);
    return ['OK'];
  };
  const scripted = await openScripted(
    [
      target,
      flashBehaviour(flash, BLOCK),
      // Flash is read as memory is, but not written so.
      (payload) =>
        payload.startsWith('m') && isReadable ? found(memoryBehaviour(flash)(payload)) : undefined,
      (payload) => found(memoryBehaviour(ram, RAM)(payload)),
      memoryBehaviour(system, 0xe000e000),
    ],
    signal && { signal },
  );
  opened.push(scripted.close);
  return { ...scripted, flash, ram, core, system };
}

/** Leaves an address that is not there to the next memory. */
const found = (replies: ReturnType<Behaviour>) => (replies?.[0] === 'E0E' ? undefined : replies);

function options(more: Partial<DeployOptions> = {}) {
  const progress: [number, number][] = [];
  let resets = 0;
  return {
    progress,
    board: 'board:test',
    resets: () => resets,
    resetHalt: async () => void resets++,
    onProgress: (done: number, total: number) => void progress.push([done, total]),
    ...more,
  };
}

const plan = (image: typeof inFlash) => {
  return { ...planDeployment(image, { map: SAMPLE_MAP }), core: 'Cortex-M7' };
};

describe('prepareDeployment', () => {
  const [M3, M7] = [0xc23, 0xc27];
  const built = { ...inRam, attributes: { architecture: 13, floatingPoint: 'none' as const } };
  const prepare = async (part: number, ram?: { start: number; end: number }[]) => {
    const { client, system, received } = await openTarget();
    Buffer.from(system.buffer).writeUInt32LE(0x410f0000 | (part << 4), 0xd00);
    const prepared = prepareDeployment(client, built, { ram });
    await prepared.catch(() => undefined);
    expect(received.packets.filter((packet) => /^[MXPG]|^vFlash/.test(packet))).toEqual([]);
    return prepared;
  };

  test('knows the core and writes nothing', async () => {
    expect(await prepare(M7)).toMatchObject({ core: 'Cortex-M7', flash: [] });
  });

  test('refuses another core and memory that is not there, and writes nothing', async () => {
    await expect(prepare(M3)).rejects.toThrow('built for Armv7E-M, and the core is a Cortex-M3');
    await expect(prepare(M7, [{ start: RAM, end: RAM + 16 }])).rejects.toThrow('do not fit');
  });
});

describe('deployImage into RAM', () => {
  test('writes, verifies and sets the core where the program begins', async () => {
    const { client, ram, core, system } = await openTarget();
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

  test('a restart writes it again', async () => {
    const { client, ram, core } = await openTarget();
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
  test('is refused, with what would be lost, until it is allowed', async () => {
    const { client, flash, ram } = await openTarget();
    await expect(deployImage(client, plan(inFlash), options())).rejects.toMatchObject({
      code: 'flash-not-allowed',
      message:
        'Deploying agent.elf would overwrite 2048 bytes of flash at 0x00000000..0x00000800, where 2 of 2 blocks hold something',
    });
    expect(flash.every((byte) => byte === 0x55)).toBe(true);
    expect(ram.every((byte) => byte === 0)).toBe(true);
  });

  test('changes what the image covers and nothing else', async () => {
    const { client, flash, ram } = await openTarget();
    const given = options({ allowFlash: true });
    await deployImage(client, plan(inFlash), given);
    expect(Buffer.from(flash).readUInt32LE(4)).toBe(0x101);
    expect(flash.subarray(8, 0x480).every((byte) => byte === 0)).toBe(true);
    expect(flash.subarray(0x480).every((byte) => byte === 0x55)).toBe(true);
    expect([...ram.subarray(0x1000, 0x1004)]).toEqual([1, 2, 3, 4]);
    expect(given.resets()).toBe(2);
    expect(given.progress.at(-1)).toEqual([2052, 2052]);
  });

  test('needs no leave where the flash holds the image already', async () => {
    const { client, received } = await openTarget();
    await deployImage(client, plan(inFlash), options({ allowFlash: true }));
    const erased = () => received.packets.filter((packet) => packet.startsWith('vFlashErase'));
    const before = erased().length;
    const done = await deployImage(client, plan(inFlash), options());
    expect(done).toMatchObject({ flashBytes: 0, ramBytes: 4 });
    expect(erased()).toHaveLength(before);
  });

  test('flash that does not keep what was programmed is found, and said to be of no use', async () => {
    const { client, flash } = await openTarget();
    const damaged = deployImage(
      client,
      plan(inFlash),
      options({ allowFlash: true, onProgress: () => void (flash[0x10] = 0xaa) }),
    );
    await expect(damaged).rejects.toMatchObject({
      code: 'deploy-failed',
      message:
        'The flash at 0x00000000..0x00000800 was not written completely: flash at 0x00000010 did not keep what was programmed',
      hint: 'What it holds now is of no use: deploy again.',
    });
  });
});

describe('flash that cannot be read before it is programmed', () => {
  test('is overwritten only when that is allowed, and said to be lost', async () => {
    const { client } = await openTarget({ isReadable: false });
    await expect(deployImage(client, plan(inFlash), options())).rejects.toMatchObject({
      code: 'flash-not-allowed',
      message: expect.stringContaining(
        'what the image does not cover in its blocks is lost',
      ) as string,
    });
  });

  test('is not overwritten where a backup was wanted', async () => {
    const { client, flash } = await openTarget({ isReadable: false });
    const given = options({ allowFlash: true, backup: join(folder, 'backup') });
    await expect(deployImage(client, plan(inFlash), given)).rejects.toThrow(
      'The flash at 0x00000000..0x00000800 cannot be read before it is programmed',
    );
    expect(flash[0]).toBe(0x55);
    expect(existsSync(join(folder, 'backup'))).toBe(false);
  });
});

test('cancelling in the middle says what state the flash is in', async () => {
  const abort = new AbortController();
  const { client } = await openTarget({ signal: abort.signal });
  const cancelled = new TargetError('cancelled', 'Opening the board was cancelled');
  const given = options({ allowFlash: true, onProgress: () => abort.abort(cancelled) });
  await expect(deployImage(client, plan(inFlash), given)).rejects.toMatchObject({
    code: 'cancelled',
    message:
      'The flash at 0x00000000..0x00000800 was not written completely: Opening the board was cancelled',
    hint: 'What it holds now is of no use: deploy again.',
  });
});

describe('backup', () => {
  test('keeps what is overwritten and brings it back', async () => {
    const { client, flash } = await openTarget();
    const backup = join(folder, 'backup');
    const before = flash.slice();
    const given = options({ allowFlash: true, backup });
    expect(await deployImage(client, plan(inFlash), given)).toMatchObject({ backedUpBytes: 2048 });
    expect(readFileSync(join(backup, '0x00000000.bin'))).toEqual(
      Buffer.from(before.subarray(0, 2048)),
    );
    expect(await restoreFlash(client, readBackup(backup), () => undefined)).toBe(2048);
    expect(flash).toEqual(before);
    expect(await restoreFlash(client, readBackup(backup), () => undefined)).toBe(0);
  });

  test('is never written over, and then nothing is deployed', async () => {
    const { client, flash } = await openTarget();
    writeFileSync(join(folder, 'backup.json'), '{}');
    const given = options({ allowFlash: true, backup: folder });
    await expect(deployImage(client, plan(inFlash), given)).rejects.toMatchObject({
      code: 'deploy-failed',
    });
    expect(flash[0]).toBe(0x55);
  });

  test('that is damaged is not restored', async () => {
    const { client, flash } = await openTarget();
    const backup = join(folder, 'backup');
    await deployImage(client, plan(inFlash), options({ allowFlash: true, backup }));
    const held = flash.slice();
    writeFileSync(join(backup, '0x00000000.bin'), new Uint8Array(2048));
    expect(() => readBackup(backup)).toThrow('SHA-256 differs');
    expect(flash).toEqual(held);
    expect(existsSync(backup)).toBe(true);
  });

  test('grows by what a larger image of the same run overwrites; what it held before stays', async () => {
    const { client, flash } = await openTarget();
    const backup = join(folder, 'backup');
    const before = flash.slice();
    await deployImage(client, plan(inFlash), options({ allowFlash: true, backup }));
    const larger = sampleImage([{ vaddr: 0, data: sampleProgram(RAM + 0x1000, 0x101, 0x1400) }]);
    const next = options({ allowFlash: true, backup, isBackupBegun: true });
    await deployImage(client, plan(larger), next);
    const { blocks, board, core } = readBackup(backup);
    expect({ board, core }).toEqual({ board: 'board:test', core: 'Cortex-M7' });
    expect(blocks.map(({ address, data }) => [address, data.length])).toEqual([
      [0, 2048],
      [2048, 3072],
    ]);
    await restoreFlash(client, { blocks }, () => undefined);
    expect(flash).toEqual(before);
  });

  test('is listed with what it is of; whatever else lies there is not', async () => {
    const { client } = await openTarget();
    const backup = join(folder, 'backup');
    await deployImage(client, plan(inFlash), options({ allowFlash: true, backup }));
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'backup.json'), '{"schema":1,"blocks":[{"file":"../x"}]}');
    expect(listBackups(folder)).toEqual([
      {
        folder: backup,
        board: 'board:test',
        title: 'agent.elf',
        made: expect.any(Date),
        regions: [{ start: 0, end: 2048 }],
      },
    ]);
    expect(() => readBackup(join(folder, 'other'))).toThrow('does not say what it is of');
  });

  test('of another target is not restored', async () => {
    const { client } = await openTarget();
    const backup = join(folder, 'backup');
    await deployImage(client, plan(inFlash), options({ allowFlash: true, backup }));
    const blocks = readBackup(backup).blocks.map((saved) => ({ ...saved, address: RAM }));
    await expect(restoreFlash(client, { blocks }, () => undefined)).rejects.toThrow(
      "The backup's flash at 0x20000000 is not flash of this target",
    );
  });
});

test('deployRate tells bytes a second once there are some', () => {
  expect(deployRate(750_000, 1500)).toBe(500_000);
  expect(deployRate(0, 100)).toBeUndefined();
  expect(deployRate(100, 0)).toBeUndefined();
});
