import {
  agentFolders,
  agentSources,
  BENCHES,
  CORE_SOURCES,
  WARNINGS,
  type Recipe,
} from './recipe-types';

/** How many samples the agent holds: a round of 2,000 threads must be one block. */
const SAMPLES = '8192u';

function linuxAgent(target: string, compiler: string, flags: readonly string[] = []): Recipe {
  return {
    target,
    compiler,
    flags: [...flags, '-O2', '-g', '-std=gnu11', '-pthread'],
    // One file that runs on every distribution, and as the only program of a system.
    linkFlags: ['-static', '-pthread'],
    warnings: WARNINGS,
    includes: agentFolders('include core ports/posix clocks/posix boards/linux'),
    systemIncludes: [],
    sources: [
      {
        ours: true,
        files: [
          ...CORE_SOURCES,
          ...agentSources('core', 'nothing'),
          ...agentSources('ports/posix', 'counters host machine port realtime stream system_file threads'),
          ...agentSources('clocks/posix', 'posix'),
          ...agentSources('boards/linux', 'init main'),
        ],
      },
      BENCHES,
      { ours: true, build: 'headline', files: agentSources('ports/posix', 'no_kernel_events') },
      {
        ours: true,
        build: 'traced',
        files: agentSources('ports/posix', 'kernel_events trace_format trace_ring tracefs tracepoints'),
      },
    ],
    components: ['glibc', 'libgcc'],
    defines: (build) => [
      '_GNU_SOURCE=',
      'CYCLESCOPE_COUNTERS=1',
      `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
      `CYCLESCOPE_SAMPLES=${SAMPLES}`,
      // The host is heard between rounds only, and no ring limits what a block records.
      `CYCLESCOPE_ROUND_SAMPLES=${SAMPLES}`,
      'CYCLESCOPE_TRACED_BLOCK_BYTES=0x100000u',
    ],
  };
}

/** Linux on this machine and on the architectures of the boards. */
export const linuxAgents: readonly Recipe[] = [
  linuxAgent('local-linux', 'gcc'),
  linuxAgent('linux-x86-64', 'x86_64-linux-gnu-gcc'),
  linuxAgent('linux-arm64', 'aarch64-linux-gnu-gcc'),
  linuxAgent('linux-armhf', 'arm-linux-gnueabihf-gcc', [
    ...['-march=armv7-a', '-mfpu=vfpv3-d16', '-mfloat-abi=hard'],
  ]),
];
