import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSuiteExtra } from '../../extension/report/documents/cells';
import { bindings, extraNames } from '../../extension/toolchain/extras/extras';
import { readDeclarations } from '../../extension/toolchain/declarations.mjs';
import { buildableTargets, findRecipe } from '../../extension/toolchain/recipe';
import { below } from '../../scripts/package/below.mjs';
import { findPart } from '../../scripts/size/parts.mjs';
import { addressKinds, boardServers, servers } from '../../extension/targets';

/* Things that are declared once are not listed elsewhere by hand. */

const root = join(import.meta.dirname, '..', '..');

const TARGETS = 'extension/targets/';

/** Lists the uses of words as literals in the extension's code outside some folders. */
function uses(words: readonly string[], outside: readonly string[]): readonly string[] {
  const literal = new RegExp(`'(${words.join('|')})'`, 'g');
  return below('extension', root, /(?<!\.test)\.tsx?$/)
    .filter((path) => !outside.some((folder) => path.startsWith(folder)))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [...text.matchAll(literal)].map(([, word]) => `${path}: ${word}`);
    });
}

test('a debug server is named only in its folder', () => {
  const kinds = servers.map(({ kind }) => kind);
  expect(uses(kinds, [`${TARGETS}board/servers/`])).toEqual([]);
});

test('an address, and what a board has in place of a server, are named only in the folder of their kind', () => {
  const kinds = boardServers.map(({ kind }) => kind);
  // cortex-debug has a server type of the same name.
  const outside = [TARGETS, 'extension/projects/detect/launch/cortex-debug.ts'];
  expect(uses(kinds, outside)).toEqual([]);
  const addresses = addressKinds.flatMap(({ form, scheme }) => [form, scheme]);
  expect(uses(addresses.map(escapePattern), [TARGETS])).toEqual([]);
});

const escapePattern = (text: string) => text.replaceAll(/[?.]/g, '\\$&');

test('reports know the extra of each suite that is built on request', () => {
  const languages = bindings.map(({ name }) => name);
  const { families } = readDeclarations(root);
  const onRequest = families.filter(({ lists }) => lists['ON_REQUEST']).map(({ name }) => name);
  expect([...languages, ...onRequest].sort()).toEqual([...extraNames].sort());
  expect(languages.map((id) => findSuiteExtra(`${id}_sync`))).toEqual(languages);
  expect(onRequest.map(findSuiteExtra)).toEqual(onRequest);
  expect(['mutex', 'native_mutex', 'cmsis_queue'].map(findSuiteExtra)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

/** The words in backquotes at the beginning of a table's rows, below a heading. */
function firstWords(path: string, heading: string): readonly string[] {
  const [, section = ''] = readFileSync(join(root, path), 'utf8').split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/\| `(\w+)`/g)].map(([, word = '']) => word);
}

test('the sizes of all families are listed for CMake', () => {
  const { families } = readDeclarations(root);
  const own = families.filter(({ lists }) => !lists['ON_REQUEST']).map(({ name }) => name);
  expect([...firstWords('sdk-integration/cmake/README.md', 'Families')].sort()).toEqual(own.sort());
});

test('every source of an agent belongs to a part in the report of sizes', () => {
  const sources = buildableTargets().flatMap(
    (target) => findRecipe(target, root)?.sources.flatMap(({ files }) => files) ?? [],
  );
  expect(sources.filter((path) => findPart(path) === 'other')).toEqual([]);
});

test("Zephyr's options for kernel features belong to families that are declared", () => {
  const options = readFileSync(join(root, 'sdk-integration/zephyr/Kconfig'), 'utf8');
  const named = [...options.matchAll(/CYCLESCOPE_FAMILY_(\w+)/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  const families = readDeclarations(root).families.map(({ name }) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(families).toEqual(expect.arrayContaining(named));
});
