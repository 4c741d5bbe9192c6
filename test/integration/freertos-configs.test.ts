import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { chooseCases } from '../everything';
import { temporaryFolder } from './agent/temporary';

/*
 * Other people's FreeRTOSConfig.h: the agent's port compiles with it, or reports in one sentence which line is
 * missing. cmake.test.ts shows that such a firmware runs.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const kernel = join(root, 'build/c-sources/freertos-next-0.12.0/FreeRTOS-Kernel');
const segger = join(root, 'build/c-sources/systemview-target-0.3.0/lib');
const agent = (...names: string[]) => join(root, 'target-agent', ...names);
const listSources = (folder: string, names: string) =>
  names.split(' ').map((name) => agent(folder, `${name}.c`));

const CLOCK_OF_CORES_WITHOUT_COUNTER = listSources('clocks/systick', 'systick');
const PORT = [
  ...listSources(
    'ports/freertos',
    'autostart facts kernel_trace port record_cost start stream threads',
  ),
  ...listSources('parts/cortex-m', 'caching core_facts interrupt'),
  ...listSources('parts/systemview', 'settle'),
  ...listSources('core', 'measuring nothing'),
  join(segger, 'SEGGER', 'SEGGER_RTT.c'),
  join(segger, 'SEGGER', 'SEGGER_SYSVIEW.c'),
];
const FAMILIES = [
  ...listSources('families/thread', 'thread thread_calls thread_new'),
  ...listSources('families/rhealstone', 'rhealstone rhealstone_memory rhealstone_interrupt'),
  ...[
    'heap',
    'mutex',
    'context_switch',
    'sync',
    'time',
    'queue',
    'timer',
    'eventgroup',
    'workqueue',
    'stream',
    'interrupt',
  ].flatMap((name) => listSources(`families/${name}`, name)),
  ...listSources('ports/freertos/native', 'queue stream sync thread'),
];
const KERNEL_SOURCES = ['tasks.c', 'queue.c'].map((name) => join(kernel, name));

/** A minimal configuration. */
const BASE: Readonly<Record<string, string>> = {
  configCPU_CLOCK_HZ: '(SystemCoreClock)',
  configTICK_RATE_HZ: '((TickType_t)1000)',
  configTICK_TYPE_WIDTH_IN_BITS: 'TICK_TYPE_WIDTH_32_BITS',
  configUSE_PREEMPTION: '1',
  configMAX_PRIORITIES: '(5)',
  configMINIMAL_STACK_SIZE: '((uint16_t)128)',
  configTOTAL_HEAP_SIZE: '((size_t)(16 * 1024))',
  configUSE_IDLE_HOOK: '0',
  configUSE_TICK_HOOK: '0',
  configPRIO_BITS: '4',
  configKERNEL_INTERRUPT_PRIORITY: '255',
  configMAX_SYSCALL_INTERRUPT_PRIORITY: '80',
  INCLUDE_vTaskDelete: '1',
  INCLUDE_vTaskDelay: '1',
};

const TIMERS = {
  configUSE_TIMERS: '1',
  configTIMER_TASK_PRIORITY: '(configMAX_PRIORITIES - 1)',
  configTIMER_QUEUE_LENGTH: '10',
  configTIMER_TASK_STACK_DEPTH: '128',
};

interface Core {
  readonly port: string;
  readonly flags: readonly string[];
  /** The cycle counter by default. */
  readonly clock?: 'dwt' | 'systick';
  readonly settings?: Readonly<Record<string, string>>;
}

const M8 = { configENABLE_FPU: '0', configENABLE_MPU: '0', configENABLE_TRUSTZONE: '0' };
const CORES = {
  m0: { port: 'ARM_CM0', flags: ['-mcpu=cortex-m0plus'], settings: M8, clock: 'systick' },
  m23: {
    port: 'ARM_CM23_NTZ/non_secure',
    flags: ['-mcpu=cortex-m23'],
    settings: { ...M8, configRUN_FREERTOS_SECURE_ONLY: '1' },
    clock: 'systick',
  },
  m3: { port: 'ARM_CM3', flags: ['-mcpu=cortex-m3'] },
  m4f: {
    port: 'ARM_CM4F',
    flags: ['-mcpu=cortex-m4', '-mfloat-abi=hard', '-mfpu=fpv4-sp-d16'],
  },
  m7: {
    port: 'ARM_CM7/r0p1',
    flags: ['-mcpu=cortex-m7', '-mfloat-abi=hard', '-mfpu=fpv5-d16'],
  },
  m33: {
    port: 'ARM_CM33_NTZ/non_secure',
    flags: ['-mcpu=cortex-m33', '-mfloat-abi=hard', '-mfpu=fpv5-sp-d16'],
    settings: { ...M8, configENABLE_FPU: '1', configRUN_FREERTOS_SECURE_ONLY: '1' },
  },
  m3mpu: { port: 'ARM_CM3_MPU', flags: ['-mcpu=cortex-m3'] },
} satisfies Readonly<Record<string, Core>>;

