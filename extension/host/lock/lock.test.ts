import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processMark, startTime } from './alive';
import { claimSlot, claimTarget } from './lock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('claimTarget', () => {
  test('allows one owner at a time, then the next', async () => {
    const first = claimTarget('board', folder);
    await first.take();
    await expect(claimTarget('board', folder).take()).rejects.toMatchObject({
      code: 'busy',
      message: 'board is in use by this process',
    });
    await claimTarget('other', folder).take();
    first.release();
    await claimTarget('board', folder).take();
  });

  test('names another process and its command', async () => {
    const holder = spawn('sleep', ['60']);
    try {
      const pid = holder.pid ?? 0;
      writeFileSync(join(folder, `board~${pid}~${startTime(pid)}~1`), 'cyclescope run');
      await expect(claimTarget('board', folder).take()).rejects.toThrow(
        `board is in use by process ${pid} (cyclescope run)`,
      );
    } finally {
      holder.kill();
    }
  });

  test.each([
    ['a process that is gone', `board~${2 ** 22 + 1}~1~1`],
    ['an earlier process of the same id', `board~${process.pid}~1~1`],
  ])('ignores and removes the lock of %s', async (_, name) => {
    writeFileSync(join(folder, name), '');
    await claimTarget('board', folder).take();
    expect(existsSync(join(folder, name))).toBe(false);
  });

  test('of many concurrent claims exactly one wins', async () => {
    const claims = Array.from({ length: 8 }, () => claimTarget('board', folder));
    const results = await Promise.allSettled(claims.map((claim) => claim.take()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('claimSlot', () => {
  test('allows as many owners as there are slots', async () => {
    const claims = Array.from({ length: 3 }, () => claimSlot('board', { slots: 2, folder }));
    const results = await Promise.allSettled(claims.map((claim) => claim.take()));
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toMatchObject([
      {
        code: 'busy',
        message: 'board is in use by this process and by 1 more',
      },
    ]);
    for (const claim of claims) claim.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('takes a place that was given up while the others were tried', async () => {
    // The earlier of two owners is first.
    const others = ['board', 'board.2'].map((name) => `${name}~${process.pid}~${processMark()}~0`);
    for (const name of others) writeFileSync(join(folder, name), '');
    const taken = claimSlot('board', { slots: 2, folder }).take();
    rmSync(join(folder, others[0] ?? ''));
    await taken;
    expect(readdirSync(folder).sort()).toEqual([others[1], expect.stringMatching(/^board~/)]);
  });
});
