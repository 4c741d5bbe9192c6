import type { ImageBuild } from '../agent';
import type { Declarations } from './declarations.mjs';

/** The way to compile and link a target's agent; paths are relative to the package. */
export interface Recipe {
  readonly target: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  readonly linkFlags: readonly string[];
  /** Warnings for our own sources; third-party code is compiled without them. */
  readonly warnings: readonly string[];
  readonly includes: readonly string[];
  readonly systemIncludes: readonly string[];
  readonly sources: readonly SourceGroup[];
  /** C sources of ours that objects of other languages call. */
  readonly interface: readonly string[];
  /** Without one the compiler's own is used; it may include others from the folders above. */
  readonly linkerScript?: string;
  /** The same agent with the C library linked in, for systems that have none of that age. */
  readonly withLibc?: Recipe;
  /** Names in THIRD-PARTY-NOTICES of everything that is linked. */
  readonly components: readonly string[];
  defines(build: ImageBuild): readonly string[];
}

/** The recipe of one target, once it is known what the agent's folders declare. */
export interface Preparation {
  readonly target: string;
  /** The agent is a program of Linux, and not firmware of a microcontroller. */
  readonly isProgram?: true;
  /** `npm run build` builds it, with the compiler of that layer of the set-up; others are built on request. */
  readonly layer?: 'agent' | 'linux';
  /** The only processor that it is built on by `npm run build`. */
  readonly builtOn?: NodeJS.Architecture;
  /** Packages have its image, or under its name another target's: the same program. */
  readonly packaged?: true | { readonly as: string };
  prepare(agent: Declarations): Recipe;
}

/** Sources that are compiled alike. */
export interface SourceGroup {
  readonly files: readonly string[];
  readonly ours: boolean;
  readonly flags?: readonly string[];
  /** The only image that has them; otherwise every one. */
  readonly build?: ImageBuild;
}

/** Warnings for our own sources. */
export const WARNINGS = [
  '-Wall',
  '-Wextra',
  '-Wshadow',
  '-Wstrict-prototypes',
  '-Wundef',
  '-Werror',
];

/** The benchmarks keep the order of their source file: the registry is read from first to last. */
export const BENCH_FLAGS = ['-fno-toplevel-reorder'];
