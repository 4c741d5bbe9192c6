import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Declaration, readDeclarations } from '../../extension/toolchain/declarations.mjs';
import { temporaryFolder } from './agent/temporary';

const root = fileURLToPath(new URL('../../', import.meta.url));
const agent = readDeclarations(root);

const KINDS: Readonly<Record<string, readonly Declaration[]>> = {
  FAMILY: agent.families,
  PORT: Object.values(agent.ports),
  PART: Object.values(agent.parts),
  CLOCK: Object.values(agent.clocks),
  BOARD: Object.values(agent.boards),
};

/** Reads the declarations by CMake: each list that is not empty, by its variable. */
function listsOfCMake(): ReadonlyMap<string, readonly string[]> {
  const script = join(temporaryFolder('declarations'), 'lists.cmake');
  writeFileSync(
    script,
    `include("${root}target-agent/declarations.cmake")
     get_cmake_property(names VARIABLES)
     foreach(name IN LISTS names)
       message("\${name}=\${\${name}}")
     endforeach()`,
  );
  const { status, stderr } = spawnSync('cmake', ['-P', script], { encoding: 'utf8' });
  expect(status).toBe(0);
  const lists = [...stderr.matchAll(/^(CYCLESCOPE_[\w-]+)=(.+)$/gm)].map(
    ([, name = '', value = '']) => [name, value.replaceAll(root, '').split(';')] as const,
  );
  return new Map(lists);
}

test('CMake and our own builds read the declarations alike', () => {
  const read = listsOfCMake();
  const ours = Object.entries(KINDS).flatMap(([kind, declarations]) =>
    declarations.flatMap(({ name, folder, lists }) =>
      Object.entries({ ...lists, FOLDER: [folder] }).map(
        ([key, values]) =>
          [`CYCLESCOPE_${kind}_${name}_${key}`, values.length ? values : ['TRUE']] as const,
      ),
    ),
  );
  const isSet = (name: string, [value]: readonly string[]) =>
    /^CYCLESCOPE_(FAMILY|PORT|PART|CLOCK|BOARD)_/.test(name) && value !== 'FALSE';
  const theirs = [...read].filter(([name, values]) => isSet(name, values));
  expect(Object.fromEntries(theirs)).toEqual(Object.fromEntries(ours));
  const inCatalogue = agent.families.filter(({ lists }) => lists['ON_REQUEST'] === undefined);
  expect(read.get('CYCLESCOPE_ALL_FAMILIES')).toEqual(inCatalogue.map(({ name }) => name));
});
