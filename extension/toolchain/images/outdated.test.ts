import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bench } from '../../agent';
import { EngineError } from '../../base';
import { bench } from '../../engine/testing/benches';
import { putImage } from '../../engine/testing/fake-target';
import { findManifest, type FoundManifest } from './find';
import {
  digestSources,
  findBuiltSources,
  isOutdated,
  isSourceChanged,
  noteBuildEnd,
  describeOutdatedImage,
  refuseAfterFailedBuild,
} from './outdated';

let folder = '';
const path = (...names: readonly string[]) => join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outdated-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('digests of sources', () => {
  beforeEach(async () => {
    await mkdir(path('src'));
    await writeFile(path('src', 'fir.c'), 'int a;');
    await writeFile(path('fir.h'), 'int b;');
  });
  const digest = () => digestSources([path('src', 'fir.c'), path('fir.h')], folder);

  it('name sources by their path from the folder, even outside it', async () => {
    expect(Object.keys(await digest())).toEqual(['src/fir.c', 'fir.h']);
    expect(Object.keys(await digestSources([path('fir.h')], path('src')))).toEqual(['../fir.h']);
  });

  it.each([
    ['nothing', () => Promise.resolve(), false],
    ['a source', () => writeFile(path('src', 'fir.c'), 'int c;'), true],
    ['a header', () => writeFile(path('fir.h'), ''), true],
    ['a header, which is gone', () => rm(path('fir.h')), true],
    ['the time of a source alone', () => writeFile(path('src', 'fir.c'), 'int a;'), false],
  ])('an image is outdated after a change of %s, or not', async (_, change, expected) => {
    const sources = await digest();
    await change();
    expect(await isOutdated({ sources }, folder)).toBe(expected);
  });

  it('a source counts as changed by its content, not its time', async () => {
    const digests = await digest();
    const source = path('src', 'fir.c');
    const isChanged = (file: string) => isSourceChanged({ cwd: folder, digests }, file);
    await utimes(source, new Date(0), new Date());
    expect(await isChanged(source)).toBe(false);
    await writeFile(source, 'int c;');
    await utimes(source, new Date(0), new Date(0));
    expect([await isChanged(source), await isChanged(path('fir.h'))]).toEqual([true, false]);
    expect(await isChanged(path('other.c'))).toBe(undefined);
  });

  it('are found by the hash of the image that was built from them', async () => {
    const images = path('agent');
    const imageFolders = [
      { folder: path('missing'), origin: 'built', sources: folder },
      { folder: images, origin: 'built', sources: folder },
      { folder: images, origin: 'shipped' },
    ] as const;
    await putImage(images, 'headline', []);
    const { manifest } = await findManifest(imageFolders, 'fake', 'headline');
    expect(await findBuiltSources(imageFolders, manifest.sha256)).toEqual({
      cwd: folder,
      digests: {},
    });
    const file = path('agent', 'fake', 'headline', 'manifest.json');
    const digests = await digest();
    await writeFile(file, JSON.stringify({ ...manifest, sources: digests }));
    expect(await findBuiltSources(imageFolders, manifest.sha256)).toEqual({ cwd: folder, digests });
    expect(await findBuiltSources(imageFolders, 'another')).toBe(undefined);
    await writeFile(file, '{');
    expect(await findBuiltSources(imageFolders, manifest.sha256)).toBe(undefined);
  });

  it('an image without listed sources is not checked', async () => {
    expect(await isOutdated({}, folder)).toBe(false);
  });
});

const own = bench('dsp', 'fir', { at: 'fir.c:1' });
const shipped = bench('heap', 'malloc', { at: 'target-agent/families/heap/heap.c:9' });

