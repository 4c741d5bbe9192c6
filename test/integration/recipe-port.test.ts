import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readElf } from '../../extension/agent/elf/elf';
import { readRegistry } from '../../extension/agent/elf/registry';
import { listCopiedFiles } from '../../scripts/package/contents.mjs';
import { copyOfTree } from '../house/recipes';
import { build, configureAgentTests } from './cmake/project';

/* Follows the recipe "An RTOS port" of CONTRIBUTING.md. */

const PORTS = 'target-agent/ports';

test('a port is one folder and one edited file, and every build can name it', async () => {
  const copy = await copyOfTree();
  const folder = `${PORTS}/mykernel`;
  await copy.copyFolder(`${PORTS}/template`, folder, (text) =>
    text.replace('(template\n', '(mykernel\n  OS mykernel\n'),
  );
  const heading = '| FreeRTOS  ';
  copy.edit('docs/support.md', heading, `| MyKernel | compiled |\n${heading}`);
  expect(copy.edited()).toHaveLength(1);

  await copy.node('scripts/sdk.mjs');
  const files = ['cyclescope_os.h', 'port.c', 'port.cmake'].map((name) => `${folder}/${name}`);
  const ofFolder = (paths: readonly string[]) => paths.filter((path) => path.startsWith(folder));
  expect(ofFolder(copy.read('sdk-integration/files.txt').split('\n'))).toEqual(files);
  expect(ofFolder(listCopiedFiles('vsix', copy.folder))).toEqual(files);
  expect(ofFolder(listCopiedFiles('npm', copy.folder))).toEqual(files);

  const names = await configureAgentTests(copy.folder);
  expect(names).toContain('conformance_mykernel: a promise can be checked again');
  copy.write(
    'project/CMakeLists.txt',
    'cmake_minimum_required(VERSION 3.20)\nproject(mine C)\nadd_executable(mine main.c)\n' +
      'find_package(cyclescope REQUIRED)\ncyclescope_add_to(mine OS mykernel)\n',
  );
  copy.write(
    'project/main.c',
    'void cyclescope_agent(void);\nint main(void) { cyclescope_agent(); }\n',
  );
  const options = {
    cyclescope_ROOT: join(copy.folder, 'sdk-integration'),
    CYCLESCOPE_FAMILIES: 'all',
    // Addresses in the list of benchmarks are final, as in any firmware.
    CMAKE_C_FLAGS: '-no-pie',
  };
  const into = mkdtempSync(join(copy.folder, 'build-'));
  const program = join(await build(join(copy.folder, 'project'), into, options), 'mine');
  const suites = readRegistry(readElf(readFileSync(program))).benches.map(({ suite }) => suite);
  expect(suites).toEqual(expect.arrayContaining(['heap', 'sort', 'eventgroup']));
});
