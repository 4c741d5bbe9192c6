import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../integration/agent/temporary';
import { openStage, type Stage, windowsPath } from './wine';

let folder: string;
let stage: Stage;
beforeEach(async () => {
  folder = temporaryFolder('processes');
  stage = await openStage();
});
afterEach(() => stage.close());

describe('a lock', () => {
  test('has one owner, and ends with it', async () => {
    const locks = windowsPath(join(folder, 'locks'));
    const owner = stage.start('holder', locks);
    const [pid] = (await (await stage.part('holder')).next()).split(' ');
    stage.start('claimant', locks);
    const claimant = await stage.part('claimant');
    claimant.send('try');
    expect(await claimant.next()).toContain(`board is in use by process ${pid} (`);
    owner.kill();
    await vi.waitFor(async () => {
      claimant.send('try');
      expect(await claimant.next()).toBe('free');
    });
    expect(readdirSync(join(folder, 'locks'))).toEqual([]);
  });

  test('of an earlier process of the same id is removed', async () => {
    const locks = join(folder, 'locks');
    mkdirSync(locks);
    stage.start('recycled', windowsPath(locks));
    expect(await (await stage.part('recycled')).next()).toBe('left');
    expect(readdirSync(locks)).toHaveLength(1);
    stage.start('claimant', windowsPath(locks));
    const claimant = await stage.part('claimant');
    claimant.send('try');
    expect(await claimant.next()).toBe('free');
    expect(readdirSync(locks)).toEqual([]);
  });
});

test('a file that is replaced while others read it is never torn', async () => {
  const path = join(folder, 'file');
  writeFileSync(path, '0'.repeat(200_000));
  stage.start('reader', windowsPath(path));
  const reader = await stage.part('reader');
  stage.start('writer', windowsPath(path));
  expect(await (await stage.part('writer')).next()).toBe('done');
  reader.send('stop');
  expect(await reader.next()).toBe('0 of them torn');
  expect(readFileSync(path, 'utf8')).toBe('9'.repeat(200_000));
  expect(readdirSync(folder)).toEqual(['file']);
});

describe('a guardian', () => {
  const paths = () => ['scratch', 'half-written'].map((name) => join(folder, name));

  async function startFamily() {
    for (const path of paths()) mkdirSync(path);
    const process = stage.start('parent', ...paths().map(windowsPath));
    const parts = await Promise.all(['parent', 'child', 'grandchild'].map(stage.part));
    const [parent, child, grandchild] = parts;
    if (!parent || !child || !grandchild) throw new Error('a part is missing');
    return { process, parent, child, grandchild };
  }

  test('ends its child with what that started, when it is asked to', async () => {
    const { parent, child, grandchild } = await startFamily();
    parent.send('end');
    await Promise.all([child.gone, grandchild.gone]);
    expect([await parent.next(), await parent.next()]).toContain('ended');
    expect(paths().map((path) => existsSync(path))).toEqual([false, true]);
  });

  test('ends them and removes everything when its parent is killed', async () => {
    const { process, child, grandchild } = await startFamily();
    process.kill();
    await Promise.all([child.gone, grandchild.gone]);
    await vi.waitUntil(() => !paths().some((path) => existsSync(path)));
  });

  test('is followed by its child when it is killed itself', async () => {
    const { parent, child } = await startFamily();
    parent.send('kill the guardian');
    await child.gone;
    await vi.waitUntil(() => !existsSync(paths()[0] ?? ''));
  });

  test('starts batch files, with their arguments as they are', async () => {
    const batch = join(folder, 'my tool.cmd');
    stage.writeBatch(batch, 'program');
    const words = ['a & b', '^c', 'two words', 'C:\\folder\\'];
    stage.start('runner', windowsPath(batch), ...words);
    const program = await stage.part('program');
    expect(JSON.parse(await program.next())).toEqual(words);
    program.send('3');
    expect(await (await stage.part('runner')).next()).toBe('3');
  });
});
