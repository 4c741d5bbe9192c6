import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bench } from '../../../agent/manifest';
import { digestSources } from '../../../toolchain/images/outdated';
import { findDeclaringFiles, includesFile } from './build';
import { boardTarget } from '../../../targets';
import { markOutdated, imageNames, readBenches } from './images';

describe('images', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'images-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const bench = {
    suite: 'dsp',
    op: 'fir',
    at: 'dsp.c:3',
    about: '',
    iterations: 1000,
    max: 0,
    warmup: 0,
    batches: 40,
    params: [],
  };

  async function putManifest(target: string, more: object = {}): Promise<void> {
    const place = join(folder, target, 'headline');
    await mkdir(place, { recursive: true });
    const manifest = {
      schema: 1,
      target,
      build: 'headline',
      elf: 'agent.elf',
      hooks: 0,
      inputs: 'x',
      sha256: createHash('sha256').update(target).digest('hex'),
      compiler: 'cc',
      flags: '',
      benches: [bench],
      components: [],
      ...more,
    };
    await writeFile(join(place, 'manifest.json'), JSON.stringify(manifest));
  }

  describe("the benchmarks of a target's image", () => {
    const words = { none: 'none yet', unusable: (why: string) => `unusable: ${why}` };
    const imageFolders = () => [{ folder, origin: 'built' }] as const;
    const read = (images: string) =>
      readBenches(imageFolders(), { id: 'any', images }, words, () => undefined);

    it('have the hashes of their texts and the time of the build', async () => {
      await putManifest('board', { texts: { 'dsp/fir': 'abc' } });
      const found = await read('board');
      expect(found).toMatchObject({
        benches: [bench],
        texts: { 'dsp/fir': 'abc' },
        origin: 'built',
      });
      expect('builtAt' in found && found.builtAt.getTime()).toBeGreaterThan(0);
    });

    it('report whether the sources have changed since the build', async () => {
      const source = join(folder, 'own', 'fir.c');
      await mkdir(join(folder, 'own'));
      await writeFile(source, 'int a;');
      const sources = await digestSources([source], join(folder, 'own'));
      await putManifest('board', { sources });
      const own = [{ folder, origin: 'built', sources: join(folder, 'own') }] as const;
      const readOwn = () => readBenches(own, { id: 'board' }, words, () => undefined);
      expect(await readOwn()).toMatchObject({
        isOutdated: false,
        sources: { cwd: join(folder, 'own'), digests: sources },
      });
      await writeFile(source, 'int b;');
      expect(await readOwn()).toMatchObject({ isOutdated: true });
      expect(await read('board')).toMatchObject({ isOutdated: false });
    });

    it('come from the first name that has an image', async () => {
      await putManifest('linux-armhf');
      const identify = () => Promise.reject(new Error('nobody asks'));
      const machine = { id: 'ssh://pi@pi', identify };
      const found = await readBenches(imageFolders(), machine, words, () => undefined);
      expect(found).toMatchObject({ benches: [bench], texts: {} });
    });

    it('report that there is none, or why it is unusable', async () => {
      expect(await read('board')).toEqual({ missing: 'none yet' });
      await putManifest('board', { hooks: 7 });
      expect(await read('board')).toEqual({ missing: expect.stringMatching(/^unusable: .*hooks/) });
    });
  });

  it("a board's own file reports why it is unusable", async () => {
    const board = { id: 'board:x', elfs: { headline: join(folder, 'gone.elf') } };
    const words = { none: '', unusable: (why: string) => `unusable: ${why}` };
    const found = await readBenches([], board, words, () => undefined);
    expect(found).toEqual({ missing: expect.stringMatching(/gone\.elf does not exist/) });
  });

  describe('the names of images', () => {
    const identify = () => Promise.reject(new Error('nobody asks'));

    it("are the target's own", () => {
      expect(imageNames({ id: 'board' })).toEqual(['board']);
      expect(imageNames({ id: 'board-2', images: 'board' })).toEqual(['board']);
    });

    it('are those for any Linux until the machine is known', () => {
      const names = imageNames({ id: 'ssh://pi@pi', identify });
      expect(names).toContain('linux-arm64');
      expect(names.every((name) => name.startsWith('linux-'))).toBe(true);
      expect(imageNames({ id: 'ssh://pi@pi', images: 'linux-armhf', identify })).toEqual([
        'linux-armhf',
      ]);
    });

    it('are those for any core until the chip is known', () => {
      const { board } = boardTarget({
        id: 'probe:1',
        title: 'J-Link 1',
        source: 'attached probe',
        bare: { chip: 'STM32F407VG' },
        namesPrograms: false,
        gaps: [],
      });
      const names = imageNames({ id: 'probe:1', board, identify });
      expect(names).toContain('ram-cortex-m0plus');
      expect(names.every((name) => name.startsWith('ram-'))).toBe(true);
    });
  });

  describe("the user's own sources", () => {
    it('are the files that declare a benchmark', async () => {
      const put = async (name: string, text: string) => {
        await writeFile(join(folder, name), text);
        return join(folder, name);
      };
      const fir = await put('fir.c', 'CYCLESCOPE_BENCH(fir) {}');
      const off = await put('off.c', '// CYCLESCOPE_BENCH(fir) {}');
      const iir = await put('a-iir.c', 'CYCLESCOPE_BENCH(iir) {}');
      const files = [fir, off, join(folder, 'gone.c'), iir];
      expect(await findDeclaringFiles(files, new AbortController().signal)).toEqual([iir, fir]);
    });

    it('are no longer searched for once the user moves on', async () => {
      await writeFile(join(folder, 'fir.c'), 'CYCLESCOPE_BENCH(fir) {}');
      expect(await findDeclaringFiles([join(folder, 'fir.c')], AbortSignal.abort())).toEqual([]);
    });

    it.each([
      [['bench'], '/w/bench/a/fir.c', true],
      [['bench/fir.c'], '/w/bench/fir.c', true],
      [['.'], '/w/fir.c', true],
      [['/w/bench'], '/w/bench/fir.c', true],
      [['bench'], '/w/bench2/fir.c', false],
      [['bench/a'], '/w/bench/fir.c', false],
      [[], '/w/fir.c', false],
    ])('%j cover %s: %s', (named, file, covered) => {
      expect(includesFile(named, '/w', file)).toBe(covered);
    });
  });
});

