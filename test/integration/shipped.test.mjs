import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { imageFolders } from '../../scripts/package/contents.mjs';
import { coveredByNewlibNotice } from '../../scripts/notices/components.mjs';
import { findUnlisted } from '../../scripts/notices/document.mjs';
import { parseMap } from '../../scripts/size/map.mjs';
import { coreFlashLimit, sizeByPart } from '../../scripts/size/parts.mjs';

const notices = inRoot('THIRD-PARTY-NOTICES.md');

function readComponents(/** @type {string} */ image) {
  const { components } = JSON.parse(read(inRoot(image), 'manifest.json'));
  return /** @type {readonly string[]} */ (components);
}

function read(/** @type {string[]} */ ...parts) {
  return readFileSync(join(...parts), 'utf8');
}

const isLinux = (/** @type {string} */ image) => /linux/.test(image);

it('ships images for the emulated core and for Linux', () => {
  expect(imageFolders).toEqual(
    expect.arrayContaining([
      'dist/agent/qemu-freertos-m7/headline',
      'dist/agent/local-linux/traced',
    ]),
  );
});

it.each(imageFolders)('%s consists of components that have a notice', (image) => {
  expect(readComponents(image)).not.toEqual([]);
  expect(findUnlisted(read(notices), readComponents(image))).toEqual([]);
});

describe.each(imageFolders.filter(isLinux))('the image %s', (image) => {
  const map = read(inRoot(image), 'agent.map');

  it("uses the system's C library, and records the oldest version that it needs", () => {
    const { glibc, flags } = JSON.parse(read(inRoot(image), 'manifest.json'));
    expect(glibc).toMatch(/^2\.\d+$/);
    expect(flags).toContain('-fno-plt');
    expect(read(inRoot('README.md'))).toContain(`glibc ${glibc} or newer`);
  });

  it('contains no part of the C library', () => {
    const members = [...map.matchAll(/\/(lib\w+\.a)\(/g)].map(([, archive]) => archive);
    expect(members.filter((archive) => archive !== 'libgcc.a')).toEqual([]);
    expect(map).toContain('/crt1.o');
    expect(readComponents(image)).toContain('glibc start files');
  });
});

describe.each(imageFolders.filter((image) => !isLinux(image)))('the image %s', (image) => {
  const pieces = parseMap(read(inRoot(image), 'agent.map'));
  const components = readComponents(image);

  it('lists what the linker took from the compiler', () => {
    const parts = sizeByPart(pieces).map(({ part }) => part);
    expect(components).toContain('FreeRTOS-Kernel');
    if (parts.includes('libc')) expect(components).toContain('newlib');
    if (parts.includes('compiler')) expect(components).toContain('libgcc');
  });

  it('contains no part of the C library except those whose notice is reproduced', () => {
    const members = pieces.flatMap(
      ({ file }) => /\/lib[cg](?:_nano)?\.a\(\w+-(.+)\.o\)$/.exec(file)?.[1] ?? [],
    );
    expect(members.filter((member) => !coveredByNewlibNotice.includes(member))).toEqual([]);
  });

  it('keeps the core small', () => {
    const core = sizeByPart(pieces).find(({ part }) => part === 'core')?.flash;
    expect(core).toBeGreaterThan(1024);
    expect(core).toBeLessThan(coreFlashLimit);
  });
});

it('has up-to-date notices', () => {
  const done = spawnSync(process.execPath, [inRoot('scripts', 'notices.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect(done).toMatchObject({ status: 0, stderr: '' });
});
