import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SampleSymbol, writeElf } from '../../agent/elf/testing';
import { putImage } from '../../engine/testing/fake-target';
import {
  findTargetImage,
  findManifest,
  listImageFolders,
  loadImage,
  describePassedOverImage,
} from './find';

const elf = Buffer.from('not really an ELF file');
const manifest = {
  schema: 1,
  target: 'board',
  build: 'headline',
  elf: 'agent.elf',
  sha256: createHash('sha256').update(elf).digest('hex'),
  hooks: 0,
  inputs: 'abc',
  compiler: 'cc 1',
  flags: '-O2',
  benches: [],
  components: [],
};

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(root: string, text: string): Promise<string> {
  const path = join(folder, root, 'board', 'headline');
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'manifest.json'), text);
  await writeFile(join(path, 'agent.elf'), elf);
  return path;
}

const imageFolders = () =>
  listImageFolders({ cwd: folder, packageFolder: join(folder, 'pkg'), environment: {} });

describe('finding an image', () => {
  it('uses the shipped one', async () => {
    const path = await put('pkg/dist/agent', JSON.stringify(manifest));
    const found = await findManifest(imageFolders(), 'board', 'headline');
    const file = join(path, 'manifest.json');
    expect(found).toEqual({ manifest, folder: path, file, origin: 'shipped' });
    expect(Buffer.from((await loadImage(found)).elf)).toEqual(elf);
  });

  it.each(['x'.repeat(300), 'a\0b'])(
    'finds none for a name that no file can have: %#',
    async (name) => {
      await expect(findManifest(imageFolders(), name, 'headline')).rejects.toMatchObject({
        code: 'no-image',
      });
    },
  );

  it('prefers one that was built here, and reports it', async () => {
    await put('pkg/dist/agent', JSON.stringify(manifest));
    await put('.cyclescope/agent', JSON.stringify({ ...manifest, inputs: 'mine' }));
    const found = await findManifest(imageFolders(), 'board', 'headline');
    expect([found.origin, found.manifest.inputs]).toEqual(['built', 'mine']);
  });

  describe("built with the user's sources", () => {
    const at = (file: string) => ({
      suite: 's',
      op: file,
      at: `${file}:1`,
      about: '',
      iterations: 1,
      max: 0,
      warmup: 0,
      batches: 1,
      params: [],
    });
    const built = {
      ...manifest,
      benches: ['target-agent/families/heap/heap.c', 'fir.c', 'src/iir.c'].map(at),
    };
    const putBoth = async () => {
      await put('pkg/dist/agent', JSON.stringify(manifest));
      await put('.cyclescope/agent', JSON.stringify(built));
    };
    const source = (text: string) => writeFile(join(folder, 'fir.c'), text);

    it('prefers it while one of them declares a benchmark', async () => {
      await putBoth();
      await source('CYCLESCOPE_BENCH(fir) { f(); }');
      const found = await findManifest(imageFolders(), 'board', 'headline');
      expect([found.origin, describePassedOverImage(found)]).toEqual(['built', undefined]);
    });

    it.each(['// CYCLESCOPE_BENCH(fir) { f(); }', undefined])(
      'skips it once none does (%j), and reports it',
      async (text) => {
        await putBoth();
        if (text !== undefined) await source(text);
        const found = await findManifest(imageFolders(), 'board', 'headline');
        expect(found.origin).toBe('shipped');
        expect(describePassedOverImage(found)).toMatch(/\.cyclescope.*is not used/);
      },
    );

    it('uses it anyway if there is no other', async () => {
      await put('.cyclescope/agent', JSON.stringify(built));
      const found = await findManifest(imageFolders(), 'board', 'headline');
      expect([found.origin, describePassedOverImage(found)]).toEqual(['built', undefined]);
    });
  });

  it('searches only the folders of the environment', async () => {
    await put('.cyclescope/agent', JSON.stringify(manifest));
    const environment = { CYCLESCOPE_AGENTS: join(folder, 'elsewhere') };
    const search = listImageFolders({ cwd: folder, packageFolder: folder, environment });
    await expect(findManifest(search, 'board', 'headline')).rejects.toThrow(/elsewhere/);
  });

  it.each([
    ['no image', undefined, /no headline image for board/],
    ['not JSON', '{', /not JSON/],
    ['a newer schema', JSON.stringify({ ...manifest, schema: 2 }), /schema 2.*update/],
    [
      'another target',
      JSON.stringify({ ...manifest, target: 'other' }),
      /describes other\/headline/,
    ],
    ['a path as ELF', JSON.stringify({ ...manifest, elf: '../x' }), /elf: elf must be a file name/],
    [
      'a path out of the images as ELF',
      JSON.stringify({ ...manifest, elf: '../../other/headline/../../../x' }),
      /elf: elf must be a file name/,
    ],
    ['a missing field', JSON.stringify({ ...manifest, hooks: undefined }), /hooks/],
  ])('rejects %s', async (_, text, message) => {
    if (text !== undefined) await put('pkg/dist/agent', text);
    await expect(findManifest(imageFolders(), 'board', 'headline')).rejects.toThrow(message);
  });

  it('rejects an ELF file that the manifest does not describe', async () => {
    const path = await put('pkg/dist/agent', JSON.stringify(manifest));
    await writeFile(join(path, 'agent.elf'), 'changed');
    const found = await findManifest(imageFolders(), 'board', 'headline');
    await expect(loadImage(found)).rejects.toMatchObject({ code: 'bad-image' });
    await rm(join(path, 'agent.elf'));
    await expect(loadImage(found)).rejects.toThrow(/ENOENT/);
  });
});

