import * as v from 'valibot';
import type { AgentImage, ArrivedSamples, ImageBuild } from '../../agent';
import { EngineError, quoteForShell } from '../../base';
import { LEAST_REPEATS } from '../../compare';
import { type Point, type RunPass, type RunRecord, valuesText } from '../../runs';
import {
  type AgentFiles,
  type BoardSetup,
  type ExecutionRequest,
  idOfTarget,
  type Target,
  type TargetValue,
} from '../../targets';
import type { RunDraft } from '../unfinished';

const texts = v.pipe(v.array(v.string()), v.readonly());
const wholeFrom = (least: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least));

/** Fields of every board; the rest of a setup is checked by its target kind when it is opened. */
const anyBoard = v.object({
  id: v.string(),
  title: v.string(),
  source: v.string(),
  server: v.optional(v.object({ kind: v.string() })),
  namesPrograms: v.boolean(),
  gaps: v.array(v.object({ what: v.string(), remedy: v.string() })),
});

const target = v.union([
  v.string(),
  v.strictObject({
    target: v.string(),
    elfs: v.strictObject({ headline: v.string(), traced: v.optional(v.string()) }),
  }),
  v.custom<BoardSetup>((value) => v.is(anyBoard, value)),
]);

const imageFolder = v.strictObject({
  folder: v.string(),
  origin: v.picklist(['built', 'environment', 'shipped']),
  sources: v.optional(v.string()),
});

const flash = v.strictObject({
  allowFlash: v.optional(v.boolean()),
  backup: v.optional(v.string()),
  isBackupBegun: v.optional(v.boolean()),
});

const runSpec = v.strictObject({
  target,
  /** Folders in which images are searched, in order. */
  imageFolders: v.pipe(v.array(imageFolder), v.readonly()),
  runsFolder: v.string(),
  /** The runs folder is the user's own choice and gets no .gitignore. */
  isChosenFolder: v.optional(v.boolean()),
  /** `suite/op` globs; none: everything. */
  patterns: texts,
  /**
   * Files and folders of the user's own benchmarks, relative to the folder of images that are built here: on a chip
   * without a project they are built into the image first.
   */
  sources: v.optional(texts),
  /** Measures once more with kernel events, to explain the figures. */
  trace: v.boolean(),
  /**
   * Records once more every instruction of the samples, without a plugin from QEMU's log; or samples each
   * operation, on a board also by stopping the core, if that is allowed.
   */
  profile: v.optional(
    v.strictObject({ plugin: v.optional(v.string()), allowHalt: v.optional(v.boolean()) }),
  ),
  /** By default as many as each benchmark declares. */
  iterations: v.optional(wholeFrom(1)),
  /** The most samples of an operation in the traced pass. */
  tracedIterations: v.optional(wholeFrom(1)),
  warmup: v.optional(wholeFrom(0)),
  /** Batches of each operation that allows any; by default as many as each declares. */
  batches: v.optional(wholeFrom(1)),
  /** The agent continues even if its stream is not read, and drops what does not fit. */
  isUnread: v.optional(v.boolean()),
  /** The number of repeats; by default one where runs repeat exactly, more elsewhere. */
  repeat: v.optional(wholeFrom(1)),
  /** The number of images to measure that differ only in order and alignment, with the usual one. */
  layouts: v.optional(wholeFrom(1)),
  /** Values of parameters; several of one make a sweep. */
  settings: v.record(
    v.string(),
    v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.minLength(1), v.readonly()),
  ),
  /** Sweeps parameters that are not set over the values in the published tables. */
  asPublished: v.optional(v.boolean()),
  /** Measures the image of an earlier build although the last one failed. */
  stale: v.optional(v.boolean()),
  /** The user's consent, for a board whose image is linked to flash. */
  flash: v.optional(flash),
  /** The time to wait for a target that is in use; by default it is refused at once. */
  waitSeconds: v.optional(wholeFrom(1)),
  /** The time for which both channels may be silent before the run is given up; 120 by default. */
  silenceSeconds: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
  /** Compares the kept run with the pinned baseline; the syntax is that of `--fail-on`. */
  gate: v.optional(v.string()),
  /** Cyclescope's version, for the record. */
  tool: v.string(),
  /** The command line that asked for the run, for the record; derived from the spec if there was none. */
  command: v.optional(v.string()),
});

/**
 * A run as requested: `{ target: 'qemu-freertos-m7', patterns: ['heap/*'], repeat: 3, … }`. The
 * editor or the command line makes it, and threads and files can carry it: values only, no functions.
 */
export type RunSpec = Readonly<v.InferOutput<typeof runSpec>>;

/** Checks a spec that may come from another thread; names the first field that is wrong. */
export function checkSpec(value: unknown): RunSpec {
  const read = v.safeParse(runSpec, value);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new EngineError(
    'bad-value',
    `The run was not started: "${v.getDotPath(issue) ?? 'spec'}" is invalid. ${issue.message}.`,
    'Correct the arguments of the request.',
  );
}

