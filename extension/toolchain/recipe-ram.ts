import {
  agentPaths,
  type Declarations,
  declaration,
  entriesUnder,
  familySources,
  portSources,
} from './agent-sources';
import { cFiles, KERNEL, RECORDER } from './c-sources';
import { type Preparation, type Recipe, WARNINGS } from './recipe-types';

/** Differences between the images for chips without a project. */
interface CoreClass {
  readonly target: string;
  readonly cpuFlags: readonly string[];
  /** The folder of the kernel's port to the core, and its files. */
  readonly kernelPort: string;
  readonly portFiles: string;
  /** Flags of these only, so that everything else has the bytes of another image, beside which it takes little room. */
  readonly portFlags?: readonly string[];
  readonly defines?: readonly string[];
  /** The architecture has a cycle counter, and chips may have it. */
  readonly hasCounter?: boolean;
}

const PORTS = `${KERNEL}/portable/GCC`;

const cortexM0Plus: Omit<CoreClass, 'target'> = {
  cpuFlags: ['-mcpu=cortex-m0plus', '-mthumb'],
  kernelPort: `${PORTS}/ARM_CM0`,
  portFiles: 'port portasm',
};

const cortexM3: Omit<CoreClass, 'target'> = {
  cpuFlags: ['-mcpu=cortex-m3', '-mthumb'],
  kernelPort: `${PORTS}/ARM_CM3`,
  portFiles: 'port',
  hasCounter: true,
};

