import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import { testInAll } from '../everything';
import { startCli, workspaceForEach } from './cli-process';
import { firmwareOptions } from './cmake/project';

const examples = fileURLToPath(new URL('../../sdk-integration/', import.meta.url));
const BLOCK = /# >>> cyclescope[^]*# <<< cyclescope\n/;

const workspace = workspaceForEach();

const lists = () => join(workspace.folder, 'app', 'CMakeLists.txt');

/** A user's project without Cyclescope. */
function project(kind: string): void {
  cpSync(join(examples, kind, 'example'), join(workspace.folder, 'app'), { recursive: true });
  writeFileSync(lists(), readFileSync(lists(), 'utf8').replace(BLOCK, ''));
}

function edit(what: string, by: string): void {
  const text = readFileSync(lists(), 'utf8');
  expect(text).toContain(what);
  writeFileSync(lists(), text.replace(what, by));
}

async function call(line: string, environment = {}) {
  const { code, out, err } = await startCli(workspace, `${line} --json`, environment).ended;
  return { code, err, json: JSON.parse(out) as Record<string, unknown> };
}

async function recordRun(line: string) {
  const { code, err, json } = await call(line);
  expect(code, err).toBe(0);
  const { record } = readRunRecord(readFileSync(join(String(json['folder']), 'run.json'), 'utf8'));
  return record;
}

describe('a program for Linux', () => {
  beforeEach(async () => {
    project('linux');
    expect(await call('add app --yes')).toMatchObject({ code: 0 });
    edit(
      'set(CYCLESCOPE_BENCHES)',
      'set(CYCLESCOPE_BENCHES ${CMAKE_CURRENT_LIST_DIR}/bench_crc.c)',
    );
  });

  // One family of benchmarks keeps the two builds short.
  const takeOneFamily = () =>
    edit('set(CYCLESCOPE_BENCHES', 'set(CYCLESCOPE_FAMILIES heap)\n  set(CYCLESCOPE_BENCHES');

  testInAll('is built by its own CMakeLists.txt, and measured with its own benchmark', async () => {
    takeOneFamily();
    const record = await recordRun(
      'run --project app --bench bench_crc --repeat 1 --iterations 50',
    );
    expect(record?.target.id).toBe('local-linux');
    expect(record?.passes[0]?.operations.map(({ suite }) => suite)).toEqual(['bench_crc']);
    expect(existsSync(join(workspace.folder, 'app', 'build', 'cyclescope', 'traced'))).toBe(true);
  });

  testInAll('that does not compile reports where, and leaves no partial build', async () => {
    takeOneFamily();
    writeFileSync(join(workspace.folder, 'app', 'bench_crc.c'), 'int broken(\n');
    const { code, json, err } = await call('build --project app');
    expect(code).toBe(1);
    expect(json).toMatchObject({
      error: {
        code: 'build-failed',
        message: expect.stringMatching(/bench_crc\.c:\d+:\d+: error/),
      },
    });
    expect(err).not.toContain('traced: cmake');
  });

  testInAll('that no longer compiles is not measured by its older agent', async () => {
    takeOneFamily();
    expect(await call('build --project app')).toMatchObject({ code: 0 });
    writeFileSync(join(workspace.folder, 'app', 'bench_crc.c'), 'int broken(\n');
    expect(await call('build --project app')).toMatchObject({ code: 1 });
    const elf = 'app/build/cyclescope/headline/checksum';
    const run = `run --target local-linux --elf ${elf} --bench heap/malloc --repeat 1 --iterations 50`;
    const { code, json } = await call(run);
    expect(code).toBe(1);
    expect(json).toMatchObject({
      error: { code: 'old-image', hint: expect.stringMatching(/--stale/) },
    });
    expect(await call(`${run} --stale`)).toMatchObject({ code: 0 });
  });

  test('without cmake explains what to install', async () => {
    const { code, json } = await call('build --project app', { PATH: '/nonexistent' });
    expect(code).toBe(1);
    expect(json).toMatchObject({
      error: { code: 'missing-program', message: expect.stringContaining('cmake was not found') },
    });
  });

  test('that has no agent explains how to add it', async () => {
    expect(await call('remove app --yes')).toMatchObject({ code: 0 });
    expect((await call('build --project app')).json).toMatchObject({
      error: { code: 'refused', hint: expect.stringContaining('cyclescope add') },
    });
  });
});

test('a firmware with FreeRTOS is built by its preset, and its machine is recognised by its ELF file', async () => {
  project('freertos');
  const { CMAKE_TOOLCHAIN_FILE: toolchain, FREERTOS_KERNEL_PATH } = firmwareOptions;
  const preset = {
    name: 'board',
    generator: 'Ninja',
    binaryDir: '${sourceDir}/out',
    toolchainFile: `\${sourceDir}/${toolchain}`,
    cacheVariables: { FREERTOS_KERNEL_PATH, CYCLESCOPE_FAMILIES: 'heap' },
  };
  const presets = JSON.stringify({ version: 3, configurePresets: [preset] });
  writeFileSync(join(workspace.folder, 'app', 'CMakePresets.json'), presets);
  expect(await call('add app --yes')).toMatchObject({ code: 0 });
  edit('OS freertos', 'OS freertos BOARD mps2-an500 CLOCK emulated RTT_SECTION .psram THREADS 100');
  const record = await recordRun('run --project app --bench heap/malloc --iterations 50 --trace');
  expect(record?.target.id).toBe('qemu-freertos-m7');
  expect(record?.passes.map(({ build }) => build)).toEqual(['headline', 'traced']);
  expect(record?.status).toBe('complete');
  const revision = { unknown: 'the sources are in no git repository' };
  expect(record?.passes.map(({ image }) => image.revision)).toEqual([revision, revision]);
});

describe('the command line rejects', () => {
  test.each([
    ['run', /needs --target T or --project DIR/],
    ['build --answer board=x', /--answer needs --project/],
    ['build --project app --source a.c', /--source cannot be combined with --project/],
    ['build --project app --answer bord=x', /QUESTION=VALUE/],
    ['build --project nowhere', /No supported project was found in/],
  ])('%s', async (line, message) => {
    const { json } = await call(line);
    expect(json).toMatchObject({ error: { message: expect.stringMatching(message) } });
  });
});
