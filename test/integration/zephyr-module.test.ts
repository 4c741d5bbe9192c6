import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const PORT = 'target-agent/ports/zephyr';
const MODULE = 'sdk-integration/zephyr';

async function textsBelow(folder: string, ending: RegExp): Promise<readonly string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return Promise.all(
    names.filter((name) => ending.test(name)).map((name) => readText(join(folder, name))),
  );
}

const listNames = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test('the module file points at what is there', async () => {
  const module = await readText('zephyr/module.yml');
  const paths = listNames(module, /(?:: |- )(sdk-integration\S*)/g);
  expect(paths).toHaveLength(4);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every setting that the port, its build and its configurations use is declared', async () => {
  const kconfigs = [`${MODULE}/Kconfig`, 'sdk-integration/Kconfig.families'];
  const kconfig = (await Promise.all(kconfigs.map(readText))).join('');
  const declared = new Set(listNames(kconfig, /^(?:menu)?config (CYCLESCOPE\w*)/gm));
  const texts = [
    ...(await textsBelow(PORT, /\.[ch]$/)),
    ...(await textsBelow(MODULE, /(CMakeLists\.txt|\.(cmake|conf|yaml))$/)),
  ];
  const used = texts.flatMap((text) => listNames(text, /CONFIG_(CYCLESCOPE\w*)/g));
  expect(used.length).toBeGreaterThan(30);
  // The symbols of families are used in a loop over their names.
  const isDeclared = (name: string) =>
    declared.has(name) ||
    (name.endsWith('_') && [...declared].some((each) => each.startsWith(name)));
  expect(used.filter((name) => !isDeclared(name))).toEqual([]);
});

test('a setting of another module’s is only given a default that depends on ours', async () => {
  const [, others = ''] = (await readText(`${MODULE}/Kconfig`)).split(
    '# Defaults of other symbols',
  );
  const defaults = others.match(/^\tdefault .*$/gm) ?? [];
  const ofOthers = defaults.filter((line) => line !== '\tdefault CYCLESCOPE_HEAP_SIZE');
  expect(ofOthers.length).toBeGreaterThan(8);
  expect(ofOthers.filter((line) => !/ if CYCLESCOPE/.test(line))).toEqual([]);
});

test('files that Zephyr wants twice agree', async () => {
  const withoutHead = (text: string): string => text.slice(text.indexOf('\n'));
  const [old, newer] = [`${MODULE}/app/testcase.yaml`, `${MODULE}/app/tests.yaml`];
  expect(withoutHead(await readText(newer))).toBe(withoutHead(await readText(old)));
  const overlay = 'boards/mps2_an385.overlay';
  expect(await readText(`${MODULE}/app/${overlay}`)).toBe(
    await readText(`${MODULE}/snippets/cyclescope/${overlay}`),
  );
});

test('every function that is led past the gate has one there', async () => {
  const hooks = await readText(`${MODULE}/hooks.cmake`);
  const [, list = ''] = /IN ITEMS ([^)]*)\)/.exec(hooks) ?? [];
  const gate = await readText(`${PORT}/kernel_trace.c`);
  const gated = listNames(gate, /^ONLY_IN_BLOCKS\(Record(\w+)/gm);
  expect(gated).toEqual(list.split(/\s+/));
});
