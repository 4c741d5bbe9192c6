import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readElf } from '../../extension/agent/elf/elf';
import { readRegistry } from '../../extension/agent/elf/registry';
import { kconfigText } from '../../scripts/package/kconfig.mjs';
import { readDeclarations } from '../../extension/toolchain/declarations.mjs';
import { temporaryFolder } from './agent/temporary';
import { build, copySdk } from './cmake/project';

/* A new family and a new port are a folder each: nothing else of the tree is edited. */

let sdk = '';
beforeAll(() => {
  sdk = copySdk(join(temporaryFolder('growth'), 'sdk'));
});

const suitesOf = (file: string) => [
  ...new Set(readRegistry(readElf(readFileSync(file))).benches.map(({ suite }) => suite)),
];

test('a family is built and offered as soon as its folder is there', async () => {
  const folder = join(sdk, 'target-agent/families/spinning');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'family.cmake'),
    'cyclescope_family(spinning\n  PLACE 25\n  ABOUT "go round"\n  HELP "One turn."\n' +
      '  SOURCES spinning.c)\n',
  );
  writeFileSync(
    join(folder, 'spinning.c'),
    '#include "cyclescope/bench.h"\n\nCYCLESCOPE_BENCH(turn, .about = "one turn", .iterations = 9) {}\n',
  );
  const names = readDeclarations(sdk).families.map(({ name }) => name);
  expect(names.slice(0, 4)).toEqual(['heap', 'mutex', 'spinning', 'thread']);
  expect(kconfigText(sdk)).toContain(
    'config CYCLESCOPE_FAMILY_SPINNING\n    bool "spinning: go round"\n',
  );
  const example = join(sdk, 'sdk-integration/linux/example');
  const options = { CYCLESCOPE: 'ON', CYCLESCOPE_FAMILIES: 'spinning;heap' };
  const program = join(await build(example, join(sdk, 'family'), options), 'checksum');
  expect(suitesOf(program)).toEqual(['heap', 'spinning', 'bench_crc']);
});

test('a port begins as a copy of the template, which every build can name', async () => {
  const ports = join(sdk, 'target-agent/ports');
  cpSync(join(ports, 'template'), join(ports, 'mykernel'), { recursive: true });
  const description = join(ports, 'mykernel', 'port.cmake');
  const template = readFileSync(description, 'utf8');
  writeFileSync(description, template.replace('(template', '(mykernel\n  OS mykernel'));
  const project = join(sdk, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'CMakeLists.txt'),
    'cmake_minimum_required(VERSION 3.20)\nproject(mine C)\nadd_executable(mine main.c)\n' +
      'find_package(cyclescope REQUIRED)\ncyclescope_add_to(mine OS mykernel)\n',
  );
  writeFileSync(
    join(project, 'main.c'),
    'void cyclescope_agent(void);\nint main(void) { cyclescope_agent(); }\n',
  );
  const options = {
    cyclescope_ROOT: join(sdk, 'sdk-integration'),
    CYCLESCOPE_FAMILIES: 'all',
    // Addresses in the list of benchmarks are final, as in any firmware.
    CMAKE_C_FLAGS: '-no-pie',
  };
  const program = join(await build(project, join(sdk, 'port'), options), 'mine');
  expect(suitesOf(program)).toEqual(expect.arrayContaining(['heap', 'sort', 'eventgroup']));
});