/** The command line that asks for the same run. */
export function formatCommandLine(spec: RunSpec): string {
  const { patterns, iterations, repeat, layouts, settings, asPublished, trace, profile, flash } =
    spec;
  const options = [
    ['target', idOfTarget(spec.target)],
    ...listElfOptions(spec.target),
    ...listChipOptions(spec),
    ...patterns.map((pattern) => ['bench', pattern]),
    ...(iterations === undefined ? [] : [['iterations', String(iterations)]]),
    ...(repeat === undefined ? [] : [['repeat', String(repeat)]]),
    ...(layouts === undefined ? [] : [['layouts', String(layouts)]]),
    ...Object.entries(settings).map(([name, values]) => ['set', `${name}=${valuesText(values)}`]),
  ].map(([name = '', value = '']) => `--${name} ${quoteForShell(value)}`);
  const flags = [
    ...(asPublished ? ['--as-published'] : []),
    ...(trace ? ['--trace'] : []),
    ...(profile ? ['--profile'] : []),
    ...(flash?.allowFlash ? ['--allow-flash'] : []),
  ];
  return ['cyclescope run', ...options, ...flags].join(' ');
}

/** A target's own files: the command line may find another agent for it. */
function listElfOptions(value: TargetValue): readonly (readonly [string, string])[] {
  const files = getAgentFiles(value);
  if (files === undefined) return [];
  const { headline, traced } = files;
  return [['elf', headline], ...(traced === undefined ? [] : [['traced-elf', traced] as const])];
}

/** The chip of a board without a project, and what is built into its image. */
function listChipOptions({
  target: value,
  sources = [],
}: RunSpec): readonly (readonly [string, string])[] {
  const chip = typeof value === 'string' || 'target' in value ? undefined : value.bare?.chip;
  return [
    ...(chip === undefined ? [] : [['chip', chip] as const]),
    ...sources.map((source) => ['source', source] as const),
  ];
}

function getAgentFiles(value: TargetValue): AgentFiles | undefined {
  if (typeof value === 'string') return undefined;
  if ('target' in value) return value.elfs;
  return value.images?.kind === 'files' ? value.images : undefined;
}

/** The number of repeats of a run that names none. */
export function getDefaultRepeats({ deterministic }: Pick<Target, 'deterministic'>): number {
  return deterministic ? 1 : LEAST_REPEATS;
}

/** Progress of the current operation. */
export interface RunProgress {
  readonly build: ImageBuild;
  readonly repeat: number;
  readonly operation: string;
  /** The point of a sweep that is being measured; empty without a sweep. */
  readonly point: Point;
  readonly samples: number;
  readonly requested: number;
  /** Samples a second that arrived since the operation began. */
  readonly rate: number;
  /** The operation has ended; the counts are then of values of all kinds. */
  readonly isEnd: boolean;
}

/** Receives the reports of a run in progress. */
export interface RunListeners {
  readonly onMessage: (message: string) => void;
  /** The target is in use, and the run waits until it is free. */
  readonly onWaiting?: (() => void) | undefined;
  /** An image is built for the run, unless it is up to date. */
  readonly onBuild?: (() => void) | undefined;
  /** Bytes of an image that have been written. */
  readonly onDeploy?: ((done: number, total: number) => void) | undefined;
  /** A pass has released its target; its results are not stored yet. */
  readonly onQuiet?: (() => void) | undefined;
  /** With the operation's samples so far; `samples.ticks` is a view that becomes stale. */
  readonly onProgress: (progress: RunProgress, samples: ArrivedSamples | undefined) => void;
}

/** Repeats that alternate with those of another run. */
export interface Turns {
  /** The most comparisons of both, made to see what needs more repeats. */
  readonly looks: number;
  /**
   * Resolves when a repeat may begin, to the patterns that it measures; undefined when there is none
   * left. `measured` shows what the repeats before have measured.
   */
  next(repeat: number, measured: () => RunPass): Promise<readonly string[] | undefined>;
}

/** Inputs of a run that a spec cannot carry. */
export interface RunContext extends RunListeners {
  /** The target that the spec names, ready to be opened. */
  readonly resolveTarget: (value: TargetValue, signal: AbortSignal) => Target | Promise<Target>;
  readonly signal: AbortSignal;
  /** Repeats as often as these allow, and opens the target again for each. */
  readonly turns?: Turns | undefined;
}

/** One pass of a run: one image, one recording. */
export interface Pass {
  readonly target: Target;
  readonly image: AgentImage;
  readonly repeat: number;
  readonly recording: { readonly folder: string; readonly name: string };
  /** The draft of the run that the recording belongs to. */
  readonly draft?: RunDraft | undefined;
  /** Records what is executed. */
  readonly execution?: ExecutionRequest | undefined;
}

/** A stored run. */
export interface RunOutcome {
  readonly folder: string;
  readonly record: RunRecord;
  /** Why the run ended early. */
  readonly error: unknown;
}
