import * as v from 'valibot';

/** A benchmark's declared parameter. */
export interface BenchParameter {
  readonly name: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** One operation that an agent can measure, as reported by `list` and the manifest. */
export interface Bench {
  readonly suite: string;
  readonly op: string;
  readonly iterations: number;
  /** Maximum number at once; more iterations are run in rounds of this size. 0: no limit. */
  readonly max: number;
  readonly warmup: number;
  readonly batches: number;
  readonly params: readonly BenchParameter[];
  readonly about: string;
  /** `file:line` of the CYCLESCOPE_BENCH that declares it. */
  readonly at: string;
}

/** The commit that sources were at when their image was known to be up to date. */
export const revisionSchema = v.union([
  v.object({
    // Git takes it as an argument, and a record may come from anyone.
    commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, 'no id of a commit')),
    /** The commit by the nearest tag, or its short hash. */
    describe: v.string(),
    /** Missing on a detached head. */
    branch: v.optional(v.string()),
    /** In ISO 8601. */
    commitTime: v.string(),
    dirty: v.boolean(),
    /** SHA-256 of what differs from the commit, where anything does. */
    diff: v.optional(v.string()),
  }),
  v.object({ unknown: v.string() }),
]);

/** A commit, or why none is known. */
export type Revision = v.InferOutput<typeof revisionSchema>;

export type ImageBuild = 'headline' | 'traced';

/** `manifest.json` beside an agent's ELF file. */
export interface ImageManifest {
  readonly schema: 1;
  readonly target: string;
  readonly build: ImageBuild;
  readonly elf: string;
  readonly sha256: string;
  readonly hooks: 0 | 1;
  readonly inputs: string;
  /** The oldest GNU C library that it runs with; missing if it is linked statically. */
  readonly glibc?: string | undefined;
  readonly compiler: string;
  readonly flags: string;
  /** Names of the optional parts included in the build. */
  readonly extras?: readonly string[] | undefined;
  readonly benches: readonly Bench[];
  /** Digests of the benchmarks' source texts at build time, by `suite/op`. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /**
   * SHA-256 of the user's sources and headers in the build, by path relative to the user's folder.
   */
  readonly sources?: Readonly<Record<string, string>> | undefined;
  /** Those sources among them that the user did not name: others call their functions. */
  readonly found?: readonly string[] | undefined;
  /** The commit of the user's sources; missing in images that have only built-in benchmarks. */
  readonly revision?: Revision | undefined;
  readonly components: readonly string[];
}

/** An agent ready to deploy. */
export interface AgentImage {
  readonly manifest: ImageManifest;
  /** Origin of the ELF file, for messages. */
  readonly path: string;
  readonly elf: Uint8Array;
}