const cortexM4F: Omit<CoreClass, 'target'> = {
  cpuFlags: ['-mcpu=cortex-m4', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv4-sp-d16'],
  kernelPort: `${PORTS}/ARM_CM4F`,
  portFiles: 'port',
  hasCounter: true,
};

const cortexM33: Omit<CoreClass, 'target'> = {
  cpuFlags: ['-mcpu=cortex-m33', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv5-sp-d16'],
  kernelPort: `${PORTS}/ARM_CM33_NTZ/non_secure`,
  portFiles: 'port portasm',
  hasCounter: true,
};

const NON_SECURE = ['CYCLESCOPE_NON_SECURE=1'];

/** Every class of cores with a ready-made image. */
const classes: readonly CoreClass[] = [
  { target: 'ram-cortex-m0plus', ...cortexM0Plus },
  { target: 'ram-cortex-m3', ...cortexM3 },
  { target: 'ram-cortex-m4f', ...cortexM4F },
  // The instructions of a Cortex-M4, and the one port of FreeRTOS that is for all revisions of this core.
  { target: 'ram-cortex-m7', ...cortexM4F, kernelPort: `${PORTS}/ARM_CM7/r0p1` },
  { target: 'ram-cortex-m33', ...cortexM33 },
  // Tasks begin by a return from an exception, whose value names the state.
  { target: 'ram-cortex-m33-ns', ...cortexM33, defines: NON_SECURE },
  {
    target: 'ram-cortex-m33-nofp-ns',
    ...cortexM33,
    cpuFlags: cortexM3.cpuFlags,
    portFlags: ['-mcpu=cortex-m33+nodsp', '-mfloat-abi=soft'],
    defines: NON_SECURE,
  },
  {
    target: 'ram-cortex-m23-ns',
    cpuFlags: cortexM0Plus.cpuFlags,
    portFlags: ['-mcpu=cortex-m23'],
    kernelPort: `${PORTS}/ARM_CM23_NTZ/non_secure`,
    portFiles: 'port portasm',
    defines: NON_SECURE,
  },
];

/** The families of the white paper: all of them fit into 37 KB. */
const FAMILIES = new Set(['heap', 'mutex', 'thread', 'context_switch']);

const withFewFamilies = (agent: Declarations): Declarations => ({
  ...agent,
  families: agent.families.filter(({ name }) => FAMILIES.has(name)),
});

/** The kernel's sources for a set of families. */
const kernelFiles = {
  few: 'event_groups list queue tasks',
  all: 'event_groups list queue stream_buffer tasks timers',
};

/** For room, not speed: no function of the C library in place of a loop, and no code moved out of loops. */
const SMALL_CORE = [
  '-fno-tree-loop-distribute-patterns',
  '-fno-tree-loop-im',
  '-fno-move-loop-invariants',
  '-fno-guess-branch-probability',
];

/** Sends the stream of a traced image; a headline image has a smaller recorder of its board's. */
const SENDER = 'target-agent/ports/freertos/stream.c';

function listSources(agent: Declarations, core: CoreClass, files: string): Recipe['sources'] {
  const { boards, clocks, parts } = agent;
  const { kernelPort, portFiles, portFlags = [], hasCounter = false } = core;
  const ram = declaration(boards, 'ram');
  return [
    {
      ours: true,
      files: entriesUnder(declaration(parts, 'core'), 'SOURCES'),
      flags: SMALL_CORE,
    },
    {
      ours: true,
      files: [
        ...entriesUnder(declaration(parts, 'core'), 'MEASURED'),
        ...portSources(agent, 'freertos').filter((file) => file !== SENDER),
        ...entriesUnder(declaration(clocks, 'systick'), 'SOURCES'),
        ...entriesUnder(ram, 'PROGRAM', ...(hasCounter ? ['COUNTER'] : [])),
      ],
    },
    { ours: true, build: 'headline', files: entriesUnder(ram, 'QUIET') },
    { ours: true, build: 'traced', files: [SENDER] },
    familySources(agent, 'SOURCES'),
    { ours: false, files: cFiles(KERNEL, files) },
    { ours: false, files: cFiles(kernelPort, portFiles), flags: portFlags },
    { ours: false, files: cFiles(`${KERNEL}/portable/MemMang`, 'heap_4') },
    {
      ours: false,
      build: 'traced',
      files: cFiles(`${RECORDER}/SEGGER`, 'SEGGER_RTT SEGGER_SYSVIEW'),
    },
  ];
}

/** As little RAM as the families need. The traced ring is the smallest with which nothing is lost. */
const defines: Recipe['defines'] = (build) => [
  `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
  'CYCLESCOPE_SYSTICK_IN_TABLE=1',
  'CYCLESCOPE_CACHES_STAY_OFF=1',
  // The table is aligned by its size, and the host moves images by multiples of 256 bytes.
  'CYCLESCOPE_VECTORS=64u',
  'CYCLESCOPE_WORK_BYTES=2048u',
  'CYCLESCOPE_MAX_THREADS=2u',
  'CYCLESCOPE_MAX_BLOCKS=16u',
  'CYCLESCOPE_MAX_MUTEXES=4u',
  'CYCLESCOPE_THREAD_STACK_WORDS=96u',
  ...(build === 'traced' ? tracedSizes : headlineSizes),
];

const tracedSizes = [
  'CYCLESCOPE_SAMPLES=128u',
  'CYCLESCOPE_RING_BYTES=2048',
  'CYCLESCOPE_STACK_WORDS=208u',
  'CYCLESCOPE_EXCEPTION_STACK_BYTES=512u',
  'CYCLESCOPE_CONTROL_UP_BYTES=512u',
  'CYCLESCOPE_CONTROL_DOWN_BYTES=128u',
];

/** Sizes with which one family at a time fits into 20 KB. */
const headlineSizes = [
  'CYCLESCOPE_APART=__attribute__((noinline))',
  'CYCLESCOPE_SAMPLES=64u',
  // Room for the longest packet. The recorder waits for room before each.
  'CYCLESCOPE_RING_BYTES=320',
  'CYCLESCOPE_SMALLEST_QUIET_RING=320u',
  'CYCLESCOPE_STACK_WORDS=184u',
  'CYCLESCOPE_EXCEPTION_STACK_BYTES=320u',
  'CYCLESCOPE_LINE_IN=128u',
  'CYCLESCOPE_LINE_OUT=256u',
  // No other channels.
  'CYCLESCOPE_CONTROL_CHANNEL=0',
  'CYCLESCOPE_STREAM_CHANNEL=1',
  'SEGGER_RTT_MAX_NUM_UP_BUFFERS=2',
  'SEGGER_RTT_MAX_NUM_DOWN_BUFFERS=2',
  'CYCLESCOPE_CONTROL_IN_PIECES=1',
  'CYCLESCOPE_CONTROL_UP_BYTES=96u',
  'CYCLESCOPE_CONTROL_DOWN_BYTES=64u',
];

/** Definitions that an image with every family has instead. */
const definesOfAll = ({ hasCounter = false, defines: own = [] }: CoreClass): readonly string[] => [
  ...own,
  'CYCLESCOPE_EVERY_FAMILY=1',
  // The published matrices of two threads, and the stack that quicksort takes.
  'CYCLESCOPE_WORK_BYTES=8448u',
  'CYCLESCOPE_STACK_WORDS=256u',
  'CYCLESCOPE_EXCEPTION_STACK_BYTES=512u',
  'CYCLESCOPE_THREAD_STACK_WORDS=144u',
  // Those of interrupts move the whole table, and such cores may have 240 interrupts.
  ...(hasCounter ? ['CYCLESCOPE_VECTORS=256u'] : []),
];

const getName = (text: string) => text.replace(/=.*/, '');

/** The image with every family is named like the one with few. */
const nameWhole = (target: string) => `${target}-all`;

/**
 * FreeRTOS in RAM only, with the relocations that let the host move it (`--emit-relocs`). Without debug
 * information, whose relocations would be most of the file.
 */
const ramRecipe = (agent: Declarations, core: CoreClass): Recipe => ({
  target: core.target,
  compiler: 'arm-none-eabi-gcc',
  flags: [...core.cpuFlags, '-Os', '-std=gnu11', '-ffunction-sections', '-fdata-sections'],
  linkFlags: [
    '-nostartfiles',
    '--specs=nano.specs',
    '--specs=nosys.specs',
    '-Wl,--gc-sections',
    '-Wl,--emit-relocs',
    '-Wl,--no-warn-rwx-segments',
  ],
  warnings: WARNINGS,
  includes: agentPaths(
    'include core ports/freertos clocks/systick boards/ram boards/cortex-m boards/cortex-m/rtt',
  ),
  systemIncludes: [
    `${KERNEL}/include`,
    core.kernelPort,
    `${RECORDER}/SEGGER`,
    // Only for SEGGER's type definitions; the configuration in cortex-m comes first.
    `${RECORDER}/Config`,
  ],
  sources: listSources(withFewFamilies(agent), core, kernelFiles.few),
  interface: entriesUnder(declaration(agent.parts, 'bindings'), 'SOURCES'),
  linkerScript: 'target-agent/boards/ram/agent.ld',
  components: ['FreeRTOS-Kernel', 'SEGGER-RTT', 'SEGGER-SystemView', 'newlib', 'libgcc'],
  defines: (build) => [...defines(build), ...(core.defines ?? [])],
});

/** The images in a package, with the white paper's families, and those with every family, which are built on request. */
export const ramAgents: readonly Preparation[] = [
  ...classes.map((core): Preparation => ({
    target: core.target,
    layer: 'agent',
    packaged: true,
    prepare: (agent) => ramRecipe(agent, core),
  })),
  ...classes.map((core): Preparation => ({
    target: nameWhole(core.target),
    prepare: (agent) => ({
      ...ramRecipe(agent, core),
      target: nameWhole(core.target),
      sources: listSources(agent, core, kernelFiles.all),
      defines: (build) => {
        const others = definesOfAll(core);
        const names = new Set(others.map(getName));
        return [...defines(build).filter((text) => !names.has(getName(text))), ...others];
      },
    }),
  })),
];

/** The image with every family, of a core whose ready-made one has few. */
export const findWholeImage = (target: string): string | undefined =>
  ramAgents.find((each) => each.target === nameWhole(target))?.target;
