import {
  agentFolders,
  agentSources,
  BENCHES,
  CORE_SOURCES,
  WARNINGS,
  type Recipe,
} from './recipe-types';

const KERNEL = 'build/c-sources/freertos-next-0.12.0/FreeRTOS-Kernel';
const KERNEL_PORT = `${KERNEL}/portable/GCC/ARM_CM7/r0p1`;
const RECORDER = 'build/c-sources/systemview-target-0.3.0/lib';

const named = (folder: string, names: string) =>
  names.split(' ').map((name) => `${folder}/${name}.c`);

/** FreeRTOS on the emulated Cortex-M7. */
export const qemuFreertosM7: Recipe = {
  target: 'qemu-freertos-m7',
  compiler: 'arm-none-eabi-gcc',
  flags: [
    ...['-mcpu=cortex-m7', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv5-d16'],
    ...['-O2', '-g', '-std=gnu11', '-ffunction-sections', '-fdata-sections'],
  ],
  linkFlags: ['-nostartfiles', '--specs=nano.specs', '--specs=nosys.specs', '-Wl,--gc-sections'],
  warnings: WARNINGS,
  includes: agentFolders('include core ports/freertos clocks/emulated boards/mps2-an500'),
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
      files: CORE_SOURCES,
    },
    {
      ours: true,
      files: [
        ...agentSources('core', 'nothing'),
        ...agentSources('ports/freertos', 'kernel_trace port record_cost stream threads'),
        ...agentSources('clocks/emulated', 'emulated'),
        ...agentSources('boards/mps2-an500', 'main startup'),
      ],
    },
    BENCHES,
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
  linkerScript: 'target-agent/boards/mps2-an500/agent.ld',
  components: ['FreeRTOS-Kernel', 'SEGGER-RTT', 'SEGGER-SystemView', 'newlib', 'libgcc'],
  defines: (build) => [
    `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
    // Memory is no concern here, and every block waits once for the host.
    'CYCLESCOPE_SAMPLES=8192u',
    'RTT_USE_ASM=0',
  ],
};
