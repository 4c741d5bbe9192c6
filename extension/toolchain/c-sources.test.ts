import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  cSourcesFolder,
  findFetchedSource,
  findMappedSource,
  findSource,
  resolveRecipePath,
  requireCSources,
} from './c-sources';
import { findRecipe } from './recipe';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('third-party sources are in a clone, and beside an installed package', () => {
  const environment = { XDG_CACHE_HOME: '/cache' };
  expect(cSourcesFolder(folder, environment)).toBe('/cache/cyclescope/c-sources');
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  expect(cSourcesFolder(folder, environment)).toBe(join(folder, 'build', 'c-sources'));
});

test.each([
  ['target-agent/core/run.c', '/pkg/target-agent/core/run.c'],
  ['build/c-sources/kernel-1/tasks.c', '/c/kernel-1/tasks.c'],
  ['build/c-sources-of-mine/a.c', '/pkg/build/c-sources-of-mine/a.c'],
])('%s is at %s', (path, place) => expect(resolveRecipePath(path, '/pkg', '/c')).toBe(place));

test('sources that were compiled elsewhere are where this package has them', () => {
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const fetched = 'build/c-sources/kernel-1/tasks.c';
  expect(findSource(`/elsewhere/${fetched}`, folder)).toBe(join(folder, fetched));
  expect(findSource(fetched, folder)).toBe(join(folder, fetched));
  expect(findSource('/elsewhere/target-agent/include/a.h', folder)).toBe(
    join(folder, 'target-agent/include/a.h'),
  );
  expect(findSource('/elsewhere/my-target-agent/a.c', folder)).toBe(
    '/elsewhere/my-target-agent/a.c',
  );
  expect(findFetchedSource(`/elsewhere/${fetched}`, folder)).toBe(join(folder, fetched));
  expect(findFetchedSource('target-agent/core/run.c', folder)).toBeUndefined();
  const own = join(mkdtempSync(join(folder, 'own-')), 'target-agent');
  mkdirSync(own);
  writeFileSync(join(own, 'a.c'), '');
  expect(findSource(join(own, 'a.c'), folder)).toBe(join(own, 'a.c'));
});

test('a clone without them explains how to fetch them', async () => {
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const recipe = findRecipe('qemu-freertos-m7', process.cwd());
  if (!recipe) throw new Error('no recipe');
  const request = { packageFolder: folder, onMessage: () => undefined };
  await expect(requireCSources(recipe, request)).rejects.toMatchObject({
    message: expect.stringContaining('are missing') as string,
    hint: 'Fetch them with: npm run setup',
  });
});

test('an agent for Linux needs none of them', async () => {
  const recipe = findRecipe('local-linux', process.cwd());
  if (!recipe) throw new Error('no recipe');
  const request = { packageFolder: folder, onMessage: () => undefined };
  await expect(requireCSources(recipe, request)).resolves.toBeDefined();
});

test('sources of another computer are where the longest folder of a map that fits has them', () => {
  mkdirSync(join(folder, 'newlib/libc'), { recursive: true });
  writeFileSync(join(folder, 'newlib/libc/memcpy.S'), '');
  writeFileSync(join(folder, 'main.c'), '');
  const map = { '/build/': folder, '/build/src/newlib': 'newlib', 'C:\\w': '.' };
  const find = (file: string) => findMappedSource(file, map, folder);
  expect(find('/build/src/newlib/libc/memcpy.S')).toBe(join(folder, 'newlib/libc/memcpy.S'));
  expect(find('/build/main.c')).toBe(join(folder, 'main.c'));
  expect(find('C:\\w\\main.c')).toBe(join(folder, 'main.c'));
  expect(find('/build/src/newlib2/memcpy.S')).toBeUndefined();
  expect(find('/builds/main.c')).toBeUndefined();
});
