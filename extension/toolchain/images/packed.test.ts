import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageManifest } from '../../agent';
import { findManifest, loadImage } from './find';
import { elfPath, PACKED_IMAGES, packImages } from './packed';

const elfs = { headline: Buffer.alloc(5000, 'headline'), traced: Buffer.alloc(5000, 'traced') };
const sha256 = (elf: Buffer) => createHash('sha256').update(elf).digest('hex');

const makeManifest = (target: string, build: 'headline' | 'traced'): ImageManifest => ({
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
});
const manifests = ['board', 'alike'].flatMap((target) => [
  makeManifest(target, 'headline'),
  makeManifest(target, 'traced'),
]);

/** A package's folder of images. */
let root = '';
const pack = async (...[all, files]: Parameters<typeof packImages>) =>
  writeFile(join(root, PACKED_IMAGES), await packImages(all, files));
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packed-'));
  await pack(manifests, Object.values(elfs));
});
afterEach(() => rm(root, { recursive: true }));

const load = async (target: string, build: 'headline' | 'traced') =>
  loadImage(await findManifest([{ folder: root, origin: 'shipped' }], target, build));

describe('an image of a package', () => {
  it('is read from the file that holds all of them', async () => {
    for (const target of ['board', 'alike']) {
      expect(Buffer.from((await load(target, 'headline')).elf)).toEqual(elfs.headline);
      expect(Buffer.from((await load(target, 'traced')).elf)).toEqual(elfs.traced);
    }
  });

  it('is written out for a program that needs a file', async () => {
    const cache = process.env['XDG_CACHE_HOME'];
    process.env['XDG_CACHE_HOME'] = join(root, 'cache');
    try {
      const path = await elfPath(await load('board', 'traced'));
      expect(path.startsWith(join(root, 'cache'))).toBe(true);
      expect(await readFile(path)).toEqual(elfs.traced);
    } finally {
      if (cache === undefined) delete process.env['XDG_CACHE_HOME'];
      else process.env['XDG_CACHE_HOME'] = cache;
    }
  });

  it('is its own file where there is one', async () => {
    const folder = join(root, 'board', 'headline');
    const own = join(folder, 'agent.elf');
    await mkdir(folder, { recursive: true });
    await writeFile(own, elfs.headline);
    expect(await elfPath(await load('board', 'headline'))).toBe(own);
  });

  it('has a manifest of its own where there is one', async () => {
    const folder = join(root, 'board', 'headline');
    await mkdir(folder, { recursive: true });
    const own = { ...makeManifest('board', 'headline'), compiler: 'cc 2' };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(own));
    expect((await load('board', 'headline')).manifest.compiler).toBe('cc 2');
    expect((await load('board', 'traced')).manifest.compiler).toBe('cc 1');
  });

  it('is refused if the file that holds all of them lacks it', async () => {
    await pack(manifests, [elfs.traced]);
    await expect(load('board', 'headline')).rejects.toMatchObject({
      code: 'bad-image',
      message: expect.stringContaining('ENOENT'),
    });
    await pack([], []);
    await expect(load('board', 'headline')).rejects.toMatchObject({ code: 'no-image' });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no images', Buffer.from('no images')],
    ['another version', brotliCompressSync('{"agent.elf":12}\nELF')],
  ])('is refused if that file has %s in it', async (_, bytes) => {
    await writeFile(join(root, PACKED_IMAGES), bytes);
    await expect(load('board', 'headline')).rejects.toMatchObject({
      code: 'bad-image',
      message: expect.stringMatching(/images\.br is damaged/),
    });
  });
});
