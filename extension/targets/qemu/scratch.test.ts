import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseScratch, createScratch } from './scratch';

const SIZE = 1024 * 1024;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-scratch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('chooseScratch', () => {
  test('picks the first suitable place and creates nothing', () => {
    const files = chooseScratch(SIZE, ['/nowhere', folder, tmpdir()]);
    expect(files.ram.startsWith(join(folder, 'cyclescope-'))).toBe(true);
    expect(statSync(folder).nlink).toBe(2);
  });

  test('gives each emulator its own folder', () => {
    const [one, two] = [chooseScratch(SIZE, [folder]), chooseScratch(SIZE, [folder])];
    expect(one.folder).not.toBe(two.folder);
  });

  test.each([
    ['no room', 2 ** 60, '', /need 1099511627777 MB in a writable folder: .* has \d+ MB free$/],
    ['no such folder', SIZE, 'nowhere', /nowhere has 0 MB free$/],
    ['a path too long for a socket', SIZE, 'long'.repeat(20), /long is too long for a socket$/],
  ])('refuses if there is %s', (_, size, below, message) => {
    const root = join(folder, below);
    if (below.startsWith('long')) mkdirSync(root);
    const hint = expect.stringContaining('TMPDIR');
    expect(() => chooseScratch(size, [root])).toThrow(
      expect.objectContaining({ code: 'no-space', message: expect.stringMatching(message), hint }),
    );
  });
});

test('createScratch makes a RAM file that takes no space yet', () => {
  const files = chooseScratch(SIZE, [folder]);
  createScratch(files, SIZE);
  const { size, blocks, mode } = statSync(files.ram);
  expect([size, blocks, mode & 0o777]).toEqual([SIZE, 0, 0o600]);
  expect(() => createScratch(files, SIZE)).toThrow(expect.objectContaining({ code: 'no-space' }));
});
