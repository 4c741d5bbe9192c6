import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bench } from '../../engine/testing/benches';
import type { FoundManifest } from './find';
import { outdatedNote } from './outdated';
import { digestSources } from './source-digests';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outdated-'));
  await writeFile(join(folder, 'fir.c'), 'int a;');
});
afterEach(() => rm(folder, { recursive: true }));

const own = bench('dsp', 'fir', { at: 'fir.c:1' });
const shipped = bench('heap', 'malloc', { at: 'target-agent/families/heap/heap.c:9' });

it.each([
  ['measured as it was built', own, 'int b;', 'built', /^The headline image is older/],
  ['not mentioned where nothing changed', own, 'int a;', 'built', undefined],
  ['not mentioned where it comes with Cyclescope', shipped, 'int b;', 'built', undefined],
  ['not mentioned in an image from elsewhere', own, 'int b;', 'shipped', undefined],
] as const)('a benchmark is %s', async (_, selected, text, origin, expected) => {
  const sources = await digestSources([join(folder, 'fir.c')], folder);
  await writeFile(join(folder, 'fir.c'), text);
  const manifest = { build: 'headline', sources };
  const places = [
    { folder: '/images', origin: 'built', sources: folder },
    { folder: '/shipped', origin: 'shipped' },
  ] as const;
  const found = { manifest, origin } as unknown as FoundManifest;
  const note = await outdatedNote(found, places, [selected]);
  expect(note).toEqual(expected && expect.stringMatching(expected));
});
