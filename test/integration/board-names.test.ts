import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOARD_NAMES } from '../../extension/projects/edit/testing/boards';
import { root } from './agent/variants';

const { ZEPHYR_BASE: zephyr = '', MCUX_SDK_ROOT: sdk = '' } = process.env;
const theUsersOwn = 'is not set; the tree is the user’s own, and no test fetches it';
if (zephyr === '') console.warn(`Skipped: ZEPHYR_BASE ${theUsersOwn}.`);
if (sdk === '') console.warn(`Skipped: MCUX_SDK_ROOT ${theUsersOwn}.`);

const readText = (path: string) => readFileSync(join(root, 'sdk-integration', path), 'utf8');
const listNames = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
const zephyrs = BOARD_NAMES.filter(({ tree }) => tree === 'Zephyr');
const withoutCore = (name: string) => name.split('@')[0] ?? '';
const kits = BOARD_NAMES.filter(({ tree }) => tree === 'MCUXpresso').flatMap(({ boards }) =>
  boards.map(withoutCore),
);

describe('the boards that our own files name', () => {
  const twister = readText('zephyr/app/testcase.yaml');
  const platforms = new Set(listNames(twister, /^ {6}- ([a-z0-9_@/]+)$/gim));

  test.each(zephyrs)('have names of the tree: Zephyr $version', ({ emulated, boards }) => {
    expect(platforms).toContain(emulated);
    expect(boards.filter((name) => platforms.has(name)).length).toBeGreaterThanOrEqual(2);
    expect(
      listNames(readText('zephyr/snippets/cyclescope/snippet.yml'), /^ {2}(\S+):$/gm),
    ).toContain(emulated);
  });

  test('have no other names', () => {
    const known = zephyrs.flatMap(({ emulated = [], boards }) => [emulated, boards].flat());
    expect([...platforms].filter((name) => !known.includes(name))).toEqual([]);
    const ofSdk = new Set(listNames(readText('mcuxpresso/app/Kconfig'), /MCUX_HW_BOARD_(\w+)/g));
    expect(ofSdk.size).toBe(5);
    expect([...ofSdk].filter((name) => !kits.includes(name))).toEqual([]);
  });
});

describe.skipIf(zephyr === '')('the Zephyr of this computer', () => {
  test('has every board of the table’s by that name', async ({ skip }) => {
    const version = readFileSync(join(zephyr, 'VERSION'), 'utf8');
    const part = (name: string) => new RegExp(`^${name} *= *(\\d+)`, 'm').exec(version)?.[1];
    const here = `${part('VERSION_MAJOR')}.${part('VERSION_MINOR')}`;
    const names = zephyrs.find((each) => each.version === here);
    if (names === undefined) return skip(`the table knows no Zephyr ${here}`);
    const files = await readdir(join(zephyr, 'boards'), { recursive: true });
    const described = files
      .filter((name) => /\.ya?ml$/.test(name))
      .flatMap((name) =>
        listNames(readFileSync(join(zephyr, 'boards', name), 'utf8'), /^identifier: (\S+)/gm),
      );
    const wanted = [names.emulated ?? [], names.boards].flat();
    expect(wanted.filter((name) => !described.includes(name))).toEqual([]);
  });
});

test.skipIf(sdk === '')('the MCUXpresso SDK of this computer has every kit of the table’s', () => {
  const missing = kits.filter((name) => !existsSync(join(sdk, 'examples/_boards', name)));
  expect(missing).toEqual(['frdmk64f']);
});