describe('ages', () => {
  const bench = (at: string): Bench => ({
    suite: 'own',
    op: 'copy',
    iterations: 1,
    max: 0,
    warmup: 0,
    batches: 0,
    params: [],
    about: '',
    at,
  });

  const image = (...at: readonly string[]) => ({
    benches: at.map(bench),
    builtAt: new Date(100_000),
    origin: 'file' as const,
    sha256: '',
    texts: {},
    isOutdated: false,
  });

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cyclescope-ages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function source(name: string, seconds: number): string {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), seconds, seconds);
    return join(folder, name);
  }

  describe('an image of a project', () => {
    it('is outdated if one of its own sources is younger', async () => {
      const at = `${source('bench.c', 101)}:7`;
      expect(await markOutdated(image(at), folder)).toMatchObject({ isOutdated: true });
      expect(await markOutdated(image('bench.c:7'), folder)).toMatchObject({
        isOutdated: true,
      });
    });

    it('is current if its sources are older, missing, or came with Cyclescope', async () => {
      source('bench.c', 99);
      const ours = `${source('heap.c', 101).replace(folder, '/target-agent/families/heap')}:1`;
      const held = await markOutdated(image('bench.c:7', 'gone.c:1', ours), folder);
      expect(held).toMatchObject({ isOutdated: false });
    });

    it('stays missing if it is', async () => {
      expect(await markOutdated({ missing: 'why' }, folder)).toEqual({ missing: 'why' });
    });
  });
});
