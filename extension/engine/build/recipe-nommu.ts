import { type Libc, linuxAgent } from './recipe-linux';
import type { Recipe, SourceGroup } from './recipe-types';

/**
 * The C library that Zig brings with it, linked in. Where there is no MMU a program runs wherever
 * there is room for it, and its stack is as long as the file says.
 */
const MUSL: Libc = {
  linked: 'static',
  flags: ['-fPIE'],
  // Nobody refers to the list of benchmarks but by its ends.
  linkFlags: ['-static', '-pie', '-Wl,-z,stack-size=65536', '-Wl,--no-gc-sections'],
  components: ['musl', 'compiler-rt'],
};

/** Any Armv7-M; what is only there with an FPU is left out. */
const FLAGS = ['-target', 'thumb-linux-musleabi', '-mcpu=cortex_m3'];

const agent = linuxAgent('linux-nommu', 'zig', MUSL, FLAGS);

/**
 * The first process of a system starts another one by a copy of itself, and the kernel's events come
 * through memory that two share: both take an MMU.
 */
function parts(groups: readonly SourceGroup[]): readonly SourceGroup[] {
  return groups
    .filter(({ build }) => build !== 'traced')
    .map(({ files, ours, flags = [] }) => ({
      files: files.filter((file) => !file.endsWith('/init.c')),
      ...{ ours, flags },
    }));
}

/** µClinux on a Cortex-M: no copies of processes, no paging, memory in one piece. */
export const linuxWithoutMmu: Recipe = {
  ...agent,
  zig: { target: 'thumb-linux-musleabi', flags: ['-mcpu=cortex_m3', '-fPIE'] },
  sources: parts(agent.sources),
  defines: (build) => [
    ...agent.defines(build).filter((text) => !/^CYCLESCOPE_(\w*SAMPLES|TRACED_BLOCK_BYTES)=/.test(text)),
    'CYCLESCOPE_NO_MMU=1',
    'CYCLESCOPE_LIBC_NAME="musl"',
    'CYCLESCOPE_SAMPLES=1024u',
    'CYCLESCOPE_ROUND_SAMPLES=1024u',
    'CYCLESCOPE_TRACED_BLOCK_BYTES=0x8000u',
  ],
};
