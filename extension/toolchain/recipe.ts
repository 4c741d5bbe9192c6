import {
  agentPaths,
  type Declarations,
  declaration,
  familySources,
  entriesUnder,
  nativeSources,
  portSources,
  readDeclarations,
} from './agent-sources';
import { cFiles, KERNEL, RECORDER } from './c-sources';
import { ramAgents } from './recipe-ram';
import { type Preparation, type Recipe, type SourceGroup, WARNINGS } from './recipe-types';

/** Differences between the emulated boards. */
interface Mps2 {
  readonly target: string;
  readonly board: string;
  readonly cpuFlags: readonly string[];
  /** The kernel's port to the core. */
  readonly kernelPort: string;
}

const defines: Recipe['defines'] = (build) => [
  `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
  'CYCLESCOPE_CMSIS_RTOS2="Cyclescope, over FreeRTOS: not the code of Arm"',
  // Memory is no concern here, and every block waits once for the host.
  'CYCLESCOPE_SAMPLES=8192u',
  'CYCLESCOPE_WORK_BYTES=0xC00000u',
  'CYCLESCOPE_WORK_SECTION=".work"',
  'RTT_USE_ASM=0',
];

function freertosSources(agent: Declarations, kernelPort: string): Recipe['sources'] {
  const { boards, clocks, parts } = agent;
  const core = declaration(parts, 'core');
  return [
    {
      ours: true,
      // Nothing here runs inside a window, and memory is the user's.
      flags: ['-Os'],
      files: entriesUnder(core, 'SOURCES'),
    },
    {
      ours: true,
      files: [
        ...entriesUnder(core, 'MEASURED'),
        ...portSources(agent, 'freertos'),
        ...entriesUnder(declaration(clocks, 'emulated'), 'SOURCES'),
        ...entriesUnder(declaration(boards, 'mps2'), 'PROGRAM'),
      ],
    },
    familySources(agent, 'SOURCES'),
    nativeSources(agent, 'freertos'),
    // Our CMSIS-RTOS2 over FreeRTOS, and the benchmarks that call it: suites named `cmsis_*`.
    { ours: true, files: entriesUnder(declaration(parts, 'cmsis-rtos2'), 'SOURCES') },
    familySources(agent, 'CMSIS'),
    {
      ours: false,
      files: [
        ...cFiles(KERNEL, 'event_groups list queue stream_buffer tasks timers'),
        ...cFiles(kernelPort, 'port'),
        ...cFiles(`${KERNEL}/portable/MemMang`, 'heap_4'),
        ...cFiles(`${RECORDER}/SEGGER`, 'SEGGER_RTT SEGGER_SYSVIEW'),
      ],
    },
  ];
}

const mps2 = ({ target, board, cpuFlags, kernelPort }: Mps2): Preparation => ({
  target,
  layer: 'agent',
  prepare: (agent) => ({
    target,
    compiler: 'arm-none-eabi-gcc',
    flags: [...cpuFlags, '-O2', '-g', '-std=gnu11', '-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-nostartfiles', '--specs=nano.specs', '--specs=nosys.specs', '-Wl,--gc-sections'],
    warnings: WARNINGS,
    includes: [
      ...agentPaths(`include core ports/freertos clocks/emulated boards/${board} boards/mps2`),
      ...agentPaths('parts/cmsis-rtos2'),
    ],
    systemIncludes: [
      `${KERNEL}/include`,
      kernelPort,
      `${RECORDER}/SEGGER`,
      // Only for SEGGER's type definitions; the board's own configuration comes first.
      `${RECORDER}/Config`,
    ],
    sources: freertosSources(agent, kernelPort),
    interface: entriesUnder(declaration(agent.parts, 'bindings'), 'SOURCES'),
    linkerScript: 'target-agent/boards/mps2/agent.ld',
    components: ['FreeRTOS-Kernel', 'SEGGER-RTT', 'SEGGER-SystemView', 'newlib', 'libgcc'],
    defines,
  }),
});

/** FreeRTOS on the emulated boards. */
const emulatedFreertos: readonly Preparation[] = [
  {
    ...mps2({
      target: 'qemu-freertos-m7',
      board: 'mps2-an500',
      cpuFlags: ['-mcpu=cortex-m7', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv5-d16'],
      kernelPort: `${KERNEL}/portable/GCC/ARM_CM7/r0p1`,
    }),
    packaged: true,
  },
  mps2({
    target: 'qemu-freertos-m3',
    board: 'mps2-an385',
    cpuFlags: ['-mcpu=cortex-m3', '-mthumb'],
    kernelPort: `${KERNEL}/portable/GCC/ARM_CM3`,
  }),
];

/** The samples that the agent holds: a round of 2,000 threads must be one block. */
const SAMPLES = '8192u';

/** The origin of the agent's C library, with its options. */
interface Libc {
  readonly linked: 'shared' | 'static';
  readonly flags: readonly string[];
  readonly linkFlags: readonly string[];
  readonly components: readonly string[];
}

/**
 * The system's own, which the user's programs call too. Every call costs the same: its address is
 * looked up before the agent starts, and no stub is in between.
 */
const SHARED: Libc = {
  linked: 'shared',
  flags: ['-fpie', '-fno-plt'],
  // The registry holds addresses that the host reads from the file: they must be final.
  linkFlags: ['-no-pie', '-Wl,-z,now'],
  components: ['glibc start files', 'libgcc'],
};

/** One file that runs on every distribution, and as the only program of a system. */
const STATIC: Libc = {
  linked: 'static',
  flags: [],
  linkFlags: ['-static'],
  components: ['glibc', 'libgcc'],
};

function linuxSources(agent: Declarations): Recipe['sources'] {
  const posix = declaration(agent.ports, 'posix');
  return [
    {
      ours: true,
      files: [
        ...entriesUnder(declaration(agent.parts, 'core'), 'SOURCES', 'MEASURED'),
        ...portSources(agent, 'posix'),
        ...entriesUnder(declaration(agent.clocks, 'posix'), 'SOURCES'),
        ...entriesUnder(declaration(agent.boards, 'linux'), 'SOURCES', 'FIRST_PROCESS', 'PROGRAM'),
      ],
    },
    familySources(agent, 'SOURCES'),
    nativeSources(agent, 'posix'),
    { ours: true, build: 'headline', files: entriesUnder(posix, 'HEADLINE') },
    { ours: true, build: 'traced', files: entriesUnder(posix, 'TRACED') },
  ];
}

/** An agent for Linux, as a program of its own. */
const linuxAgent = (
  target: string,
  compiler: string,
  libc: Libc,
  flags: readonly string[] = [],
): Preparation => ({
  target,
  isProgram: true,
  prepare: (agent) => ({
    target,
    compiler,
    flags: [...flags, '-O2', '-g', '-std=gnu11', '-pthread', ...libc.flags],
    linkFlags: [...libc.linkFlags, '-pthread'],
    warnings: WARNINGS,
    includes: agentPaths('include core ports/posix clocks/posix boards/linux'),
    systemIncludes: [],
    sources: linuxSources(agent),
    interface: entriesUnder(declaration(agent.parts, 'bindings'), 'SOURCES'),
    components: libc.components,
    defines: (build) => [
      '_GNU_SOURCE=',
      `CYCLESCOPE_LIBC="${libc.linked}"`,
      'CYCLESCOPE_COUNTERS=1',
      `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
      `CYCLESCOPE_SAMPLES=${SAMPLES}`,
      // The host is polled between rounds only, and no ring limits what a block records.
      `CYCLESCOPE_ROUND_SAMPLES=${SAMPLES}`,
      'CYCLESCOPE_TRACED_BLOCK_BYTES=0x100000u',
    ],
  }),
});

