import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestSources, isOutdated } from './source-digests';

let folder = '';
const path = (...names: readonly string[]) => join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'digests-'));
  await mkdir(path('src'));
  await writeFile(path('src', 'fir.c'), 'int a;');
  await writeFile(path('fir.h'), 'int b;');
});
afterEach(() => rm(folder, { recursive: true }));

const digest = () => digestSources([path('src', 'fir.c'), path('fir.h')], folder);

it('names sources by their path from the folder, also those beside it', async () => {
  expect(Object.keys(await digest())).toEqual(['src/fir.c', 'fir.h']);
  expect(Object.keys(await digestSources([path('fir.h')], path('src')))).toEqual(['../fir.h']);
});

it.each([
  ['nothing', () => Promise.resolve(), false],
  ['a source', () => writeFile(path('src', 'fir.c'), 'int c;'), true],
  ['a header', () => writeFile(path('fir.h'), ''), true],
  ['a header, which is gone', () => rm(path('fir.h')), true],
  ['the time of a source alone', () => writeFile(path('src', 'fir.c'), 'int a;'), false],
])('an image is outdated after a change of %s or not', async (_, change, expected) => {
  const sources = await digest();
  await change();
  expect(await isOutdated({ sources }, folder)).toBe(expected);
});

it('an image that lists no sources is taken as it is', async () => {
  expect(await isOutdated({}, folder)).toBe(false);
});
