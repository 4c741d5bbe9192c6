import type { ImageBuild } from '../../core/agent/manifest';

/** How a target's agent is compiled and linked; paths are relative to the package. */
export interface Recipe {
  readonly target: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  readonly linkFlags: readonly string[];
  /** Warnings that our own sources are held to; other people's code is compiled as it is. */
  readonly warnings: readonly string[];
  readonly includes: readonly string[];
  readonly systemIncludes: readonly string[];
  readonly sources: readonly SourceGroup[];
  readonly linkerScript: string;
  /** Names in THIRD-PARTY-NOTICES of everything that is linked. */
  readonly components: readonly string[];
  defines(build: ImageBuild): readonly string[];
}

/** Sources that are compiled alike. */
export interface SourceGroup {
  readonly files: readonly string[];
  readonly ours: boolean;
  readonly flags?: readonly string[];
}

const KERNEL = 'build/c-sources/freertos-next-0.12.0/FreeRTOS-Kernel';
const KERNEL_PORT = `${KERNEL}/portable/GCC/ARM_CM7/r0p1`;
const RECORDER = 'build/c-sources/systemview-target-0.3.0/lib';
const AGENT = 'target-agent';
const BOARD = `${AGENT}/boards/mps2-an500`;

const named = (folder: string, names: string) =>
  names.split(' ').map((name) => `${folder}/${name}.c`);

/** The benchmarks keep the order of their source file: the registry is read from first to last. */
export const BENCH_FLAGS = ['-fno-toplevel-reorder'];

const qemuFreertosM7: Recipe = {
  target: 'qemu-freertos-m7',
  compiler: 'arm-none-eabi-gcc',
  flags: [
    ...['-mcpu=cortex-m7', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv5-d16'],
    ...['-O2', '-g', '-std=gnu11', '-ffunction-sections', '-fdata-sections'],
  ],
  linkFlags: ['-nostartfiles', '--specs=nano.specs', '--specs=nosys.specs', '-Wl,--gc-sections'],
  warnings: ['-Wall', '-Wextra', '-Wshadow', '-Wstrict-prototypes', '-Wundef', '-Werror'],
  includes: ['include', 'core', 'ports/freertos', 'clocks/emulated', 'boards/mps2-an500'].map(
    (folder) => `${AGENT}/${folder}`,
  ),
  systemIncludes: [
    `${KERNEL}/include`,
    KERNEL_PORT,
    `${RECORDER}/SEGGER`,
    // Only for SEGGER's type definitions; the board's own configuration comes first.
    `${RECORDER}/Config`,
  ],
  sources: [
    {
      ours: true,
      // Nothing here runs inside a window, and memory is the user's.
      flags: ['-Os'],
      files: named(
        `${AGENT}/core`,
        'agent commands control events facts measuring registry request run text',
      ),
    },
    {
      ours: true,
      files: [
        ...named(`${AGENT}/core`, 'nothing'),
        ...named(`${AGENT}/ports/freertos`, 'kernel_trace port stream threads'),
        ...named(`${AGENT}/clocks/emulated`, 'emulated'),
        ...named(BOARD, 'main startup'),
      ],
    },
    {
      ours: true,
      files: named(`${AGENT}/benches`, 'heap mutex thread context_switch'),
      flags: BENCH_FLAGS,
    },
    {
      ours: false,
      files: [
        ...named(KERNEL, 'tasks queue list'),
        ...named(KERNEL_PORT, 'port'),
        ...named(`${KERNEL}/portable/MemMang`, 'heap_4'),
        ...named(`${RECORDER}/SEGGER`, 'SEGGER_RTT SEGGER_SYSVIEW'),
      ],
    },
  ],
  linkerScript: `${BOARD}/agent.ld`,
  components: ['FreeRTOS-Kernel', 'SEGGER-RTT', 'SEGGER-SystemView', 'newlib', 'libgcc'],
  defines: (build) => [
    `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
    // Memory is no concern here, and every block waits once for the host.
    'CYCLESCOPE_SAMPLES=8192u',
    'RTT_USE_ASM=0',
  ],
};

const recipes: readonly Recipe[] = [qemuFreertosM7];

/** The recipe of a target, if its agent can be built here. */
export function recipeOf(target: string): Recipe | undefined {
  return recipes.find((recipe) => recipe.target === target);
}

/** The targets whose agent can be built. */
export function buildableTargets(): readonly string[] {
  return recipes.map((recipe) => recipe.target);
}
