import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  describeKernel,
  findKernel,
  KERNEL_FILES,
  kernelCache,
  LINUX_BOARDS,
  type LinuxBoard,
} from './kernel';

const [BOARD] = LINUX_BOARDS as readonly [LinuxBoard];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-kernel-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A cache with one kernel, each file of which contains its own name. */
function putKernel(): void {
  mkdirSync(join(folder, BOARD.flavour));
  const sha256: Record<string, string> = {};
  for (const name of Object.values(KERNEL_FILES)) {
    writeFileSync(join(folder, BOARD.flavour, name), name);
    sha256[name] = createHash('sha256').update(name).digest('hex');
  }
  const description = { schema: 1, package: 'linux-image', version: '6.1', sha256 };
  writeFileSync(join(folder, BOARD.flavour, 'kernel.json'), JSON.stringify(description));
}

test('finds a kernel and its origin', () => {
  putKernel();
  expect(findKernel(BOARD, folder)).toMatchObject({
    path: join(folder, BOARD.flavour, 'vmlinuz'),
    deviceTree: join(folder, BOARD.flavour, 'imx6ul-14x14-evk.dtb'),
    description: { package: 'linux-image', version: '6.1' },
  });
});

test('has a kernel for each flavour', () => {
  putKernel();
  expect(describeKernel(BOARD.flavour, folder)).toBeDefined();
  expect(describeKernel('rt-armmp', folder)).toBeUndefined();
});

describe('names the command that fetches it if', () => {
  const hint = `Fetch it with: cyclescope fetch-kernel --target ${BOARD.target}`;
  test.each([
    ['there is none', () => undefined, /There is no kernel/],
    [
      'a file is missing',
      () => rmSync(join(folder, BOARD.flavour, 'vmlinuz')),
      /There is no kernel/,
    ],
    [
      'a file was changed',
      () => writeFileSync(join(folder, BOARD.flavour, 'vmlinuz'), 'x'),
      /differs/,
    ],
    ['its description is damaged', () => putDescription('{'), /There is no kernel/],
    ['it is of another schema', () => putDescription('{"schema":2}'), /There is no kernel/],
  ])('%s', (name, damage, message) => {
    if (name !== 'there is none') putKernel();
    damage();
    const refusal = { code: 'missing-program', message: expect.stringMatching(message), hint };
    expect(() => findKernel(BOARD, folder)).toThrow(expect.objectContaining(refusal));
  });
});

function putDescription(text: string): void {
  writeFileSync(join(folder, BOARD.flavour, 'kernel.json'), text);
}

describe('the folder for kernels', () => {
  const inside = () => join(folder, 'dist');
  test.each([
    ['from the environment', { CYCLESCOPE_KERNELS: '/kernels' }, [], '/kernels'],
    ['in a clone', {}, ['package.json', 'package-lock.json'], 'build/linux-imx6ul'],
    ['in the cache', { XDG_CACHE_HOME: '/c' }, ['package.json'], '/c/cyclescope/linux-imx6ul'],
    ['at home', {}, ['package.json'], join(homedir(), '.cache/cyclescope/linux-imx6ul')],
  ])('%s', (_, environment, files, expected) => {
    for (const name of files) writeFileSync(join(folder, name), '{}');
    const found = kernelCache(environment, inside());
    expect(found).toBe(expected.startsWith('/') ? expected : join(folder, expected));
  });
});