describe('the note on an image', () => {
  beforeEach(() => writeFile(path('fir.c'), 'int a;'));

  it.each([
    ['measured as it was built', own, 'int b;', 'built', /^The headline image is older/],
    ['not mentioned where nothing changed', own, 'int a;', 'built', undefined],
    ['not mentioned where it comes with Cyclescope', shipped, 'int b;', 'built', undefined],
    ['not mentioned in an image from elsewhere', own, 'int b;', 'shipped', undefined],
  ] as const)('a benchmark is %s', async (_, selected, text, origin, expected) => {
    const sources = await digestSources([path('fir.c')], folder);
    await writeFile(path('fir.c'), text);
    const manifest = { build: 'headline', sources };
    const imageFolders = [
      { folder: '/images', origin: 'built', sources: folder },
      { folder: '/shipped', origin: 'shipped' },
    ] as const;
    const found = { manifest, origin } as unknown as FoundManifest;
    const note = await describeOutdatedImage(found, imageFolders, [selected]);
    expect(note).toEqual(expected && expect.stringMatching(expected));
  });
});

describe('after a failed build', () => {
  const imageFolders = () => [
    { folder, origin: 'built', sources: folder } as const,
    { folder: '/shipped', origin: 'shipped' } as const,
  ];
  const makeFoundManifest = (change: Partial<FoundManifest> = {}) =>
    ({
      manifest: { target: 't', build: 'headline' },
      origin: 'shipped',
      folder: '/shipped/t/headline',
      ...change,
    }) as unknown as FoundManifest;
  const refuse = (selected: readonly Bench[], patterns: readonly string[] = []) =>
    refuseAfterFailedBuild(makeFoundManifest(), imageFolders(), selected, patterns);

  it('an older image is refused, with the failure and what to do', async () => {
    await noteBuildEnd(
      join(folder, 't'),
      new EngineError('build-failed', 'fir.c does not compile.'),
    );
    const refusal = {
      code: 'old-image',
      message: expect.stringMatching(/^The last build for t failed: fir\.c does not compile\. /),
      hint: 'Correct it and build again.',
    };
    await expect(refuse([shipped])).rejects.toMatchObject(refusal);
    await expect(refuse([own], ['dsp'])).rejects.toMatchObject(refusal);
    await expect(refuse([shipped], ['heap'])).resolves.toBeUndefined();
  });

  it('an image that a later build has replaced is measured before that build ends', async () => {
    const built = join(folder, 't', 'headline');
    await mkdir(built, { recursive: true });
    await noteBuildEnd(
      join(folder, 't'),
      new EngineError('build-failed', 'fir.c does not compile.'),
    );
    const manifest = join(built, 'manifest.json');
    await writeFile(manifest, '{}');
    const refuseBuilt = () =>
      refuseAfterFailedBuild(
        makeFoundManifest({ origin: 'built', folder: built }),
        imageFolders(),
        [own],
        [],
      );
    await utimes(manifest, 0, 0);
    await expect(refuseBuilt()).rejects.toThrow('failed');
    const later = Date.now() / 1000 + 60;
    await utimes(manifest, later, later);
    await expect(refuseBuilt()).resolves.toBeUndefined();
  });

  it('the older agent of a project is refused, too, whatever is selected', async () => {
    const agents = join(folder, 'build', 'cyclescope');
    const own = join(agents, 'headline', 'zephyr');
    await mkdir(own, { recursive: true });
    const elf = join(own, 'zephyr.elf');
    await writeFile(elf, '');
    await utimes(elf, 0, 0);
    const manifest = { target: 'launch:Debug', build: 'headline', elf: 'zephyr.elf' };
    const change = { manifest, origin: 'file', folder: own } as unknown as Partial<FoundManifest>;
    const refuseElf = () =>
      refuseAfterFailedBuild(makeFoundManifest(change), imageFolders(), [shipped], ['heap']);
    await expect(refuseElf()).resolves.toBeUndefined();
    await noteBuildEnd(agents, new EngineError('build-failed', 'main.c does not compile.'));
    await expect(refuseElf()).rejects.toMatchObject({
      message: expect.stringMatching(/^The last build for launch:Debug failed: main\.c does not/),
    });
    // Built by hand since then.
    await utimes(elf, Date.now() / 1000 + 60, Date.now() / 1000 + 60);
    await expect(refuseElf()).resolves.toBeUndefined();
  });

  it('a successful build lifts the refusal', async () => {
    await noteBuildEnd(
      join(folder, 't'),
      new EngineError('build-failed', 'fir.c does not compile.'),
    );
    await noteBuildEnd(join(folder, 't'), undefined);
    await expect(refuse([own])).resolves.toBeUndefined();
  });
});
