import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { identity, withLock } from './lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclescope-lock-'));
const path = join(folder, 'deep', 'setup.lock');
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('admits one at a time and reports who is waited for', async () => {
  /** @type {string[]} */
  const log = [];
  const turn = (/** @type {string} */ name) => async () => {
    log.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    log.push(`${name} out`);
  };
  const onWait = (/** @type {number} */ pid) => log.push(`wait for ${pid === process.pid}`);
  await Promise.all([withLock(path, turn('a')), withLock(path, turn('b'), { onWait, pollMs: 5 })]);
  expect(log).toEqual(['a in', 'wait for true', 'a out', 'b in', 'b out']);
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
});

it.each([
  ['an ended process', `${spawnSync(process.execPath, ['-e', '']).pid} 1`],
  ['an earlier process of a number in use', `${process.pid} 1`],
  ['nobody', ''],
])('takes over the lock of %s', async (_, holder) => {
  await withLock(path, async () => undefined);
  writeFileSync(path, holder);
  await expect(withLock(path, async () => 'done')).resolves.toBe('done');
  expect(existsSync(path)).toBe(false);
});

it('is released when the work fails', async () => {
  await expect(withLock(path, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(existsSync(path)).toBe(false);
});

it('distinguishes processes', () => expect(identity(process.pid)).not.toBe(identity(1)));
