import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { crypto } from '../../extension/toolchain/extras/crypto';
import { extendRecipe } from '../../extension/toolchain/extras/extra';
import { findRecipe } from '../../extension/toolchain/recipe';
import { readManifest } from '../../extension/toolchain/images/manifest';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { testInAll } from '../everything';
import { measure, listOperations, collectValues } from './agent/measured';
import { buildVariant, root, TARGET } from './agent/variants';
import { newWorkspace, startCli, type Workspace } from './cli-process';

/*
 * wolfCrypt's sources are fetched by the set-up's layer `crypto`; their builds stay in temporary
 * folders.
 */

const ALGORITHMS = ['aes', 'arc4', 'des', 'des_single', 'md5', 'sha1', 'sha256'];
/** The known answers in the standards: every agent contains these bytes once. */
const ANSWERS: Readonly<Record<string, string>> = {
  aes: '7649abac8119b246cee98e9b12e9197d',
  arc4: '9ac7cc9a609d1ef7b2932899cde41b97',
  des: 'a826fd8ce53b855f',
  des_single: 'e5c7cdde872bf27c',
  md5: '900150983cd24fb0d6963f7d28e17f72',
  sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
  sha256: 'ba7816bf8f01cfea414140de5dae2223',
};

/** An agent with these benchmarks only, since others do not affect them. */
async function build(): Promise<AgentImage> {
  const recipe = findRecipe(TARGET, root);
  if (recipe === undefined) throw new Error(`no recipe for ${TARGET}`);
  const request = { packageFolder: root, agreed: ['wolfcrypt'], onMessage: () => undefined };
  const additions = await crypto.prepare(recipe, request);
  const isFamily = (file: string) => /\/families\/(\w+)\/\1\.c$/.test(file);
  const sources = recipe.sources.filter(({ files }) => !files.some(isFamily));
  return buildVariant({ recipe: (shipped) => extendRecipe({ ...shipped, sources }, additions) });
}

/** The same image with another byte instead of one that occurs once. */
function changeByte(image: AgentImage, hex: string): AgentImage {
  const elf = Buffer.from(image.elf);
  const at = elf.indexOf(hex, 'hex');
  if (at < 0 || elf.indexOf(hex, at + 1, 'hex') >= 0) throw new Error(`${hex} is not there once`);
  elf.writeUInt8(elf.readUInt8(at) ^ 1, at);
  return { ...image, elf };
}

const ends = (measured: Parameters<typeof listOperations>[0]) =>
  listOperations(measured).map(({ name, end }) => [name, end?.status, end?.reason]);

let image: AgentImage;
beforeAll(async () => {
  image = await build();
});

describe('an agent with wolfCrypt', () => {
  test('measures every algorithm, identically each time', async () => {
    const lines = ['run crypto n=2 kilobytes=8'];
    const [first, second] = [await measure(image, lines), await measure(image, lines)];
    expect(ends(first)).toEqual(ALGORITHMS.map((name) => [name, 'ok', '']));
    expect(collectValues(first)).toEqual(collectValues(second));
    for (const name of ALGORITHMS) {
      const [instructions = NaN] = collectValues(first)[`crypto/${name} sample`] ?? [];
      // The least is MD5 with a good ten, the most triple DES.
      expect(instructions / 8192).toBeGreaterThan(5);
      expect(instructions / 8192).toBeLessThan(400);
    }
  });

  testInAll('takes the cost of a key or a last block once, whatever the amount', async () => {
    const measured = await measure(image, [
      'run crypto n=1 kilobytes=8',
      'run crypto n=1 kilobytes=16',
    ]);
    for (const name of ALGORITHMS) {
      const [small = NaN, large = NaN] = listOperations(measured)
        .filter((operation) => operation.name === name)
        .map(({ series }) => series.sample.ticks[0]);
      expect(large / small).toBeGreaterThan(1.9);
      expect(large / small).toBeLessThan(2.1);
    }
  });

  testInAll("computes OpenSSL's results for 5,120 kB", async () => {
    const measured = await measure(image, ['run crypto n=1']);
    const others = ALGORITHMS.filter((name) => name !== 'des');
    expect(ends(measured).filter(([name]) => name !== 'des')).toEqual(
      others.map((name) => [name, 'ok', '']),
    );
    const [des] = listOperations(measured).filter(({ name }) => name === 'des');
    expect(des?.end).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(/^5120 kB take longer .* kilobytes=\d+$/) as string,
    });
  });

  test('has no figure for an algorithm with a wrong test vector', async () => {
    const wrong = ALGORITHMS.reduce((each, name) => changeByte(each, ANSWERS[name] ?? ''), image);
    const measured = await measure(wrong, ['run crypto n=1 kilobytes=1']);
    expect(ends(measured)).toEqual(
      ALGORITHMS.map((name) => [name, 'refused', expect.stringMatching(/ does not /) as string]),
    );
    for (const { series } of listOperations(measured)) expect(series.sample.ticks).toHaveLength(0);
  });

  testInAll('fails if the overall result differs', async () => {
    const wrong = changeByte(image, '86ba476fd43347496ba269c3e53801c8');
    expect(ends(await measure(wrong, ['run crypto op=md5 n=1']))).toEqual([
      ['md5', 'failed', "the whole run's result is not the right one"],
    ]);
  });
});

describe('the command line', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = newWorkspace();
  });
  afterEach(() => workspace.remove());
  const call = (line: string) => startCli(workspace, line).ended;

  test('builds nothing before its licence is agreed to', async () => {
    const refused = await call('build --target local-linux --with crypto');
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('GNU General Public License');
    expect(refused.err).toContain('--accept-license wolfcrypt');
    const misspelt = await call(
      'build --target local-linux --with crypto --accept-license wolfcript',
    );
    expect(misspelt.err).toContain('Did you mean "wolfcrypt"?');
    expect(existsSync(join(workspace.folder, '.cyclescope', 'agent'))).toBe(false);
  });

  testInAll('reports an image with it, and shows throughput', async () => {
    copyObjects(workspace.folder, 'local-linux');
    const agreed = '--with crypto --accept-license wolfcrypt';
    const built = await call(`build --target local-linux ${agreed} --json`);
    const { images } = JSON.parse(built.out) as { images: { folder: string }[] };
    for (const { folder } of images) {
      expect(folder.startsWith(workspace.folder)).toBe(true);
      const { manifest } = readManifest(await readFile(join(folder, 'manifest.json'), 'utf8'));
      expect(manifest?.extras).toEqual(['crypto']);
      expect(manifest?.components).toContain('wolfCrypt');
    }
    const line = 'run --target local-linux --repeat 1 --bench crypto --set kilobytes=64';
    const { out } = await call(line);
    for (const name of ALGORITHMS) {
      expect(out).toMatch(new RegExp(`crypto/${name}: 65,536 bytes, \\S+ ns a byte, \\S+ MB/s`));
    }
  });
});
