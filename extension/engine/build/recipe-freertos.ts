import { CMSIS, CMSIS_FOLDERS } from './recipe-cmsis';
import {
  agentFolders,
  agentSources,
  BENCHES,
  CORE_SOURCES,
  nativeBenches,
  type ForeignTarget,
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
  readonly rust: ForeignTarget;
  readonly zig: ForeignTarget;
  /** The kernel's port to the core. */
  readonly kernelPort: string;
}

function mps2({ target, board, cpuFlags, rust, zig, kernelPort }: Mps2): Recipe {
  return {
    ...{ target, rust, zig },
    compiler: 'arm-none-eabi-gcc',
    flags: [...cpuFlags, '-O2', '-g', '-std=gnu11', '-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-nostartfiles', '--specs=nano.specs', '--specs=nosys.specs', '-Wl,--gc-sections'],
    warnings: WARNINGS,
    includes: [
      ...agentFolders(`include core ports/freertos clocks/emulated boards/${board} boards/mps2`),
      ...CMSIS_FOLDERS,
    ],
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
          ...agentSources('ports/cortex-m', 'caches caching core_facts interrupt'),
          ...agentSources('ports/static_memory', 'work_area'),
          ...agentSources('ports/systemview', 'settle'),
          ...agentSources('clocks/emulated', 'emulated'),
          ...agentSources('boards/mps2', 'main startup'),
        ],
      },
      BENCHES,
      nativeBenches('freertos'),
      ...CMSIS,
      {
        ours: false,
        files: [
          ...named(KERNEL, 'event_groups list queue stream_buffer tasks timers'),
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
      'CYCLESCOPE_CMSIS_RTOS2="Cyclescope, over FreeRTOS: not the code of Arm"',
      // Memory is no concern here, and every block waits once for the host.
      'CYCLESCOPE_SAMPLES=8192u',
      'CYCLESCOPE_WORK_BYTES=0xC00000u',
      'CYCLESCOPE_WORK_SECTION=".work"',
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
    rust: { target: 'thumbv7em-none-eabihf', flags: ['-Ctarget-cpu=cortex-m7'] },
    zig: { target: 'thumb-freestanding-eabihf', flags: ['-mcpu=cortex_m7'] },
    kernelPort: `${KERNEL}/portable/GCC/ARM_CM7/r0p1`,
  }),
  mps2({
    target: 'qemu-freertos-m3',
    board: 'mps2-an385',
    cpuFlags: ['-mcpu=cortex-m3', '-mthumb'],
    rust: { target: 'thumbv7m-none-eabi', flags: [] },
    zig: { target: 'thumb-freestanding-eabi', flags: ['-mcpu=cortex_m3'] },
    kernelPort: `${KERNEL}/portable/GCC/ARM_CM3`,
  }),
];
