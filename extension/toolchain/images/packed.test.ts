import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageManifest } from '../../agent';
import { findManifest, loadImage } from './find';
import { elfPath, PACKED_IMAGES, packImages } from './packed';

const elfs = { headline: Buffer.alloc(5000, 'headline'), traced: Buffer.alloc(5000, 'traced') };
const sha256 = (elf: Buffer) => createHash('sha256').update(elf).digest('hex');

/** A package's place of images: manifests in folders, and the ELF files in one file. */
let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'packed-'));
  for (const target of ['board', 'alike']) await putManifests(target);
  await writeFile(join(place, PACKED_IMAGES), await packImages(Object.values(elfs)));
});
afterEach(() => rm(place, { recursive: true }));

async function putManifests(target: string): Promise<void> {
  for (const build of ['headline', 'traced'] as const) {
    const manifest: ImageManifest = {
      schema: 1,
      target,
      build,
      elf: 'agent.elf',
      sha256: sha256(elfs[build]),
      hooks: 0,
      inputs: '',
      compiler: 'cc 1',
      flags: '',
      benches: [],
      components: [],
    };
    await mkdir(join(place, target, build), { recursive: true });
    await writeFile(join(place, target, build, 'manifest.json'), JSON.stringify(manifest));
  }
}

const load = async (target: string, build: 'headline' | 'traced') =>
  loadImage(await findManifest([{ folder: place, origin: 'shipped' }], target, build));

describe('an image of a package', () => {
  it('is read from the file that holds all of them', async () => {
    for (const target of ['board', 'alike']) {
      expect(Buffer.from((await load(target, 'headline')).elf)).toEqual(elfs.headline);
      expect(Buffer.from((await load(target, 'traced')).elf)).toEqual(elfs.traced);
    }
  });

  it('is written out for a program that needs a file', async () => {
    const cache = process.env['XDG_CACHE_HOME'];
    process.env['XDG_CACHE_HOME'] = join(place, 'cache');
    try {
      const path = await elfPath(await load('board', 'traced'));
      expect(path.startsWith(join(place, 'cache'))).toBe(true);
      expect(await readFile(path)).toEqual(elfs.traced);
    } finally {
      if (cache === undefined) delete process.env['XDG_CACHE_HOME'];
      else process.env['XDG_CACHE_HOME'] = cache;
    }
  });

  it('is its own file where there is one', async () => {
    const own = join(place, 'board', 'headline', 'agent.elf');
    await writeFile(own, elfs.headline);
    expect(await elfPath(await load('board', 'headline'))).toBe(own);
  });

  it.each([
    ['lacks it', () => packImages([elfs.traced]), 'ENOENT'],
    ['is damaged', () => Promise.resolve(Buffer.from('no images')), 'ERR_'],
  ])('is refused if that file %s', async (_, pack, reason) => {
    await writeFile(join(place, PACKED_IMAGES), await pack());
    await expect(load('board', 'headline')).rejects.toMatchObject({
      code: 'bad-image',
      message: expect.stringContaining(reason),
    });
  });
});
