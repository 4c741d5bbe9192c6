import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreFlash } from '../restore';
import { listBackups, readBackup } from './backup';
import { deployImage } from './deploy';
import { sampleImage, sampleProgram } from './testing';
import { inFlash, openTargets, options, plan, RAM } from './testing-target';

const start = openTargets();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a backup', () => {
  test('keeps what is overwritten and restores it', async () => {
    const { client, flash } = await start();
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

  test('is never overwritten, and prevents the deployment', async () => {
    const { client, flash } = await start();
    writeFileSync(join(folder, 'backup.json'), '{}');
    const given = options({ allowFlash: true, backup: folder });
    await expect(deployImage(client, plan(inFlash), given)).rejects.toMatchObject({
      code: 'deploy-failed',
    });
    expect(flash[0]).toBe(0x55);
  });

  test('that is damaged is not restored', async () => {
    const { client, flash } = await start();
    const backup = join(folder, 'backup');
    await deployImage(client, plan(inFlash), options({ allowFlash: true, backup }));
    const held = flash.slice();
    writeFileSync(join(backup, '0x00000000.bin'), new Uint8Array(2048));
    expect(() => readBackup(backup)).toThrow('SHA-256 differs');
    expect(flash).toEqual(held);
    expect(existsSync(backup)).toBe(true);
  });

  test('grows by what a larger image of the same run overwrites, and keeps what it has', async () => {
    const { client, flash } = await start();
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

  test('is listed with its contents; other files are not', async () => {
    const { client } = await start();
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
    expect(() => readBackup(join(folder, 'other'))).toThrow('does not name its board');
  });

  test('of another target is not restored', async () => {
    const { client } = await start();
    const backup = join(folder, 'backup');
    await deployImage(client, plan(inFlash), options({ allowFlash: true, backup }));
    const blocks = readBackup(backup).blocks.map((saved) => ({ ...saved, address: RAM }));
    await expect(restoreFlash(client, { blocks }, () => undefined)).rejects.toThrow(
      "The backup's flash at 0x20000000 is not flash on this target",
    );
  });
});