interface Case {
  readonly core?: keyof typeof CORES;
  readonly config?: Readonly<Record<string, string>>;
  readonly defines?: readonly string[];
  readonly isTraced?: boolean;
}

const folder = temporaryFolder('configs');

/** The compiler's flags for a configuration in a separate folder. */
function prepareFlags(name: string, { core = 'm4f', config = {}, defines = [], isTraced }: Case) {
  const own = join(folder, name.replaceAll(/\W/g, '-'));
  mkdirSync(own);
  const { port, flags, settings = {}, clock = 'dwt' }: Core = CORES[core];
  const lines = Object.entries({ ...BASE, ...settings, ...config }).map(
    ([key, value]) => `#define ${key} ${value}`,
  );
  const text = [
    '#pragma once',
    '#include <stdint.h>',
    'extern uint32_t SystemCoreClock;',
    ...lines,
  ];
  writeFileSync(join(own, 'FreeRTOSConfig.h'), `${text.join('\n')}\n`);
  return [
    ...flags,
    '-mthumb',
    '-O2',
    '-std=gnu11',
    '-Wall',
    '-Wundef',
    '-Werror',
    `-DCYCLESCOPE_TRACED=${isTraced ? 1 : 0}`,
    ...['MAX_THREADS=8u', 'MAX_BLOCKS=100u', ...defines].map((each) => `-DCYCLESCOPE_${each}`),
    ...['include', 'core', 'ports/freertos', `clocks/${clock}`, 'boards/cortex-m/rtt'].map(
      (each) => `-I${agent(each)}`,
    ),
    `-I${agent('boards/cortex-m')}`,
    `-I${own}`,
    ...[join(kernel, 'include'), join(kernel, 'portable/GCC', port)].flatMap(system),
    ...['SEGGER', 'Config'].flatMap((each) => system(join(segger, each))),
  ];
}

function gcc(args: readonly string[]): Promise<{ status: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile('arm-none-eabi-gcc', args, (_, __, stderr) => {
      resolve({ status: child.exitCode, stderr });
    });
  });
}

/** Checks the syntax of sources and, if they have hooks, of the kernel; returns the compiler's output. */
function compile(name: string, given: Case, sources: readonly string[]) {
  const hooks = ['-include', agent('ports/freertos/trace_first.h'), ...KERNEL_SOURCES];
  const more = given.isTraced ? hooks : [];
  return gcc([...prepareFlags(name, given), '-fsyntax-only', ...more, ...sources]);
}

const system = (each: string) => ['-isystem', each];

const toKind = ([, { isTraced }]: readonly [string, Case, ...unknown[]]) => isTraced;

describe.concurrent('compiles', () => {
  const table: readonly [string, Case][] = [
    ['on a Cortex-M0+', { core: 'm0' }],
    ['on a Cortex-M23', { core: 'm23' }],
    ['on a Cortex-M3', { core: 'm3' }],
    ['on a Cortex-M4F', { core: 'm4f' }],
    ['on a Cortex-M7', { core: 'm7' }],
    ['on a Cortex-M33', { core: 'm33' }],
    ['on a Cortex-M33, traced', { core: 'm33', isTraced: true }],
    ['on a Cortex-M3, traced', { core: 'm3', isTraced: true }],
    ['with static allocation', { config: { configSUPPORT_STATIC_ALLOCATION: '1' } }],
    [
      'with static allocation alone',
      {
        config: { configSUPPORT_STATIC_ALLOCATION: '1', configSUPPORT_DYNAMIC_ALLOCATION: '0' },
        defines: ['HEAP_KIND=0'],
      },
    ],
    ...[1, 2, 3, 5, 6].map((kind): [string, Case] => [
      `with heap kind ${kind}`,
      { defines: [`HEAP_KIND=${kind}`] },
    ]),
    ['with mutexes', { config: { configUSE_MUTEXES: '1' } }],
    ['with timers', { config: TIMERS }],
    ['with deferred work', { config: { ...TIMERS, INCLUDE_xTimerPendFunctionCall: '1' } }],
    [
      'without event groups and stream buffers',
      { config: { configUSE_EVENT_GROUPS: '0', configUSE_STREAM_BUFFERS: '0' } },
    ],
    ['without notifications', { config: { configUSE_TASK_NOTIFICATIONS: '0' } }],
    ['with suspension', { config: { INCLUDE_vTaskSuspend: '1' } }],
    [
      'with suspension that no handler ends',
      { config: { INCLUDE_vTaskSuspend: '1', INCLUDE_xTaskResumeFromISR: '0' } },
    ],
    ['without deletion', { config: { INCLUDE_vTaskDelete: '0' } }],
    [
      'with ticks of 16 bits',
      { config: { configTICK_TYPE_WIDTH_IN_BITS: 'TICK_TYPE_WIDTH_16_BITS' } },
    ],
    ['tickless', { config: { configUSE_TICKLESS_IDLE: '1' } }],
    ['without preemption', { config: { configUSE_PREEMPTION: '0' } }],
    [
      'with a timer of another rate',
      { config: { configSYSTICK_CLOCK_HZ: '(SystemCoreClock / 8)' } },
    ],
    ['in a section', { defines: ['RTT_SECTION=".noncacheable"'] }],
    ['on other channels', { defines: ['CONTROL_CHANNEL=0', 'STREAM_CHANNEL=1'] }],
  ];
  test.each(chooseCases(table, toKind))('%s', async (name, given) => {
    const core: Core = CORES[given.core ?? 'm4f'];
    const clock = core.clock === 'systick' ? CLOCK_OF_CORES_WITHOUT_COUNTER : [];
    const result = await compile(name, given, [...PORT, ...clock, ...FAMILIES]);
    expect(result).toEqual({ status: 0, stderr: '' });
  });
});

