import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isEverything, testInAll } from '../everything';
import { readAgent } from '../../extension/agent/elf/agent';
import { readRunRecord } from '../../extension/runs/record/read';
import { temporaryFolder } from './agent/temporary';
import { listOwnLeftOvers, newWorkspace, startCli, until, type Workspace } from './cli-process';
import { build, call, configure, copySdk, firmwareOptions } from './cmake/project';

let sdk = '';
let workspace: Workspace;
beforeAll(() => {
  sdk = copySdk(join(temporaryFolder('families'), 'sdk'));
});
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => listOwnLeftOvers(workspace).length === 0);
  workspace.remove();
});

const readSuites = (file: string) => [
  ...new Set(readAgent(readFileSync(file)).agent?.benches.map(({ suite }) => suite)),
];

describe('an agent in a project of its own', () => {
  testInAll('has the requested families, and no caches if they should be off', async () => {
    const options = {
      ...firmwareOptions,
      CYCLESCOPE_FAMILIES: 'thread;sort;matrix',
      CYCLESCOPE_WORST_CASE_TIMING: 'ON',
    };
    const example = join(sdk, 'sdk-integration/freertos/example');
    const firmware = join(await build(example, join(sdk, 'families'), options), 'firmware.elf');
    expect(readSuites(firmware)).toEqual([
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

  test('fits a small controller with every family, and reports what is reduced', async () => {
    const example = join(sdk, 'sdk-integration/freertos/example');
    const small = join(sdk, 'sdk-integration/freertos/small');
    cpSync(example, small, { recursive: true });
    const change = (name: string, from: RegExp, to: string) => {
      const text = readFileSync(join(small, name), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(join(small, name), text.replace(from, to));
    };
    change('firmware.ld', /LENGTH = 4M(\n {4}\/\*.*\n {4}PSRAM.*)?$/gm, 'LENGTH = 64K');
    change('firmware.ld', /(FLASH .*LENGTH = )64K/, '$1256K');
    change('firmware.ld', /.*> PSRAM\n/, '');
    change('FreeRTOSConfig.h', /96 \* 1024/, '16 * 1024');
    change('CMakeLists.txt', / RTT_SECTION .psram THREADS 100/, '');
    const options = { ...firmwareOptions, CYCLESCOPE_FAMILIES: 'all' };
    const { text } = await configure(small, join(sdk, '64-kilobytes'), options);
    expect(text).toContain(
      'for 64 KB of RAM (RAM_KB) there is room for 8 threads instead of 2000, ' +
        '100 heap blocks instead of 1000, 20 mutexes instead of 250',
    );
    // `npm test` has the sizes, and `npm run test:all` links a hundred sources with them.
    if (!isEverything) return;
    const folder = await build(small, join(sdk, '64-kilobytes'), options);
    expect(readSuites(join(folder, 'firmware.elf'))).toContain('rhealstone');
  });

  test.each([
    ['    RAM (xrw)      : ORIGIN = 0x20000000, LENGTH = 128K', 131_072],
    ['  m_data (RW)  : ORIGIN = 0x20000000, LENGTH = 0x00020000', 131_072],
    ['DTCMRAM : org = 0x20000000, LENGTH=64k', 65_536],
    ['  SDRAM(rw):ORIGIN=0x80000000,LENGTH=32M', 33_554_432],
    ['  m_text (RX) : ORIGIN = 0x60002400, LENGTH = 0x03FFDC00', 0],
    ['  FLASH : ORIGIN = 0x08000000, LENGTH = 512K', 0],
    ['  RAM (rwx) : ORIGIN = RAM_START, LENGTH = RAM_SIZE', 0],
  ])('reads the length of a region from the linker script: %s', async (region, bytes) => {
    const script = join(temporaryFolder('region'), 'read.cmake');
    const own = join(sdk, 'sdk-integration/cmake/sizes.cmake');
    const lines = [
      `include("${own}")`,
      `_cyclescope_region_bytes(bytes "${region}")`,
      'message("${bytes}")',
    ];
    writeFileSync(script, lines.join('\n'));
    expect(await call('cmake', ['-P', script])).toEqual({ code: 0, text: `${bytes}\n` });
  });

  test.each([
    ['-mcpu=cortex-m0plus -mthumb', 'systick'],
    ['-mcpu=cortex-m0plus.small-multiply', 'systick'],
    ['-mthumb;-mcpu=cortex-m23', 'systick'],
    ['--cpu=Cortex-M0+', 'systick'],
    ['-march=armv6s-m', 'systick'],
    ['-march=armv8-m.base', 'systick'],
    ['-march=armv8-m.main', 'dwt'],
    ['-mcpu=cortex-m33+nodsp', 'dwt'],
    ['-mcpu=cortex-m7', 'dwt'],
    ['arm  like_flags-NOTFOUND', 'dwt'],
  ])('uses the clock of the core that the flags name: %s', async (flags, clock) => {
    const script = join(temporaryFolder('clock'), 'choose.cmake');
    const lines = [
      'cmake_policy(VERSION 3.20)',
      `include("${join(sdk, 'sdk-integration/cmake/functions.cmake')}")`,
      `_cyclescope_choose_clock(clock "dwt;systick;emulated" "${flags}")`,
      'message("${clock}")',
    ];
    writeFileSync(script, lines.join('\n'));
    expect(await call('cmake', ['-P', script])).toEqual({ code: 0, text: `${clock}\n` });
  });

  /** The sizes for a program that is linked by a script as the MCUXpresso SDK has them. */
  async function configureSizes(dataBytes: string, toLinkCommand: (script: string) => string) {
    const folder = temporaryFolder('mcux-sizes');
    const regions = [
      'm_interrupts (RX) : ORIGIN = 0x00000000, LENGTH = 0x00000400',
      'm_text       (RX) : ORIGIN = 0x00000410, LENGTH = 0x0003FBF0',
      `m_data       (RW) : ORIGIN = 0x20000000, LENGTH = ${dataBytes}`,
      // Larger, as the OCRAM of an i.MX RT1020 is; no data lies there.
      'm_data2      (RW) : ORIGIN = 0x20200000, LENGTH = 0x00020000',
    ];
    const script = join(folder, 'MIMXRT1021_flash.ld');
    const sections = '.bss :\n{\n  __START_BSS = .; /* of .bss */\n  *(.bss)\n} > m_data\n';
    writeFileSync(script, `MEMORY\n{\n${regions.join('\n')}\n}\nSECTIONS\n{\n${sections}}\n`);
    const lines = [
      'cmake_minimum_required(VERSION 3.20)',
      'project(sizes NONE)',
      'add_custom_target(app)',
      toLinkCommand(script),
      `include("${join(sdk, 'sdk-integration/cmake/sizes.cmake')}")`,
      `include("${join(sdk, 'sdk-integration/freertos/freertos.cmake')}")`,
      'set(like app)',
      '_cyclescope_freertos_definitions()',
      'message(STATUS "Sizes: ${definitions}")',
    ];
    writeFileSync(join(folder, 'CMakeLists.txt'), lines.join('\n'));
    const { code, text } = await call('cmake', ['-B', join(folder, 'out'), '-S', folder]);
    expect(code, text).toBe(0);
    return text;
  }
  const REDUCED = /for 64 KB of RAM \(RAM_KB\)[^]*SAMPLES=256u[^]*BLOCKS=100u[^]*RING_BYTES=2048/;
  const REPORTED =
    "there are 256 samples between two transfers instead of 512, 2048 bytes in the stream's ring " +
    'instead of 4096, 4096 bytes in the work area of sorting and matrices instead of 12288';

  test.each([
    [
      'its linker options',
      (script: string) => `set_target_properties(app PROPERTIES LINK_OPTIONS "-T;${script}")`,
    ],
    [
      'the flags of all',
      (script: string) => `set(CMAKE_EXE_LINKER_FLAGS "-T\\"${script}\\" -static")`,
    ],
    [
      'the flags of its build configuration',
      (script: string) =>
        `set(CMAKE_BUILD_TYPE flash_debug)\nset(CMAKE_EXE_LINKER_FLAGS_FLASH_DEBUG "-T${script} -static")`,
    ],
    [
      'the flags of its language, where STM32CubeMX has it',
      (script: string) => `set(CMAKE_C_LINK_FLAGS "-mthumb -T \"${script}\" --specs=nano.specs")`,
    ],
    [
      'a library that it links',
      (script: string) =>
        'add_library(device INTERFACE)\n' +
        `target_link_options(device INTERFACE "LINKER:--script=${script}")\n` +
        'set_target_properties(app PROPERTIES LINK_LIBRARIES device)',
    ],
  ])('has smaller sizes where a script with 64 KB for data is in %s', async (_, toLinkCommand) => {
    const reduced = await configureSizes('0x00010000', toLinkCommand);
    expect(reduced).toMatch(REDUCED);
    expect(reduced).toContain(REPORTED);
    const whole = await configureSizes('0x00018000', toLinkCommand);
    expect(whole).toMatch(/SAMPLES=512u[^]*BLOCKS=250u[^]*RING_BYTES=4096/);
    expect(whole).not.toContain('samples between two transfers');
  });

  test('takes another list of families on request', async () => {
    const options = { ...firmwareOptions, CYCLESCOPE_FAMILIES: 'heap;sorting' };
    const example = join(sdk, 'sdk-integration/freertos/example');
    const { code, text } = await configure(example, join(sdk, 'refused'), options);
    expect([code, text.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(
        /no family of benchmarks "sorting"\. Use "all", "none", or some of heap, mutex, /,
      ),
    ]);
  });

  test('builds for Linux without the operations that need an MMU', async () => {
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
    expect(readSuites(small)).toEqual(['heap', 'sort']);
    const asked = { input: 'hello\n', encoding: 'utf8' } as const;
    const { stderr } = spawnSync(small, asked);
    expect(stderr).toMatch(/^fact mpu="none: no MMU"$/m);
    expect(stderr).toMatch(/^fact rt_throttling="?(unknown|.*there is no fork)"?$/m);
    expect(stderr).toMatch(/^ok hello protocol=1$/m);
  });
});
