import * as v from 'valibot';
import type { AgentImage, ArrivedSamples, ImageBuild } from '../../agent';
import { EngineError, quoted } from '../../base';
import { type Point, type RunRecord, valuesText } from '../../runs';
import {
  type AgentFiles,
  type BoardSetup,
  idOfTarget,
  type Target,
  type TargetValue,
} from '../../targets';

const texts = v.pipe(v.array(v.string()), v.readonly());
const wholeFrom = (least: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least));

/** What every board has; the rest of a setup is checked by what it reaches, when that is opened. */
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

const imagePlace = v.strictObject({
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
  /** Where images are looked for, in order. */
  places: v.pipe(v.array(imagePlace), v.readonly()),
  runsFolder: v.string(),
  /** The runs folder is the user's own choice and gets no .gitignore. */
  isChosenFolder: v.optional(v.boolean()),
  /** `suite/op` globs; none: everything. */
  patterns: texts,
  /** Measures once more with kernel events, to explain the figures. */
  trace: v.boolean(),
  /** By default as many as each benchmark declares. */
  iterations: v.optional(wholeFrom(1)),
  /** How often the traced pass measures an operation at most. */
  tracedIterations: v.optional(wholeFrom(1)),
  warmup: v.optional(wholeFrom(0)),
  /** How often to measure; by default once where runs repeat exactly, more often elsewhere. */
  repeat: v.optional(wholeFrom(1)),
  /** Values of parameters; several of one make a sweep. */
  settings: v.record(
    v.string(),
    v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.minLength(1), v.readonly()),
  ),
  /** Sweeps what is not set over the values that the documents' tables have. */
  asPublished: v.optional(v.boolean()),
  /** What the user agreed to, of a board whose image lies in flash. */
  flash: v.optional(flash),
  /** How long both channels may be silent before the run is given up; 120 by default. */
  silenceSeconds: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
  /** Compares the kept run with the pinned baseline; the syntax is that of `--fail-on`. */
  gate: v.optional(v.string()),
  /** Cyclescope's version, for the record. */
  tool: v.string(),
  /** The command line that asked for the run, for the record; made of the spec where there was none. */
  command: v.optional(v.string()),
});

/**
 * A run as it is asked for: `{ target: 'qemu-freertos-m7', patterns: ['heap/*'], repeat: 3, … }`. The
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
export function commandLineOf(spec: RunSpec): string {
  const { patterns, iterations, repeat, settings, asPublished, trace, flash } = spec;
  const options = [
    ['target', idOfTarget(spec.target)],
    ...elfsOf(spec.target),
    ...patterns.map((pattern) => ['bench', pattern]),
    ...(iterations === undefined ? [] : [['iterations', String(iterations)]]),
    ...(repeat === undefined ? [] : [['repeat', String(repeat)]]),
    ...Object.entries(settings).map(([name, values]) => ['set', `${name}=${valuesText(values)}`]),
  ].map(([name = '', value = '']) => `--${name} ${quoted(value)}`);
  const flags = [
    ...(asPublished ? ['--as-published'] : []),
    ...(trace ? ['--trace'] : []),
    ...(flash?.allowFlash ? ['--allow-flash'] : []),
  ];
  return ['cyclescope run', ...options, ...flags].join(' ');
}

/** A target's own files: the command line may find another agent for it. */
function elfsOf(value: TargetValue): readonly (readonly [string, string])[] {
  const files = filesOf(value);
  if (files === undefined) return [];
  const { headline, traced } = files;
  return [['elf', headline], ...(traced === undefined ? [] : [['traced-elf', traced] as const])];
}

function filesOf(value: TargetValue): AgentFiles | undefined {
  if (typeof value === 'string') return undefined;
  if ('target' in value) return value.elfs;
  return value.images?.kind === 'files' ? value.images : undefined;
}

/** How often a target is measured by default: one run alone says little. */
export function repeatsOf({ deterministic }: Pick<Target, 'deterministic'>): number {
  return deterministic ? 1 : 5;
}

/** How far the operation in progress has come. */
export interface RunProgress {
  readonly build: ImageBuild;
  readonly repeat: number;
  readonly operation: string;
  /** What of a sweep is being measured; nothing in it where nothing is swept. */
  readonly point: Point;
  readonly samples: number;
  readonly requested: number;
  /** Samples a second that arrived since the operation began. */
  readonly rate: number;
  /** The operation has ended; the counts are then of values of all kinds. */
  readonly isEnd: boolean;
}

/** Receives what a run reports while it goes on. */
export interface RunListeners {
  readonly onMessage: (message: string) => void;
  /** How much of an image has been written, in bytes. */
  readonly onDeploy?: ((done: number, total: number) => void) | undefined;
  /** A pass has left its target; what it measured is yet to be written down. */
  readonly onQuiet?: (() => void) | undefined;
  /** With the operation's samples so far: `samples.ticks` is a view that grows stale. */
  readonly onProgress: (progress: RunProgress, samples: ArrivedSamples | undefined) => void;
}

/** What a run is given beside its spec, since no spec can carry it. */
export interface RunContext extends RunListeners {
  /** The target that the spec names, ready to be opened. */
  readonly targetOf: (value: TargetValue, signal: AbortSignal) => Target | Promise<Target>;
  readonly signal: AbortSignal;
}

/** One pass of a run: one image, one recording. */
export interface Pass {
  readonly target: Target;
  readonly image: AgentImage;
  readonly repeat: number;
  readonly recording: { readonly folder: string; readonly name: string };
}

/** A run that was kept. */
export interface RunOutcome {
  readonly folder: string;
  readonly record: RunRecord;
  /** Why the run ended early. */
  readonly error: unknown;
}
