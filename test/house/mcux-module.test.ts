import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readDeclarations } from '../../extension/toolchain/declarations.mjs';

const root = new URL('../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, root), 'utf8');
const listMatches = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? '')),
];

const FOLDER = 'sdk-integration/mcuxpresso';
const module = readText('mcux/module.yml');
const kconfig = readText(`${FOLDER}/Kconfig`) + readText('sdk-integration/Kconfig.families');
const lists = readText(`${FOLDER}/CMakeLists.txt`);
const families = readDeclarations(fileURLToPath(root))
  .families.filter(({ lists }) => !lists['ON_REQUEST'])
  .map(({ name }) => name.toUpperCase());
const settings = listMatches(kconfig, /^(?:menu)?config (\w+)$/gm);

/** One without words is only for other settings. */
const isOffered = (block: string) => /^ {4}(?:bool|int|string) "/m.test(block);

describe('the module of the MCUXpresso SDK', () => {
  test('names existing folders, and the target of the same name', () => {
    const [name] = listMatches(module, /^name: (\w+)$/gm);
    expect(lists).toMatch(new RegExp(`^add_library\\(${name} `, 'm'));
    const paths = listMatches(module, /^ {2}(?:cmake|kconfig): (\S+)$/gm);
    expect(paths).toEqual([FOLDER, `${FOLDER}/Kconfig`]);
    const there = paths.map((path) => existsSync(fileURLToPath(new URL(path, root))));
    expect(there).toEqual([true, true]);
  });

  test('explains and uses each setting', () => {
    const blocks = kconfig.split(/^(?=(?:menu)?config )/m).filter(isOffered);
    const silent = blocks.filter((block) => !/^ {4}help\n {6}\S/m.test(block));
    expect(silent).toEqual([]);
    // The symbols of families are read in a loop over their names.
    const heeded = listMatches(lists, /\bCONFIG_(CYCLESCOPE\w*)/g).flatMap((name) =>
      name === 'CYCLESCOPE_FAMILY_' ? families.map((family) => `${name}${family}`) : [name],
    );
    const offered = blocks.flatMap((block) => listMatches(block, /^(?:menu)?config (\w+)$/gm));
    expect(offered.sort()).toEqual(heeded.sort());
  });

  test('is switched on by its application, and traced by one more file', () => {
    const listEnabled = (path: string) =>
      listMatches(readText(path), /^CONFIG_(CYCLESCOPE\w*)=y$/gm);
    expect(listEnabled(`${FOLDER}/app/prj.conf`)).toEqual(['CYCLESCOPE']);
    expect(listEnabled(`${FOLDER}/traced.conf`)).toEqual(['CYCLESCOPE_TRACED']);
    const own = listMatches(readText(`${FOLDER}/app/Kconfig`), /^config (\w+)$/gm);
    // The kernel's heap has room for the blocks.
    const others = own.filter((name) => !settings.includes(name));
    expect(others).toEqual(['configTOTAL_HEAP_SIZE']);
  });
});
