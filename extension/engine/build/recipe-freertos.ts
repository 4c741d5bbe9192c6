import {
  agentFolders,
  agentSources,
  BENCHES,
  CORE_SOURCES,
  WARNINGS,
  type Recipe,
} from './recipe-types';

const KERNEL = 'build/c-sources/freertos-next-0.12.0/FreeRTOS-Kernel';
const RECORDER = 'build/c-sources/systemview-target-0.3.0/lib';

const named = (folder: string, names: string) =>
  names.split(' ').map((name) => `${folder}/${name}.c`);

/** What differs between the emulated boards. */
interface Mps2 {
  readonly target: string;
  readonly board: string;
  readonly cpuFlags: readonly string[];
  /** The kernel's port to the core. */
  readonly kernelPort: string;
}

function mps2({ target, board, cpuFlags, kernelPort }: Mps2): Recipe {
  return {
    target,
    compiler: 'arm-none-eabi-gcc',
    flags: [...cpuFlags, '-O2', '-g', '-std=gnu11', '-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-nostartfiles', '--specs=nano.specs', '--specs=nosys.specs', '-Wl,--gc-sections'],
    warnings: WARNINGS,
    includes: agentFolders(`include core ports/freertos clocks/emulated boards/${board} boards/mps2`),
    systemIncludes: [
      `${KERNEL}/include`,
      kernelPort,
      `${RECORDER}/SEGGER`,
      // Only for SEGGER's type definitions; the board's own configuration comes first.
      `${RECORDER}/Config`,
    ],
    sources: [
      {
        ours: true,
        // Nothing here runs inside a window, and memory is the user's.
        flags: ['-Os'],
        files: CORE_SOURCES,
      },
      {
        ours: true,
        files: [
          ...agentSources('core', 'nothing'),
          ...agentSources('ports/freertos', 'facts kernel_trace port record_cost start stream threads'),
          ...agentSources('ports/cortex-m', 'caching core_facts'),
          ...agentSources('ports/systemview', 'settle'),
          ...agentSources('clocks/emulated', 'emulated'),
          ...agentSources('boards/mps2', 'main startup'),
        ],
      },
      BENCHES,
      {
        ours: false,
        files: [
          ...named(KERNEL, 'tasks queue list'),
          ...named(kernelPort, 'port'),
          ...named(`${KERNEL}/portable/MemMang`, 'heap_4'),
          ...named(`${RECORDER}/SEGGER`, 'SEGGER_RTT SEGGER_SYSVIEW'),
        ],
      },
    ],
    linkerScript: 'target-agent/boards/mps2/agent.ld',
    components: ['FreeRTOS-Kernel', 'SEGGER-RTT', 'SEGGER-SystemView', 'newlib', 'libgcc'],
    defines: (build) => [
      `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
      // Memory is no concern here, and every block waits once for the host.
      'CYCLESCOPE_SAMPLES=8192u',
      'RTT_USE_ASM=0',
    ],
  };
}

/** FreeRTOS on the emulated boards. */
export const emulatedFreertos: readonly Recipe[] = [
  mps2({
    target: 'qemu-freertos-m7',
    board: 'mps2-an500',
    cpuFlags: ['-mcpu=cortex-m7', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv5-d16'],
    kernelPort: `${KERNEL}/portable/GCC/ARM_CM7/r0p1`,
  }),
  mps2({
    target: 'qemu-freertos-m3',
    board: 'mps2-an385',
    cpuFlags: ['-mcpu=cortex-m3', '-mthumb'],
    kernelPort: `${KERNEL}/portable/GCC/ARM_CM3`,
  }),
];
