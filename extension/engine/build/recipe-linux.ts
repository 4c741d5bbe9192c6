import {
  agentFolders,
  agentSources,
  BENCHES,
  CORE_SOURCES,
  nativeBenches,
  WARNINGS,
  type Recipe,
} from './recipe-types';

/** How many samples the agent holds: a round of 2,000 threads must be one block. */
const SAMPLES = '8192u';

/** Where the agent's C library comes from, and what that takes. */
export interface Libc {
  readonly linked: 'shared' | 'static';
  readonly flags: readonly string[];
  readonly linkFlags: readonly string[];
  readonly components: readonly string[];
}

/**
 * The system's own, which the user's programs call too. Every call costs the same: its address is
 * looked up before the agent starts, and no stub stands in between.
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

/** How Rust and Zig name the targets; for this computer alone Zig must be kept from using all it has. */
const FOREIGN: Readonly<Record<string, Pick<Recipe, 'rust' | 'zig'>>> = {
  'local-linux': { zig: { target: 'native', flags: ['-mcpu=baseline'] } },
  'linux-x86-64': {
    rust: { target: 'x86_64-unknown-linux-gnu', flags: [] },
    zig: { target: 'x86_64-linux-gnu', flags: ['-mcpu=baseline'] },
  },
  'linux-arm64': {
    rust: { target: 'aarch64-unknown-linux-gnu', flags: [] },
    zig: { target: 'aarch64-linux-gnu', flags: ['-mcpu=baseline'] },
  },
  'linux-armhf': {
    rust: { target: 'armv7-unknown-linux-gnueabihf', flags: [] },
    zig: { target: 'arm-linux-gnueabihf', flags: ['-mcpu=generic+v7a+vfp3d16'] },
  },
};

/** An agent for Linux, as a program of its own. */
export function linuxAgent(target: string, compiler: string, libc: Libc, flags: readonly string[] = []): Recipe {
  return {
    ...{ target, compiler, ...FOREIGN[target] },
    flags: [...flags, '-O2', '-g', '-std=gnu11', '-pthread', ...libc.flags],
    linkFlags: [...libc.linkFlags, '-pthread'],
    warnings: WARNINGS,
    includes: agentFolders('include core ports/posix clocks/posix boards/linux'),
    systemIncludes: [],
    sources: [
      {
        ours: true,
        files: [
          ...CORE_SOURCES,
          ...agentSources('core', 'nothing'),
          ...agentSources('ports/posix', 'counters host interrupt machine port queue realtime stream system_file threads timer work_area'),
          ...agentSources('clocks/posix', 'posix'),
          ...agentSources('boards/linux', 'agent init main'),
        ],
      },
      BENCHES,
      nativeBenches('posix'),
      { ours: true, build: 'headline', files: agentSources('ports/posix', 'no_kernel_events') },
      {
        ours: true,
        build: 'traced',
        files: agentSources('ports/posix', 'kernel_events trace_format trace_ring tracefs tracepoints'),
      },
    ],
    components: libc.components,
    defines: (build) => [
      '_GNU_SOURCE=',
      `CYCLESCOPE_LIBC="${libc.linked}"`,
      'CYCLESCOPE_COUNTERS=1',
      `CYCLESCOPE_TRACED=${build === 'traced' ? 1 : 0}`,
      `CYCLESCOPE_SAMPLES=${SAMPLES}`,
      // The host is heard between rounds only, and no ring limits what a block records.
      `CYCLESCOPE_ROUND_SAMPLES=${SAMPLES}`,
      'CYCLESCOPE_TRACED_BLOCK_BYTES=0x100000u',
    ],
  };
}

/** An agent that takes the system's C library, or the one of its compiler where that is asked for. */
const sharedAgent = (target: string, compiler: string): Recipe => ({
  ...linuxAgent(target, compiler, SHARED),
  withLibc: linuxAgent(target, compiler, STATIC),
});

const ARMV7 = ['-march=armv7-a', '-mfpu=vfpv3-d16', '-mfloat-abi=hard'];

/** Linux on this machine and on the architectures of the boards. */
export const linuxAgents: readonly Recipe[] = [
  sharedAgent('local-linux', 'gcc'),
  sharedAgent('linux-x86-64', 'x86_64-linux-gnu-gcc'),
  linuxAgent('linux-arm64', 'aarch64-linux-gnu-gcc', STATIC),
  linuxAgent('linux-armhf', 'arm-linux-gnueabihf-gcc', STATIC, ARMV7),
];
