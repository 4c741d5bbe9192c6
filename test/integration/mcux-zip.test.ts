import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readAgent } from '../../extension/agent/elf/agent';
import { readElf } from '../../extension/agent/elf/elf';
import { findVectorTable } from '../../extension/targets/board/deploy/plan';
import { chooseCases, testInAll } from '../everything';
import { temporaryFolder } from './agent/temporary';
import { root } from './agent/variants';
import { build, copySdk, FAMILIES, firmwareOptions } from './cmake/project';

let tree = '';
let application = '';
beforeAll(() => {
  tree = join(temporaryFolder('mcux-zip'), 'SDK');
  cpSync(join(root, 'test/integration/mcux/zip'), tree, { recursive: true });
  mkdirSync(join(tree, 'rtos/freertos'), { recursive: true });
  const kernel = join(tree, 'rtos/freertos/freertos-kernel');
  symlinkSync(firmwareOptions.FREERTOS_KERNEL_PATH, kernel);
  application = join(tree, 'boards/frdmk64f/rtos_examples/freertos_hello/armgcc');
  copySdk(join(application, 'cyclescope'));
});

async function buildElf(name: string, options: Readonly<Record<string, string>>, at = '') {
  const folder = join(tree, name);
  const toolchain = join(tree, 'tools/cmake_toolchain_files/armgcc.cmake');
  const all = { CMAKE_TOOLCHAIN_FILE: toolchain, CMAKE_BUILD_TYPE: 'release', ...options };
  await build(application, folder, all);
  return readFileSync(join(at === '' ? folder : at, 'freertos_hello.elf'));
}

const IMAGES = [
  ['traced', 'ON', 1],
  ['headline', 'OFF', 0],
] as const;

test.each(chooseCases(IMAGES, () => 'any'))(
  'an application of the SDK’s older layout has the agent in its %s image',
  async (name, traced, hooks) => {
    const bytes = await buildElf(name, { CYCLESCOPE: 'ON', CYCLESCOPE_TRACED: traced });
    const { agent, problem } = readAgent(bytes);
    if (agent === undefined) throw new Error(problem);
    const suites = new Set(agent.benches.map(({ suite }) => suite));
    expect([...suites]).toEqual(FAMILIES);
    expect(agent.hooks).toBe(hooks);
    // The vectors' kilobyte holds the vectors alone.
    expect(findVectorTable(agent.elf)?.address).toBe(0);
    const registry = agent.elf.symbols.get('__start_cyclescope_benches')?.value ?? 0;
    expect(registry).toBeGreaterThan(agent.elf.symbols.get('main')?.value ?? Infinity);
  },
);

testInAll('is unchanged if it does not request the agent', async () => {
  const { symbols } = readElf(await buildElf('plain', {}, join(application, 'release')));
  expect([...symbols.keys()].filter((name) => /cyclescope|SEGGER/i.test(name))).toEqual([]);
});