describe('an image that a target runs', () => {
  const symbols: readonly SampleSymbol[] = [
    { name: '_SEGGER_RTT', value: 0x20000000 },
    { name: '__start_cyclescope_benches', value: 0 },
    { name: '__stop_cyclescope_benches', value: 0 },
    { name: 'cyclescope_bench_size', value: 200, absolute: true },
  ];
  const program = (...more: readonly SampleSymbol[]) =>
    writeElf([{ vaddr: 0, data: new Uint8Array(8) }], [...symbols, ...more]);
  const hooked = program({ name: 'cyclescope_kernel_recorded', value: 4 });

  let folder = '';
  let elf = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'elf-images-'));
    elf = join(folder, 'my agent.elf');
    await writeFile(elf, program());
  });
  afterEach(() => rm(folder, { recursive: true }));

  const imageFolders = () => [{ folder, origin: 'built' as const }];
  const board = (elfs: { headline?: string; traced?: string }) => ({ id: 'board:a b', elfs });

  describe("a board's own ELF file", () => {
    it('needs no manifest beside it', async () => {
      const found = await findTargetImage(board({ headline: elf }), imageFolders(), 'headline');
      expect(found).toMatchObject({ folder, origin: 'file', manifest: { target: 'board:a b' } });
      expect((await loadImage(found)).path).toBe(elf);
    });

    it('may have hooks only as the traced image', async () => {
      await writeFile(elf, hooked);
      const both = board({ headline: elf, traced: elf });
      expect((await findTargetImage(both, imageFolders(), 'traced')).manifest.hooks).toBe(1);
      await expect(findTargetImage(both, imageFolders(), 'headline')).rejects.toThrow(
        /hooks linked in/,
      );
    });

    it('is not loaded if it was rewritten in between', async () => {
      const found = await findTargetImage(board({ headline: elf }), imageFolders(), 'headline');
      await writeFile(elf, hooked);
      await expect(loadImage(found)).rejects.toThrow(/changed while it was being read/);
    });

    it.each([
      ['is not there', 'no-image', /gone\.elf does not exist/],
      ['is a folder', 'no-image', /cannot be read \(EISDIR\)/],
      ['is a text', 'bad-image', /text\.c cannot be used/],
    ])('is rejected if it %s', async (_, code, message) => {
      await writeFile(join(folder, 'text.c'), 'int main(void) { return 0; }'.repeat(4));
      const name = { 'is not there': 'gone.elf', 'is a folder': '' }[_] ?? 'text.c';
      const refused = findTargetImage(
        board({ headline: join(folder, name) }),
        imageFolders(),
        'headline',
      );
      await expect(refused).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    });

    it('explains how to name a missing build', async () => {
      const refused = findTargetImage(board({ headline: elf }), imageFolders(), 'traced');
      await expect(refused).rejects.toMatchObject({ hint: expect.stringMatching(/--traced-elf/) });
    });
  });

  it("uses files that are stored under a target's name", async () => {
    await putImage(folder, 'headline', []);
    const found = await findTargetImage({ id: 'x', images: 'fake' }, imageFolders(), 'headline');
    expect(found).toMatchObject({ origin: 'built', manifest: { target: 'fake' } });
  });
});