/** An agent that takes the system's C library, or the one of its compiler where that is asked for. */
const makeSharedAgent = (target: string, compiler: string): Preparation => ({
  target,
  isProgram: true,
  prepare: (agent) => ({
    ...linuxAgent(target, compiler, SHARED).prepare(agent),
    withLibc: linuxAgent(target, compiler, STATIC).prepare(agent),
  }),
});

const ARMV7 = ['-march=armv7-a', '-mfpu=vfpv3-d16', '-mfloat-abi=hard'];

/** Linux on this machine and on the architectures of the boards. */
const linuxAgents: readonly Preparation[] = [
  { ...makeSharedAgent('local-linux', 'gcc'), layer: 'agent', packaged: true },
  {
    ...makeSharedAgent('linux-x86-64', 'x86_64-linux-gnu-gcc'),
    layer: 'linux',
    builtOn: 'x64',
    packaged: { as: 'local-linux' },
  },
  { ...linuxAgent('linux-arm64', 'aarch64-linux-gnu-gcc', STATIC), layer: 'linux' },
  { ...linuxAgent('linux-armhf', 'arm-linux-gnueabihf-gcc', STATIC, ARMV7), layer: 'linux' },
];

/**
 * Zig's own C library, linked in. Without an MMU a program runs wherever there is room for it, and
 * its stack is as long as the file specifies.
 */
