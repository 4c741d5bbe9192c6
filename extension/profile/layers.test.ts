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

describe('the layers of a program on Zephyr', () => {
  const Z = '/west/zvm';
  const B = '/work/sched/build/zephyr/include/generated/zephyr/syscalls/kernel.h';
  const CORE = '/west/modules/hal/cmsis/CMSIS/Core/Include/cmsis_gcc.h';
  const lock = [
    ['k_spin_lock', `${Z}/include/zephyr/spinlock.h`],
    ['arch_irq_lock', `${Z}/include/zephyr/arch/arm/asm_inline_gcc.h`],
    ['__set_BASEPRI_MAX', CORE],
  ] as const;

  test('follow from the files of its functions', () => {
    const chain = [
      ['take', '/app/bench.c'],
      ['k_sem_take', B],
      ['z_impl_k_sem_take', `${Z}/kernel/sem.c`],
      ['z_pend_curr', `${Z}/kernel/sched.c`],
      ['sys_dlist_append', `${Z}/include/zephyr/sys/dlist.h`],
      ['arch_swap', `${Z}/arch/arm/core/cortex_m/swap.c`],
      ...lock,
    ] as const;
    expect(computeLayers(profileChain(chain))).toEqual({
      program: 3,
      'queues and locks': 6,
      scheduler: 6,
      switch: 3,
      'critical sections': 9,
      ...LOOP,
    });
  });

  test.each([
    ['z_impl_k_yield', 'kernel/sched.c', 'scheduler'],
    ['z_reset_time_slice', 'kernel/timeslicing.c', 'scheduler'],
    ['add_thread_timeout', 'kernel/sched.c', 'scheduler'],
    ['k_current_get', 'include/zephyr/kernel.h', 'scheduler'],
    ['z_thread_abort', 'kernel/sched.c', 'threads'],
    ['z_setup_new_thread', 'kernel/thread.c', 'threads'],
    ['arch_new_thread', 'arch/arm/core/cortex_m/thread.c', 'threads'],
    ['z_thread_entry', 'lib/os/thread_entry.c', 'threads'],
    ['z_arm_pendsv', 'arch/arm/core/cortex_m/swap_helper.S', 'switch'],
    ['z_swap_irqlock', 'kernel/include/kswap.h', 'switch'],
    ['adjust_owner_prio', 'kernel/mutex.c', 'queues and locks'],
    ['k_work_schedule', 'kernel/work.c', 'queues and locks'],
    ['z_impl_k_msgq_alloc_init', 'kernel/msg_q.c', 'queues and locks'],
    ['z_thread_malloc', 'kernel/include/kernel_internal.h', 'memory'],
    ['chunk_field', 'lib/heap/heap.h', 'memory'],
    ['k_mem_slab_alloc', 'kernel/mem_slab.c', 'memory'],
    ['sys_clock_isr', 'drivers/timer/cortex_m_systick.c', 'interrupts and time'],
    ['z_abort_thread_timeout', 'kernel/include/timeout_q.h', 'interrupts and time'],
    ['z_arm_exc_exit', 'arch/arm/core/cortex_m/exc_exit.c', 'interrupts and time'],
    ['memcpy', 'lib/libc/minimal/source/string/string.c', 'C library'],
    ['pthread_mutex_lock', 'lib/posix/options/mutex.c', 'C library'],
    ['z_arm_do_syscall', 'arch/arm/core/userspace.S', 'system call entry'],
    ['z_fatal_error', 'kernel/fatal.c', 'rest of the kernel'],
    ['main', 'samples/hello_world/src/main.c', 'program'],
  ])('%s in %s is of its layer', (name, file, layer) => {
    const [mark] = lock;
    const profile = profileChain([[name, `${Z}/${file}`], mark]);
    expect(computeLayers(profile)).toEqual({ 'critical sections': 3, [layer]: 3, ...LOOP });
  });

  test('a function that asks for the processor’s state is of its caller’s', () => {
    const chain = [
      ['z_reschedule', `${Z}/kernel/sched.c`],
      ['k_is_in_isr', `${Z}/kernel/thread.c`],
      ['__get_IPSR', CORE],
    ] as const;
    const [mark] = lock;
    expect(computeLayers(profileChain([mark, ...chain]))).toEqual({
      'critical sections': 3,
      scheduler: 9,
      ...LOOP,
    });
  });

  test.each(['k_thread_create', 'k_sem_init', 'k_yield', 'k_uptime_ticks'])(
    'the wrapper %s is of the layer of what it calls',
    (name) => {
      const file = { k_thread_create: 'thread.c', k_sem_init: 'sem.c', k_yield: 'sched.c' }[name];
      const called = [`z_impl_${name}`, `${Z}/kernel/${file ?? 'timeout.c'}`] as const;
      const [mark] = lock;
      const costs = Object.values(computeLayers(profileChain([[name, B], called, mark])));
      expect(costs.sort()).toEqual([2, 3, 6]);
    },
  );

  test('leave folders of the program that are named alike to it', () => {
    const chain = [
      lock[0],
      ['cyclescope_os_yield', '/app/target-agent/ports/zephyr/kernel/thread.h'],
      ['__DMB', CORE],
      ['work', '/app/kernel/work.c'],
    ] as const;
    expect(computeLayers(profileChain(chain))).toEqual({
      'critical sections': 3,
      program: 9,
      ...LOOP,
    });
  });
});

describe('between two systems', () => {
  const create = ['create', '/app/bench.c'] as const;
  const linux = profileChain([create, ...kernel('copy_process', 'schedule')]);
  const rtos = profileChain([create, ['xTaskCreate', `${F}/tasks.c`]]);
  const zephyr = profileChain([
    create,
    ['z_impl_k_thread_create', '/zephyr/kernel/thread.c'],
    ['sys_dlist_init', '/zephyr/include/zephyr/sys/dlist.h'],
  ]);
  const other = profileChain([create, ['tx_thread_create', '/threadx/tx_thread_create.c']]);

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

  test('those of two real-time kernels are compared', () => {
    expect(compareOperations(rtos, zephyr).layers).toEqual([
      { layer: 'program', before: 3, after: 3 },
      { layer: 'threads', before: 3, after: 6 },
      { layer: 'clock and loop', before: 2, after: 2 },
    ]);
  });

  test('two of one real-time kernel, or of unknown ones, are compared by functions alone', () => {
    for (const each of [rtos, zephyr, other])
      expect(compareOperations(each, each).layers).toEqual([]);
  });
});
