import { describe, expect, test } from 'vitest';
import { compareOperations } from './difference';
import { sumInstructions, countProfileSamples } from './figures';
import { KERNEL_FILE, VDSO_FILE } from './image';
import { costLayers, layersText } from './layers';
import { newProfile, type Profile } from './stacks';
import { makeCode } from './testing';
import { differenceText } from './text';

const CALLS = ['next', 'call', 'return'] as const;

/**
 * Profiles an operation in which each function calls the next one, by their files. A function executes
 * two instructions before it calls the next one, and one after it.
 */
function profileChain(
  chain: readonly (readonly [name: string, file: string | undefined])[],
): Profile {
  const names = chain.map(([name], at) => `${name}#${at}`);
  const { code, at } = makeCode([
    { name: 'bench', flows: ['next', 'call', 'jump', 'next'], isHarness: true },
    ...names.map((name) => ({ name, flows: CALLS })),
  ]);
  const files = [...new Set(['/app/bench.c', ...chain.flatMap(([, file]) => file ?? [])])];
  const findFile = (name: string) => {
    const [, file] = chain[names.indexOf(name)] ?? ['', '/app/bench.c'];
    return file === undefined ? -1 : files.indexOf(file);
  };
  const functions = code.functions.map((own) => {
    return { ...own, file: findFile(own.name), name: own.name.replace(/#.*/, '') };
  });
  const execute = ([name, ...inner]: readonly string[]): number[] =>
    name === undefined ? [] : [at(name, 0), at(name, 1), ...execute(inner), at(name, 2)];
  const steps = [at('bench', 1), ...execute(names), at('bench', 2)].map((index) => 2 * index);
  const operation = { paths: [{ steps, count: 5 }], order: [0, 0, 0, 0, 0] };
  return newProfile('a/b', { ...code, files, functions }, operation);
}

/** The layers with a part in one operation. */
function computeLayers(profile: Profile): Record<string, number> {
  const layers = costLayers(profile);
  expect(layers.reduce((sum, { self }) => sum + self, 0)).toBe(sumInstructions(profile));
  return Object.fromEntries(
    layers.flatMap(({ layer, self }) =>
      self > 0 ? [[layer, self / countProfileSamples(profile)]] : [],
    ),
  );
}

const LOOP = { 'clock and loop': 2 };
const kernel = (...names: readonly string[]) => names.map((name) => [name, KERNEL_FILE] as const);
const F = '/sdk/FreeRTOS-Kernel';

describe('the layers of a program on Linux', () => {
  test('go from the program through the C library into the kernel', () => {
    const chain = [
      ['create', '/app/bench.c'] as const,
      ['pthread_create', undefined] as const,
      ...kernel('vector_swi', 'sys_clone', 'copy_process', 'kmem_cache_alloc_node'),
    ];
    expect(computeLayers(profileChain(chain))).toEqual({
      program: 3,
      'C library': 3,
      'system call entry': 3,
      threads: 6,
      memory: 3,
      ...LOOP,
    });
  });

  test.each([
    ['schedule', 'scheduler'],
    ['update_load_avg', 'scheduler'],
    ['__switch_to', 'switch'],
    ['psi_group_change', 'cgroups and accounting'],
    ['blake2s_compress', 'random numbers'],
    ['handle_mm_fault', 'memory'],
    ['futex_wait', 'futexes'],
    ['recalc_sigpending_signal', 'signals'],
    ['security_task_alloc', 'security checks'],
    ['hrtimer_interrupt', 'interrupts and time'],
    ['sys_sched_yield', 'system call entry'],
    ['strnlen', 'rest of the kernel'],
  ])('%s is of the layer %s', (name, layer) => {
    expect(computeLayers(profileChain(kernel(name)))).toEqual({ [layer]: 3, ...LOOP });
  });

  test("a function without a layer of its own is of its caller's, but not of the entry", () => {
    expect(computeLayers(profileChain(kernel('futex_wake', 'memset')))).toEqual({
      futexes: 6,
      ...LOOP,
    });
    expect(computeLayers(profileChain(kernel('vector_swi', 'memset')))).toEqual({
      'system call entry': 3,
      'rest of the kernel': 3,
      ...LOOP,
    });
  });

  test('the code that the kernel lends to programs is one', () => {
    const chain = [['__vdso_clock_gettime', VDSO_FILE] as const, ...kernel('schedule')];
    expect(computeLayers(profileChain(chain))).toMatchObject({ vDSO: 3, scheduler: 3 });
  });
});

describe('the layers of a program on FreeRTOS', () => {
  test('follow from the names of its functions', () => {
    const chain = [
      ['create', '/app/bench.c'],
      ['xTaskCreate', `${F}/tasks.c`],
      ['pvPortMalloc', `${F}/portable/MemMang/heap_4.c`],
      ['vPortEnterCritical', `${F}/portable/GCC/ARM_CM7/r0p1/port.c`],
      ['memset', '/src/newlib-3.3/libc/memset.c'],
    ] as const;
    expect(computeLayers(profileChain(chain))).toEqual({
      program: 3,
      'C library': 3,
      threads: 3,
      memory: 3,
      'critical sections': 3,
      ...LOOP,
    });
  });

  test.each([
    ['vTaskSwitchContext', 'tasks.c', 'scheduler'],
    ['prvAddNewTaskToReadyList', 'tasks.c', 'scheduler'],
    ['xQueueSemaphoreTake', 'queue.c', 'queues and locks'],
    ['xTaskIncrementTick', 'tasks.c', 'interrupts and time'],
    ['PendSV_Handler', 'portable/GCC/ARM_CM3/port.c', 'switch'],
    ['vListInsert', 'list.c', 'rest of the kernel'],
  ])('%s is of its layer', (name, file, layer) => {
    expect(computeLayers(profileChain([[name, `${F}/${file}`]]))).toEqual({ [layer]: 3, ...LOOP });
  });

  test('leave what is only called like the kernel to the program', () => {
    const chain = [
      ['vTaskDelay', `${F}/tasks.c`],
      ['vTaskBlink', '/work/my-freertos-app/main.c'],
      ['vListInsert', `${F}\\list.c`],
    ] as const;
    expect(computeLayers(profileChain(chain))).toEqual({
      scheduler: 3,
      program: 3,
      'rest of the kernel': 3,
      ...LOOP,
    });
  });
});

describe('between two systems', () => {
  const create = ['create', '/app/bench.c'] as const;
  const linux = profileChain([create, ...kernel('copy_process', 'schedule')]);
  const rtos = profileChain([create, ['xTaskCreate', `${F}/tasks.c`]]);
  const other = profileChain([create, ['k_thread_create', '/zephyr/kernel/thread.c']]);

  test('a difference names the layers of both', () => {
    expect(compareOperations(rtos, linux).layers).toEqual([
      { layer: 'program', before: 3, after: 3 },
      { layer: 'threads', before: 3, after: 3 },
      { layer: 'scheduler', before: 0, after: 3 },
      { layer: 'clock and loop', before: 2, after: 2 },
    ]);
    const text = differenceText(compareOperations(rtos, linux));
    expect(text[2]).toBe('       3.0    37.5 %       3.0    27.3 %  program');
    expect(text.join('\n')).toContain('schedule [kernel] (new)');
  });

  test('one without layers is one line', () => {
    expect(costLayers(other)).toEqual([]);
    expect(layersText(other)).toEqual([]);
    expect(compareOperations(linux, other).layers).toContainEqual({
      layer: 'whole system',
      before: 0,
      after: 8,
    });
  });

  test('two without Linux are compared by functions alone', () => {
    expect(compareOperations(rtos, other).layers).toEqual([]);
  });
});
