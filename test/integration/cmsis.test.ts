import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import type { Recipe } from '../../extension/toolchain/recipe-types';
import { measure, listOperations } from './agent/measured';
import { buildVariant } from './agent/variants';
import { readDeclarations } from '../../extension/toolchain/declarations.mjs';
import { testInAll } from '../everything';
import { startCli, workspaceForEach } from './cli-process';
import { build, copySdk, firmwareOptions } from './cmake/project';

/** The layer without the suites that measure it. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { SOURCES = [] } = readDeclarations(root).parts['cmsis-rtos2']?.lists ?? {};
const LAYER = { ours: true, files: SOURCES };
const target = '--target qemu-freertos-m7';

const workspace = workspaceForEach();

const toBenchOptions = (names: readonly string[]) =>
  names.map((name) => `--bench ${name}`).join(' ');

async function run(line: string) {
  const { code, out, err } = await startCli(workspace, `run ${target} ${line} --json`).ended;
  expect([code, err]).toEqual([0, expect.any(String)]);
  const { folder } = JSON.parse(out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  return { folder, pass: record?.passes[0] };
}

test('the layer follows CMSIS-RTOS2 in threads and in handlers', async () => {
  const userFiles = [fileURLToPath(new URL('agent/layer.c', import.meta.url))];
  const recipe = (shipped: Recipe) => ({ ...shipped, sources: [...shipped.sources, LAYER] });
  const image = await buildVariant({ userFiles, recipe });
  const ended = listOperations(await measure(image, ['run layer n=1'])).map(({ name, end }) => {
    return [name, end?.status, end?.reason];
  });
  expect(ended).toEqual([['contract', 'ok', '']]);
});

test('one run shows the cost of the layer, operation by operation', async () => {
  const benches = toBenchOptions([
    'rhealstone',
    'cmsis_rhealstone',
    'sync/sem_take_give',
    'cmsis_sync/sem_take_give',
  ]);
  const { folder, pass } = await run(`${benches} --iterations 100`);
  expect(pass?.facts).toMatchObject({
    cmsis_rtos2: expect.stringContaining('not the code of Arm'),
  });
  expect(pass?.operations.filter(({ status }) => status !== 'ok')).toEqual([]);
  const { out } = await startCli(workspace, `compare ${folder} ${folder}+cmsis --json`).ended;
  const { operations } = JSON.parse(out) as {
    operations: { name: string; outcomes: { figures?: { mean: { value: number } } }[] }[];
  };
  const ratio = (suite: string, op: string) =>
    operations.find(({ name }) => name === `${suite}/${op}`)?.outcomes[0]?.figures?.mean.value;
  expect(ratio('rhealstone', 'yield')).toBeGreaterThan(1);
  expect(ratio('rhealstone', 'semaphore_wait')).toBeGreaterThan(1);
  expect(ratio('rhealstone', 'message_put')).toBeGreaterThan(1);
  expect(ratio('sync', 'sem_take_give')).toBeGreaterThan(1);
});

/** Settings that the layer needs in addition to the example's FreeRTOSConfig.h. */
const CONFIG = [
  ...['COUNTING_SEMAPHORES', 'RECURSIVE_MUTEXES', 'TIMERS'].map((name) => `configUSE_${name} 1`),
  'configTIMER_TASK_PRIORITY 4',
  'configTIMER_QUEUE_LENGTH 4',
  'configTIMER_TASK_STACK_DEPTH 128',
  'INCLUDE_xTimerPendFunctionCall 1',
  'INCLUDE_xSemaphoreGetMutexHolder 1',
];

/** The SDK's example with its own layer; any layer over FreeRTOS would do. */
function makeLayeredExample(): string {
  const sdk = copySdk(join(workspace.folder, 'sdk'));
  const example = join(sdk, 'sdk-integration', 'freertos', 'example');
  const change = (name: string, from: string, to: string) => {
    const text = readFileSync(join(example, name), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(example, name), text.replace(from, to));
  };
  const layer = join(sdk, 'target-agent', 'parts', 'cmsis-rtos2');
  const own = [
    `file(GLOB layer "${layer}/*.c")`,
    'target_sources(firmware PRIVATE ${layer})',
    `target_include_directories(firmware PRIVATE "${layer}")`,
  ];
  const mutexes = '#define configUSE_MUTEXES 1';
  const defines = CONFIG.map((text) => `#define ${text}`);
  change('FreeRTOSConfig.h', mutexes, [mutexes, ...defines].join('\n'));
  change('CMakeLists.txt', '# >>> cyclescope', own.join('\n'));
  change('CMakeLists.txt', 'THREADS 100', 'THREADS 100 CMSIS_RTOS2');
  return example;
}

testInAll('an application measures its own CMSIS-RTOS2', async () => {
  const options = { ...firmwareOptions, CYCLESCOPE_FAMILIES: 'interrupt;rhealstone' };
  const folder = await build(makeLayeredExample(), join(workspace.folder, 'build'), options);
  symlinkSync(join(folder, 'firmware.elf'), join(workspace.folder, 'layered.elf'));
  const ops = ['interrupt/activation', 'rhealstone/semaphore_wait', 'rhealstone/suspend'];
  const benches = toBenchOptions(ops.flatMap((op) => [op, `cmsis_${op}`]));
  const { pass } = await run(`--elf layered.elf --iterations 100 ${benches}`);
  expect(pass?.facts).toMatchObject({ cmsis_rtos2: 'of the application' });
  const ended = pass?.operations.map(
    ({ suite, op, status, reason }) => `${suite}/${op}: ${reason ?? status}`,
  );
  expect(ended).toEqual([
    'interrupt/activation: ok',
    'rhealstone/semaphore_wait: ok',
    'rhealstone/suspend: needs INCLUDE_vTaskSuspend 1 in FreeRTOSConfig.h',
    'cmsis_interrupt/activation: ok',
    'cmsis_rhealstone/semaphore_wait: ok',
    // The layer's flags of threads need no suspension.
    'cmsis_rhealstone/suspend: ok',
  ]);
});