const MUSL: Libc = {
  linked: 'static',
  flags: ['-fPIE'],
  // The list of benchmarks is referenced only by its ends.
  linkFlags: ['-static', '-pie', '-Wl,-z,stack-size=65536', '-Wl,--no-gc-sections'],
  components: ['musl', 'compiler-rt'],
};

/** Any Armv7-M; what is only there with an FPU is left out. */
const FLAGS = ['-target', 'thumb-linux-musleabi', '-mcpu=cortex_m3'];

const withMmu = linuxAgent('linux-nommu', 'zig', MUSL, FLAGS);

/**
 * The first process of a system starts another one by a copy of itself, and the kernel's events come
 * through memory that two share: both take an MMU.
 */
function withoutMmu(
  groups: readonly SourceGroup[],
  { boards }: Declarations,
): readonly SourceGroup[] {
  const left = entriesUnder(declaration(boards, 'linux'), 'FIRST_PROCESS');
  return groups
    .filter(({ build }) => build !== 'traced')
    .map(({ files, ours, flags = [] }) => ({
      files: files.filter((file) => !left.includes(file)),
      ours,
      flags,
    }));
}

const LARGE_MEMORY = /^CYCLESCOPE_(\w*SAMPLES|TRACED_BLOCK_BYTES)=/;

/** µClinux on a Cortex-M: no copies of processes, no paging, memory in one piece. */
const linuxWithoutMmu: Preparation = {
  ...withMmu,
  prepare: (agent) => {
    const recipe = withMmu.prepare(agent);
    return {
      ...recipe,
      sources: withoutMmu(recipe.sources, agent),
      defines: (build) => [
        ...recipe.defines(build).filter((text) => !LARGE_MEMORY.test(text)),
        'CYCLESCOPE_NO_MMU=1',
        'CYCLESCOPE_LIBC_NAME="musl"',
        'CYCLESCOPE_SAMPLES=1024u',
        'CYCLESCOPE_ROUND_SAMPLES=1024u',
        'CYCLESCOPE_TRACED_BLOCK_BYTES=0x8000u',
      ],
    };
  },
};

/** Every target whose agent can be built. */
export const preparations: readonly Preparation[] = [
  ...emulatedFreertos,
  ...ramAgents,
  ...linuxAgents,
  linuxWithoutMmu,
];

/** The recipe of a target, if its agent can be built from the sources in a package or a checkout. */
export function findRecipe(target: string, packageFolder: string): Recipe | undefined {
  const preparation = preparations.find((each) => each.target === target);
  return preparation?.prepare(readDeclarations(packageFolder));
}

/** The targets whose agent can be built. */
export function buildableTargets(): readonly string[] {
  return preparations.map(({ target }) => target);
}

/** The targets whose agent is firmware that a board may run as well, if it has the same memory. */
export function firmwareTargets(): readonly string[] {
  return emulatedFreertos.map(({ target }) => target);
}
