import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { coveredByNewlibNotice } from '../../scripts/notices/components.mjs';
import { unlisted } from '../../scripts/notices/document.mjs';
import { parseMap } from '../../scripts/size/map.mjs';
import { coreFlashLimit, sizeByPart } from '../../scripts/size/parts.mjs';

const agents = inRoot('dist', 'agent');
const images = readdirSync(agents)
  .flatMap((target) => readdirSync(join(agents, target)).map((build) => join(target, build)))
  .filter((image) => existsSync(join(agents, image, 'manifest.json')))
  // A Linux agent holds the GNU C library, whose licence asks for more than a notice: users build it.
  .filter((image) => !componentsOf(image).includes('glibc'));

function componentsOf(/** @type {string} */ image) {
  const { components } = JSON.parse(read(agents, image, 'manifest.json'));
  return /** @type {readonly string[]} */ (components);
}

function read(/** @type {string[]} */ ...parts) {
  return readFileSync(join(...parts), 'utf8');
}

it('ships a headline image', () => {
  expect(images).toContain(join('qemu-freertos-m7', 'headline'));
});

describe.each(images)('the image %s', (image) => {
  const pieces = parseMap(read(agents, image, 'agent.map'));
  const components = componentsOf(image);

  it('is made of components that have a notice', () => {
    expect(components).toContain('FreeRTOS-Kernel');
    expect(unlisted(read(inRoot('THIRD-PARTY-NOTICES.md')), components)).toEqual([]);
  });

  it('lists what the linker took from the compiler', () => {
    const parts = sizeByPart(pieces).map(({ part }) => part);
    if (parts.includes('libc')) expect(components).toContain('newlib');
    if (parts.includes('compiler')) expect(components).toContain('libgcc');
  });

  it('holds no part of the C library but those whose notice is reproduced', () => {
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

it('has notices that are up to date', () => {
  const done = spawnSync(process.execPath, [inRoot('scripts', 'notices.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect(done).toMatchObject({ status: 0, stderr: '' });
});
