import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chooseCases, describeInAll, isEverything, testInAll } from '../everything';
import { readAgent } from '../../extension/agent/elf/agent';
import { readElf } from '../../extension/agent/elf/elf';
import { readRunRecord } from '../../extension/runs/record/read';
import { temporaryFolder } from './agent/temporary';
import { listOwnLeftOvers, newWorkspace, startCli, until, type Workspace } from './cli-process';
import { build, configure, copySdk, FAMILIES, firmwareOptions } from './cmake/project';

let sdk = '';
let workspace: Workspace;
beforeAll(() => {
  sdk = copySdk(join(temporaryFolder('cmake'), 'a copy'));
});
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => listOwnLeftOvers(workspace).length === 0);
  workspace.remove();
});

const at = (...names: string[]) => join(sdk, 'sdk-integration', ...names);
const readSuites = (file: string) => [
  ...new Set(readAgent(readFileSync(file)).agent?.benches.map(({ suite }) => suite)),
];

/** Does something while an example has another CMakeLists.txt. */
async function withLists<T>(
  example: string,
  change: (text: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  const list = join(example, 'CMakeLists.txt');
  const text = readFileSync(list, 'utf8');
  writeFileSync(list, change(text));
  return work().finally(() => writeFileSync(list, text));
}

async function run(line: string) {
  const { code, out, err } = await startCli(workspace, `run ${line} --json`).ended;
  expect([code, err]).toEqual([0, expect.any(String)]);
  const { folder } = JSON.parse(out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  if (record === undefined) throw new Error(`${folder} holds no record`);
  return { ...record, folder };
}

/** The names of the threads in a recording. */
async function decodeThreads(recording: string): Promise<readonly string[]> {
  const { out } = await startCli(workspace, `decode ${recording} --json`).ended;
  const { cores } = JSON.parse(out) as { cores: { tasks: { name: string }[] }[] };
  return cores.flatMap(({ tasks }) => tasks.map(({ name }) => name));
}

describe('a firmware with FreeRTOS, built from a copy of the SDK', () => {
  let headline = '';
  let traced = '';
  beforeAll(async () => {
    const example = at('freertos', 'example');
    const options = { ...firmwareOptions, CYCLESCOPE_TRACED: 'OFF' };
    headline = join(await build(example, join(sdk, 'headline'), options), 'firmware.elf');
    const hooked = { ...firmwareOptions, CYCLESCOPE_TRACED: 'ON' };
    traced = join(await build(example, join(sdk, 'traced'), hooked), 'firmware.elf');
  });

  test("has everyone's benchmarks and its own, with a linker script that does not know them", () => {
    expect(readFileSync(at('freertos', 'example', 'firmware.ld'), 'utf8')).not.toMatch(
      /cyclescope/i,
    );
    for (const [file, hooks] of [
      [headline, 0],
      [traced, 1],
    ] as const) {
      expect(readAgent(readFileSync(file)).agent?.hooks).toBe(hooks);
      expect(readSuites(file)).toEqual([...FAMILIES, 'bench_filter']);
    }
    const own = readAgent(readFileSync(headline)).agent?.benches.at(-1);
    expect(own).toMatchObject({ op: 'step', at: 'bench_filter.c:5' });
  });

  test('is measured in full beside its own task, identically in two runs', async () => {
    const files = `--elf ${headline} --traced-elf ${traced}`.replaceAll(sdk, 'sdk');
    symlinkSync(sdk, join(workspace.folder, 'sdk'));
    const iterations = isEverything ? 200 : 50;
    const target = `--target qemu-freertos-m7 --trace --repeat 1 --iterations ${iterations}`;
    const [first, second] = [await run(`${target} ${files}`), await run(`${target} ${files}`)];
    for (const pass of first.passes) {
      expect(pass.problems).toEqual([]);
      expect(pass.facts).toMatchObject({ os: 'FreeRTOS', core: 'Cortex-M7', heap: 'heap_4' });
      expect(pass.facts).toMatchObject({ board: 'mps2-an500', threads_at_once: '100' });
      const names = pass.operations.map(({ suite, status }) => `${suite} ${status}`);
      expect([...new Set(names)]).toEqual(
        [...FAMILIES, 'bench_filter'].map((suite) => `${suite} ok`),
      );
    }
    const recording = join(first.folder, 'recording-traced.SVDat');
    expect(await decodeThreads(recording)).toEqual(expect.arrayContaining(['sensor', 'IDLE']));
    const digests = ({ passes }: typeof first) =>
      passes.map(({ operations }) => operations.map(({ digest }) => digest));
    expect(digests(second)).toEqual(digests(first));
  });

  testInAll(
    'is measured with SysTick as the clock, to the instruction that another timer counts',
    async () => {
      const example = at('freertos', 'example');
      const change = (text: string) => text.replace('CLOCK emulated', 'CLOCK systick');
      const folder = await withLists(example, change, () =>
        build(example, join(sdk, 'systick'), firmwareOptions),
      );
      symlinkSync(sdk, join(workspace.folder, 'sdk'));
      const measureElf = async (file: string, ratio: number) => {
        const options = '--bench mutex --iterations 200 --repeat 1';
        const elf = file.replace(sdk, 'sdk');
        const [pass] = (await run(`--target qemu-freertos-m7 ${options} --elf ${elf}`)).passes;
        const figures = pass?.operations.map(({ op, quiet = [], empty }) => {
          const [[window = 0] = []] = quiet;
          const [[nothing = 0] = []] = empty?.samples ?? [];
          return [op, Math.round((window - nothing) * ratio)];
        });
        return { facts: pass?.facts, figures };
      };
      const byTimer = await measureElf(headline, 1);
      // SysTick counts 25 MHz, and five instructions take 16 of its steps.
      const bySysTick = await measureElf(join(folder, 'firmware.elf'), 5 / 16);
      expect(bySysTick.facts).toMatchObject({ clock: 'systick', clock_unit: 'cycles' });
      expect(bySysTick.figures).toEqual(byTimer.figures);
      expect(bySysTick.figures).toHaveLength(3);
    },
  );

  testInAll('keeps its own RTT, with two more channels', async () => {
    const example = at('freertos', 'example');
    const own = [
      'target_sources(firmware PRIVATE ${CYCLESCOPE_SEGGER_DIR}/SEGGER/SEGGER_RTT.c)',
      'target_include_directories(firmware PRIVATE rtt ${CYCLESCOPE_SEGGER_DIR}/SEGGER)',
    ];
    const configuration = readFileSync(
      join(sdk, 'target-agent/boards/cortex-m/rtt/SEGGER_RTT_Conf.h'),
      'utf8',
    )
      .replace('SEGGER_RTT_MAX_NUM_UP_BUFFERS 3', 'SEGGER_RTT_MAX_NUM_UP_BUFFERS 6')
      .replace('SEGGER_RTT_MAX_NUM_DOWN_BUFFERS 3', 'SEGGER_RTT_MAX_NUM_DOWN_BUFFERS 6')
      .replaceAll('CYCLESCOPE_RTT_SECTION', '".psram"')
      .replace('#ifdef ".psram"', '#if 1');
    mkdirSync(join(example, 'rtt'), { recursive: true });
    writeFileSync(join(example, 'rtt', 'SEGGER_RTT_Conf.h'), configuration);
    const change = (text: string) =>
      text
        .replace('THREADS 100', 'THREADS 100 RTT_CHANNEL 4')
        .replace('# >>> cyclescope', own.join('\n'));
    // In the folder of the image without events: only what differs is compiled.
    const options = { ...firmwareOptions, CYCLESCOPE_TRACED: 'OFF', CYCLESCOPE_FAMILIES: 'none' };
    const folder = await withLists(example, change, () =>
      build(example, join(sdk, 'headline'), options),
    );
    symlinkSync(join(folder, 'firmware.elf'), join(workspace.folder, 'own.elf'));
    const bench = '--bench bench_filter --iterations 100 --repeat 1';
    const { passes } = await run(`--target qemu-freertos-m7 --elf own.elf ${bench}`);
    expect(passes[0]?.operations).toMatchObject([{ suite: 'bench_filter', status: 'ok' }]);
  });

  testInAll('can be one of two in a directory, each with its own clock and RTT', async () => {
    const example = at('freertos', 'example');
    const second = [
      'add_executable(second main.c filter.c startup.c)',
      'target_sources(second PRIVATE ${CYCLESCOPE_SEGGER_DIR}/SEGGER/SEGGER_RTT.c)',
      'target_link_libraries(second freertos_kernel)',
      'cyclescope_add_to(second OS freertos CLOCK dwt)',
      'endif()\n# <<< cyclescope',
    ].join('\n');
    const folder = join(sdk, 'two');
    const options = { ...firmwareOptions, CMAKE_EXPORT_COMPILE_COMMANDS: 'ON' };
    const change = (text: string) => text.replace('endif()\n# <<< cyclescope', second);
    const { code } = await withLists(example, change, () => configure(example, folder, options));
    expect(code).toBe(0);
    const text = readFileSync(join(folder, 'compile_commands.json'), 'utf8');
    const compiled = JSON.parse(text) as readonly { command: string; file: string }[];
    const listFolders = (program: string) => {
      const own = (command: string) => command.includes(`cyclescope_${program}.dir`);
      const port = compiled.find(
        ({ command, file }) => file.endsWith('ports/freertos/port.c') && own(command),
      );
      const folders = /target-agent\/(clocks\/\w+|boards\/cortex-m\/rtt)\b/g;
      return [...(port?.command ?? '').matchAll(folders)].map(([, folder]) => folder);
    };
    expect(listFolders('firmware')).toEqual(['clocks/emulated', 'boards/cortex-m/rtt']);
    expect(listFolders('second')).toEqual(['clocks/dwt']);
  });

  test('is unchanged if it does not request the agent', async () => {
    const options = { ...firmwareOptions, CYCLESCOPE: 'OFF' };
    const folder = await build(at('freertos', 'example'), join(sdk, 'headline'), options);
    const { symbols } = readElf(readFileSync(join(folder, 'firmware.elf')));
    expect([...symbols.keys()].filter((name) => /cyclescope|SEGGER/.test(name))).toEqual([]);
  });
});

describe('a Linux program, built from a copy of the SDK', () => {
  const ways = {
    include: undefined,
    find_package: 'find_package(cyclescope 0.1 REQUIRED)',
    add_subdirectory: 'add_subdirectory(../../cmake cyclescope)',
  };

  test.each(chooseCases(Object.entries(ways), () => 'any'))(
    'built by %s contains the agent, runs normally, and is the agent if the host starts it',
    async (way, line) => {
      const example = at('linux', 'example');
      const change = (text: string) =>
        line === undefined ? text : text.replace(/^ {2}include\(.*\)$/m, `  ${line}`);
      const options = { CYCLESCOPE: 'ON', cyclescope_ROOT: at() };
      const folder = await withLists(example, change, () =>
        build(example, join(sdk, `linux-${way}`), options, 'Unix Makefiles'),
      );
      const program = join(folder, 'checksum');
      expect(readSuites(program)).toEqual([...FAMILIES, 'bench_crc']);
      expect(execFileSync(program, { input: '123456789', encoding: 'utf8' })).toBe('cbf43926\n');
      symlinkSync(program, join(workspace.folder, way));
      const bench = '--bench bench_crc --iterations 200 --repeat 1';
      const { passes } = await run(`--target local-linux --elf ${way} ${bench}`);
      expect(passes[0]?.facts).toMatchObject({
        os: 'Linux',
        libc: expect.stringMatching(/shared/),
      });
      expect(passes[0]?.operations).toMatchObject([{ suite: 'bench_crc', status: 'ok' }]);
    },
  );
});

describeInAll('a project with strict rules', () => {
  const project = [
    'cmake_minimum_required(VERSION 3.20)',
    'project(strict C)',
    'set(CMAKE_BUILD_TYPE Release)',
    'set(CMAKE_POSITION_INDEPENDENT_CODE ON)',
    'include(CheckPIESupported)',
    'check_pie_supported()',
    'add_compile_options(-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)',
    'add_compile_definitions(_GNU_SOURCE=1)',
    'find_package(cyclescope REQUIRED)',
    'add_library(crc ${EXAMPLE}/crc.c)',
    'target_include_directories(crc PUBLIC ${EXAMPLE} own)',
    'set(BENCHES ${EXAMPLE}/bench_crc.c "bench own.c")',
    'cyclescope_add_agent(agent BENCHES ${BENCHES} LIBRARIES crc)',
    'cyclescope_add_library(part OS linux LIKE crc STATIC NO_AUTOSTART BENCHES ${BENCHES})',
    'add_executable(caller caller.c)',
    'set_target_properties(caller PROPERTIES POSITION_INDEPENDENT_CODE OFF)',
    'target_link_libraries(caller crc cyclescope::part)',
  ];
  const sources = {
    'CMakeLists.txt': project.join('\n'),
    'caller.c': '#include <cyclescope/linux.h>\nint main(void) { cyclescope_linux_agent(); }\n',
    // A header of the user's with the name of one of ours.
    'own/events.h': '#define EVENTS 7\n',
    'bench own.c':
      '#include <cyclescope/bench.h>\n#include "events.h"\n' +
      'CYCLESCOPE_BENCH(events) { CYCLESCOPE_KEEP(EVENTS); }\n',
  };

  test('gets a program that is the agent, and a library that becomes it', async () => {
    const folder = join(temporaryFolder('strict'), 'project');
    mkdirSync(join(folder, 'own'), { recursive: true });
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    const options = { cyclescope_ROOT: at(), EXAMPLE: at('linux', 'example') };
    const built = await build(folder, join(folder, 'build'), options);
    for (const program of ['agent', 'caller']) {
      expect(readSuites(join(built, program))).toEqual([...FAMILIES, 'bench_crc', 'bench own']);
      const env = { CYCLESCOPE_LAUNCH: 'local' };
      const asked = { input: 'hello\n', encoding: 'utf8', env } as const;
      const { stderr } = spawnSync(join(built, program), asked);
      expect(stderr).toMatch(/^fact flags="?-O3 -DNDEBUG/m);
      expect(stderr).toMatch(/^ok hello protocol=1$/m);
    }
  });
});

describe('configuring rejects', () => {
  const add = (call: string) => (text: string) =>
    text.replace(/cyclescope_add_to\([\s\S]*?\)\n/, call);
  const refusals: readonly [string, object, (text: string) => string, RegExp][] = [
    [
      'no recorder',
      { CYCLESCOPE_SEGGER_DIR: '/nowhere' },
      (text: string) => text,
      /-DCYCLESCOPE_FETCH=ON/,
    ],
    [
      'a clock that there is not',
      {},
      add('cyclescope_add_to(firmware OS freertos CLOCK sundial)\n'),
      /no clock "sundial". Use one of dwt, systick, emulated/,
    ],
    [
      'an option that there is not',
      {},
      add('cyclescope_add_to(firmware OS freertos PRIORITIES 3)\n'),
      /cyclescope_add_to has no option PRIORITIES;3/,
    ],
    [
      'a recorder of its own',
      {},
      add(
        'target_sources(firmware PRIVATE ${CYCLESCOPE_SEGGER_DIR}/SEGGER/SEGGER_SYSVIEW.c)\n' +
          'cyclescope_add_to(firmware OS freertos)\n',
      ),
      /firmware has SEGGER's SystemView itself/,
    ],
    [
      'a kernel without sources',
      { CYCLESCOPE_TRACED: 'ON' },
      (text: string) => text.replace('firmware freertos_kernel)', 'firmware kernel)'),
      /none of the targets that[\s\S]*compiles tasks\.c/,
    ],
  ];
  test.each(chooseCases(refusals, () => 'any'))('%s', async (_, options, change, message) => {
    const example = at('freertos', 'example');
    // One folder: the compilers are examined once.
    const folder = join(sdk, 'a refusal');
    const all = { ...firmwareOptions, CYCLESCOPE_TRACED: 'OFF', ...options };
    const { code, text } = await withLists(example, change, () => configure(example, folder, all));
    expect([code, text.replaceAll(/\s+/g, ' ')]).toEqual([1, expect.stringMatching(message)]);
  });
});
