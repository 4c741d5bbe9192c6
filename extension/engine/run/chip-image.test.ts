import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boardTarget } from '../../targets';
import { bench } from '../testing/benches';
import { fakeAgent } from '../testing/fake-agent';
import { fakeTarget } from '../testing/fake-target';
import { exampleSpec } from '../testing/stage-run';
import { chooseChipImage, findLacking } from './chip-image';
import type { RunSpec } from './spec';

const IMAGE = 'ram-cortex-m4f';
const { signal } = new AbortController();
const benches = [bench('heap', 'malloc'), bench('mutex', 'lock')];

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'chip-image-'));
});
afterEach(() => rm(base, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** A chip with 48 KB, and a package with its ready-made image. */
async function stage(patterns: readonly string[], sources?: readonly string[]) {
  const folder = await mkdtemp(join(base, 'package-'));
  const agents = join(folder, 'dist', 'agent');
  const image = join(agents, IMAGE, 'headline');
  await mkdir(image, { recursive: true });
  await symlink(join(import.meta.dirname, '../../../target-agent'), join(folder, 'target-agent'));
  const manifest = {
    schema: 1,
    target: IMAGE,
    build: 'headline',
    elf: 'agent.elf',
    sha256: '0'.repeat(64),
    hooks: 0,
    inputs: '',
    compiler: 'cc 1',
    flags: '',
    benches,
    components: [],
  };
  await writeFile(join(image, 'manifest.json'), JSON.stringify(manifest));
  const target = boardTarget({
    id: 'board:desk',
    title: 'Desk',
    source: 'this test',
    server: { kind: 'openocd', configFiles: [], commands: [] },
    images: { kind: 'named', name: IMAGE },
    bare: { chip: 'STM32F410' },
    ram: [{ start: 0x2000_0000, end: 0x2000_c000 }],
    namesPrograms: false,
    gaps: [],
  });
  const imageFolders = [
    { folder: join(base, '.cyclescope', 'agent'), origin: 'built' as const, sources: base },
    { folder: agents, origin: 'shipped' as const },
  ];
  const onMessage = vi.fn<(text: string) => void>();
  const spec = { ...exampleSpec(base), patterns, imageFolders, ...(sources && { sources }) };
  const choose = (change: Partial<RunSpec> = {}, on = target) =>
    chooseChipImage(on, { ...spec, ...change }, { onMessage, signal });
  return { target, onMessage, choose };
}

/** A chip for which there is a benchmark of the user's own, but no compiler. */
async function stageOwn(patterns: readonly string[]) {
  vi.stubEnv('PATH', base);
  await writeFile(join(base, 'filter.c'), 'CYCLESCOPE_BENCH(fir) { }\n');
  return stage(patterns, ['filter.c']);
}

test('finds the families that are asked for and not there', () => {
  const families = ['heap', 'queue', 'timer'];
  expect(findLacking(['queue/send', 't*'], benches, families)).toEqual(['queue', 'timer']);
  expect(findLacking(['heap', 'heap/lock', 'nothing'], benches, families)).toEqual([]);
});

test('keeps the ready-made image where it has what is asked for', async () => {
  for (const patterns of [[], ['mutex'], ['heap/*'], ['nonsense']]) {
    const { target, choose, onMessage } = await stage(patterns);
    expect(await choose()).toEqual({ target, notes: [] });
    expect(onMessage).not.toHaveBeenCalled();
  }
});

test('refuses a family for which there is too little RAM, with numbers', async () => {
  const { choose } = await stage(['queue']);
  await expect(choose()).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(
      /lacks queue\. An image with every family takes 96 KB of RAM, and this chip has 48 KB\./,
    ),
  });
});

test('measures what is there where a pattern matches that as well', async () => {
  const { target, choose } = await stage(['*']);
  expect(await choose()).toEqual({
    target,
    notes: [
      expect.stringMatching(
        /^Measured without .*: an image with every family .* has 48 KB \(.*\)\.$/,
      ),
    ],
  });
});

describe("a benchmark of the user's own", () => {
  test('is noted where there is no compiler, with what installs it', async () => {
    const { target, choose } = await stageOwn([]);
    expect(await choose()).toEqual({
      target,
      notes: [
        expect.stringMatching(
          /^Measured without your benchmarks in filter\.c: the compiler arm-none-eabi-gcc was not found \(.*arm-none-eabi.*\)\.$/,
        ),
      ],
    });
    const all = await (await stageOwn(['*'])).choose();
    expect(all.notes).toHaveLength(2);
  });

  test('is missed where nothing else is asked for', async () => {
    const { choose } = await stageOwn(['filter']);
    await expect(choose()).rejects.toMatchObject({
      code: 'missing-program',
      message: expect.stringMatching(/lacks your benchmarks in filter\.c\. The compiler/),
    });
  });

  test('is refused where an image is not chosen during a run', async () => {
    const { choose } = await stageOwn([]);
    const { target } = fakeTarget(() => fakeAgent(benches));
    await expect(choose({}, target)).rejects.toThrow(/only into the image of a chip/);
    await expect(choose({ sources: ['nowhere.c'] })).rejects.toThrow(/no file or folder "nowhere/);
  });

  test('is not built into images from elsewhere', async () => {
    const { choose } = await stageOwn([]);
    const { notes } = await choose({
      imageFolders: [{ folder: '/agents', origin: 'environment' }],
    });
    expect(notes).toEqual(['Measured without your benchmarks: the images are those in /agents.']);
  });
});
