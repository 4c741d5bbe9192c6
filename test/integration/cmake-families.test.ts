import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAgent } from '../../extension/agent/elf/agent';
import { readRunRecord } from '../../extension/runs/record/read';
import { temporaryFolder } from './agent/temporary';
import { leftOver, newWorkspace, startCli, until, type Workspace } from './cli-process';
import { build, configure, copySdk, firmwareOptions } from './cmake/project';

let sdk = '';
let workspace: Workspace;
beforeAll(() => {
  sdk = copySdk(join(temporaryFolder('families'), 'sdk'));
});
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => leftOver(workspace).length === 0);
  workspace.remove();
});

const suitesOf = (file: string) => [
  ...new Set(readAgent(readFileSync(file)).agent?.benches.map(({ suite }) => suite)),
];

describe('an agent in a project of its own', () => {
  test('has the families that were asked for, and no caches where they are to be off', async () => {
    const options = {
      ...firmwareOptions,
      CYCLESCOPE_FAMILIES: 'thread;sort;matrix',
      CYCLESCOPE_WORST_CASE_TIMING: 'ON',
    };
    const example = join(sdk, 'sdk-integration/freertos/example');
    const firmware = join(await build(example, join(sdk, 'families'), options), 'firmware.elf');
    expect(suitesOf(firmware)).toEqual([
      'thread',
      'sort',
      'matrix',
      'native_thread',
      'bench_filter',
    ]);
    symlinkSync(firmware, join(workspace.folder, 'sorting.elf'));
    const bench = '--bench thread/create --bench sort/quick --bench matrix/addition';
    const line = `run --target qemu-freertos-m7 --elf sorting.elf --repeat 1 ${bench}`;
    const { code, out } = await startCli(workspace, `${line} --set threads=4 --json`).ended;
    expect(code).toBe(0);
    const { folder } = JSON.parse(out) as { folder: string };
    const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(record?.passes[0]?.facts).toMatchObject({
      caches: expect.stringMatching(/^(off|none)$/),
      worst_case_timing: '1',
      accelerators: expect.stringContaining('cyclescope_board_accelerators_off'),
    });
    expect(record?.passes[0]?.operations).toMatchObject([
      { op: 'create', status: 'ok' },
      { op: 'quick', status: 'ok' },
      {
        op: 'addition',
        status: 'refused',
        reason: expect.stringMatching(/^needs \d+ bytes .* CYCLESCOPE_WORK_BYTES has 12288$/),
      },
    ]);
  });

  test('gets the list of families where it asks for another', async () => {
    const options = { ...firmwareOptions, CYCLESCOPE_FAMILIES: 'heap;sorting' };
    const example = join(sdk, 'sdk-integration/freertos/example');
    const { code, text } = await configure(example, join(sdk, 'refused'), options);
    expect([code, text.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(/no family of benchmarks "sorting"\. There are: heap, mutex, .*"none"/),
    ]);
  });

  test('does on Linux without what takes an MMU', async () => {
    const folder = join(sdk, 'small');
    mkdirSync(folder);
    const lists = [
      'cmake_minimum_required(VERSION 3.20)',
      'project(small C)',
      'find_package(cyclescope REQUIRED)',
      'cyclescope_add_agent(small NO_MMU FAMILIES heap sort)',
    ];
    writeFileSync(join(folder, 'CMakeLists.txt'), lists.join('\n'));
    const options = { cyclescope_ROOT: join(sdk, 'sdk-integration') };
    const small = join(await build(folder, join(folder, 'build'), options), 'small');
    expect(suitesOf(small)).toEqual(['heap', 'sort']);
    const asked = { input: 'hello\n', encoding: 'utf8' } as const;
    const { stderr } = spawnSync(small, asked);
    expect(stderr).toMatch(/^fact mpu="none: no MMU"$/m);
    expect(stderr).toMatch(/^fact rt_throttling="?(unknown|.*there is no fork)"?$/m);
    expect(stderr).toMatch(/^ok hello protocol=1$/m);
  });
});
