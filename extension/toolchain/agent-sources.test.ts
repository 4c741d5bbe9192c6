import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readDeclarations } from './agent-sources';
import { buildableTargets, findRecipe } from './recipe';
import { BENCH_FLAGS } from './recipe-types';

/* Our own images and other people's builds read the same declarations. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const agent = readDeclarations(root);
const recipe = findRecipe('qemu-freertos-m7', root);
const files = recipe?.sources.flatMap((group) => group.files) ?? [];

test('every declared source exists, and none is declared twice', () => {
  const { families, ports, parts, clocks, boards } = agent;
  const others = [ports, parts, clocks, boards].flatMap((kind) => Object.values(kind));
  const values = [...families, ...others].flatMap(({ lists }) =>
    // The tests of a port are already in its other lists.
    Object.entries(lists).flatMap(([key, list]) => (key === 'TESTED' ? [] : list)),
  );
  const declared = values.filter((value) => value.endsWith('.c'));
  expect(declared.length).toBeGreaterThan(100);
  for (const path of declared) expect(() => readFileSync(`${root}/${path}`), path).not.toThrow();
  expect(declared.filter((path, index) => declared.indexOf(path) !== index)).toEqual([]);
});

test('an image has every family in order, except those built on request only', () => {
  const own = agent.families.filter(({ lists }) => lists['ON_REQUEST'] === undefined);
  const wanted = own.flatMap(({ lists }) => lists['SOURCES'] ?? []);
  expect(files.filter((file) => wanted.includes(file))).toEqual(wanted);
  expect(files.filter((file) => file.includes('/families/crypto/'))).toEqual([]);
});

test('no recipe compiles a source twice', () => {
  for (const target of buildableTargets()) {
    const all = findRecipe(target, root)?.sources.flatMap((group) => group.files) ?? [];
    expect(new Set(all).size, target).toBe(all.length);
  }
});

test('CMake and our own builds compile benchmarks with the same flags', () => {
  const text = readFileSync(`${root}/sdk-integration/cmake/sources.cmake`, 'utf8');
  expect(text).toContain(`set(CYCLESCOPE_BENCH_FLAGS ${BENCH_FLAGS.join(' ')})`);
});