test.each(['m0', 'm23', 'm3', 'm7', 'm33'] as const)('assembles on the core %s', async (core) => {
  const args = prepareFlags(`assembled ${core}`, { core });
  const output = ['-o', join(folder, `${core}.o`)];
  const [source = ''] = listSources('ports/freertos', 'port');
  expect(await gcc([...args, '-c', source, ...output])).toEqual({ status: 0, stderr: '' });
});

/** Lists how the benchmark's object refers to functions of the kernel: U, or w where they may be missing. */
async function references(name: string, given: Case, bench: string, pattern: RegExp) {
  const object = join(folder, `${bench}.o`);
  const args = [
    ...prepareFlags(name, given),
    '-c',
    ...listSources(`families/${bench}`, bench),
    '-o',
    object,
  ];
  expect(await gcc(args)).toEqual({ status: 0, stderr: '' });
  const { stdout } = spawnSync('arm-none-eabi-nm', [object], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => line.trim().split(' '));
  return [...new Set(lines.flatMap(([kind, to = '']) => (pattern.test(to) ? [kind] : [])))];
}

describe("optional parts of a project's kernel", () => {
  const parts: readonly [string, RegExp, string][] = [
    ['eventgroup', /EventGroup/, 'LINKS_EVENT_GROUPS=1'],
    ['stream', /StreamBuffer/, 'LINKS_STREAM_BUFFER=1'],
  ];
  test.each(parts)('are not linked: %s', async (bench, pattern, linked) => {
    expect(await references(`without ${bench}`, {}, bench, pattern)).toEqual(['w']);
    const given = { defines: [linked] };
    expect(await references(`with ${bench}`, given, bench, pattern)).toEqual(['U']);
  });
  test('are not linked: timer', async () => {
    expect(await references('without timers', {}, 'timer', /Timer/)).toEqual(['w']);
  });
});

describe.concurrent('states its requirements in a sentence', () => {
  const table: readonly [string, Case, RegExp][] = [
    ['no delay', { config: { INCLUDE_vTaskDelay: '0' } }, /needs #define INCLUDE_vTaskDelay 1/],
    [
      'nothing reports who runs',
      { config: { INCLUDE_xTaskGetCurrentTaskHandle: '0' } },
      /needs #define INCLUDE_xTaskGetCurrentTaskHandle 1/,
    ],
    [
      'too few priorities',
      { config: { configMAX_PRIORITIES: '3' } },
      /configMAX_PRIORITIES 4, or more/,
    ],
    ['memory protection', { core: 'm3mpu' }, /no port to FreeRTOS's memory protection/],
    [
      'hooks of its own',
      { isTraced: true, config: { 'traceTASK_SWITCHED_IN()': '(void)0' } },
      /trace hooks of its own/,
    ],
    [
      'traced without the idle thread',
      { isTraced: true, config: { INCLUDE_xTaskGetIdleTaskHandle: '0' } },
      /needs #define INCLUDE_xTaskGetIdleTaskHandle 1/,
    ],
    [
      'traced without priorities',
      { isTraced: true, config: { INCLUDE_uxTaskPriorityGet: '0' } },
      /needs #define INCLUDE_uxTaskPriorityGet 1/,
    ],
    [
      'too few channels',
      { defines: ['STREAM_CHANNEL=3'] },
      /SEGGER_RTT_MAX_NUM_UP_BUFFERS 3, or more|has to be > SEGGER_SYSVIEW_RTT_CHANNEL/,
    ],
  ];
  test.each(chooseCases(table, toKind))('%s', async (name, given, message) => {
    const { status, stderr } = await compile(name, given, PORT);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});
