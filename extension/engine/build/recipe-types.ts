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
  /** Without one the compiler's own is used; it may include others from the folders above. */
  readonly linkerScript?: string;
  /** How Rust and Zig compile for it; without it they compile for this computer. */
  readonly rust?: ForeignTarget;
  readonly zig?: ForeignTarget;
  /** The same agent with the C library linked in, for systems that have none of that age. */
  readonly withLibc?: Recipe;
  /** Names in THIRD-PARTY-NOTICES of everything that is linked. */
  readonly components: readonly string[];
  defines(build: ImageBuild): readonly string[];
}

/** A target as another compiler names it, with what else that must be told. */
export interface ForeignTarget {
  readonly target: string;
  readonly flags: readonly string[];
}

/** Sources that are compiled alike. */
export interface SourceGroup {
  readonly files: readonly string[];
  readonly ours: boolean;
  readonly flags?: readonly string[];
  /** The only image that has them; otherwise every one. */
  readonly build?: ImageBuild;
}

const AGENT = 'target-agent';

/** Paths of C sources in a folder of the agent's. */
export function agentSources(folder: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${AGENT}/${folder}/${name}.c`);
}

/** Paths of folders of the agent's. */
export function agentFolders(names: string): readonly string[] {
  return names.split(' ').map((name) => `${AGENT}/${name}`);
}

/** What bench.h does with inline functions, for languages that can call no others. */
export const INTERFACE = agentSources('bindings', 'interface calls');

/** The agent's core without the part that measures: none of it runs inside a window. */
export const CORE_SOURCES = agentSources(
  'core',
  'agent commands control counting events facts measuring registry request run sizes text',
);

/** What our own sources are held to. */
export const WARNINGS = [
  ...['-Wall', '-Wextra', '-Wshadow', '-Wstrict-prototypes', '-Wundef', '-Werror'],
];

/** The benchmarks keep the order of their source file: the registry is read from first to last. */
export const BENCH_FLAGS = ['-fno-toplevel-reorder'];

/** The benchmarks that every agent has. */
export const BENCHES: SourceGroup = {
  ours: true,
  files: agentSources('benches', 'heap mutex thread thread_calls context_switch sync time interrupt rhealstone rhealstone_memory rhealstone_interrupt queue timer eventgroup workqueue stream sort matrix'),
  flags: BENCH_FLAGS,
};

/** The twins of some benchmarks in the system's own calls, of a port that has them. */
export const nativeBenches = (port: string): SourceGroup => ({
  ours: true,
  files: agentSources(`ports/${port}/native`, 'sync thread queue stream'),
  flags: BENCH_FLAGS,
});
