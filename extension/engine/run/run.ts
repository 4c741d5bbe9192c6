import { join } from 'node:path';
import type { AgentImage, Bench, ImageBuild } from '../../agent';
import { EngineError } from '../../base';
import {
  axesOf,
  formatRunRecord,
  type ParameterValues,
  publishedColumns,
  publishedValues,
  RECORD_SCHEMA,
  type RunPass,
  type RunRecord,
  splitName,
} from '../../runs';
import type { FlashConsent, Target } from '../../targets';
import {
  findImageOf,
  loadImage,
  outdatedNote,
  passedOverNote,
  refuseAfterFailedBuild,
} from '../../toolchain';
import { openRunFolder, type RunFolder, writeFileAtomic } from '../run-folder';
import { type PassOutcome, runPass } from './pass';
import { checkSettings, selectBenches } from './plan';
import {
  checkSpec,
  commandLineOf,
  repeatsOf,
  type RunContext,
  type RunOutcome,
  type RunSpec,
} from './spec';

const recordings: Readonly<Record<ImageBuild, string>> = {
  headline: 'recording.SVDat',
  traced: 'recording-traced.SVDat',
};

interface Prepared {
  readonly target: Target;
  readonly repeat: number;
  readonly images: readonly AgentImage[];
  readonly settings: ParameterValues;
  /** Remarks that do not put the figures in doubt. */
  readonly notes: readonly string[];
}

/** Loads the images that a run needs and refuses, before anything is started, what they lack. */
async function prepare(
  spec: RunSpec,
  { targetOf, signal, onMessage }: RunContext,
): Promise<Prepared> {
  const target = await targetOf(spec.target, signal);
  const builds: readonly ImageBuild[] = spec.trace ? ['headline', 'traced'] : ['headline'];
  const images: AgentImage[] = [];
  const notes: string[] = [];
  let { settings } = spec;
  for (const build of builds) {
    const found = await findImageOf(target, spec.places, build);
    const selected = selectBenches(found.manifest.benches, spec.patterns);
    if (!spec.oldImage) await refuseAfterFailedBuild(found, spec.places, selected, spec.patterns);
    settings = settingsOf(spec, selected);
    checkSettings(selected, settings);
    const passedOver = passedOverNote(found);
    if (passedOver !== undefined) onMessage(passedOver);
    if (found.origin === 'built') onMessage(`Using the ${build} image in ${found.folder}.`);
    const outdated = await outdatedNote(found, spec.places, selected);
    if (outdated !== undefined) notes.push(outdated);
    images.push(await loadImage(found));
  }
  return { target, repeat: spec.repeat ?? repeatsOf(target), images, settings, notes };
}

/** Explicit settings, which take precedence over the published values. */
function settingsOf(
  { settings, asPublished }: RunSpec,
  selected: readonly Bench[],
): ParameterValues {
  if (!asPublished) return settings;
  const published = Object.entries(publishedValues(selected, publishedColumns()));
  const isSet = (name: string) => name in settings || splitName(name).name in settings;
  const missing = published.filter(([name]) => !isSet(name));
  if (published.length > 0) return { ...Object.fromEntries(missing), ...settings };
  throw new EngineError(
    'unknown-parameter',
    'The published tables have no parameters for the selected benchmarks.',
    'Select benchmarks that the published tables sweep, or measure these without --as-published.',
  );
}

interface Passes {
  readonly outcomes: readonly PassOutcome[];
  /** Why they ended early. */
  readonly error: unknown;
}

/** How long a run waits for the target between its passes. */
const BETWEEN_PASSES_SECONDS = 3600;

/** The headline pass is stored, whatever happens to the traced one. */
async function runPasses(
  spec: RunSpec,
  { target, repeat, images, settings }: Prepared,
  folder: string,
  context: RunContext,
): Promise<Passes> {
  const outcomes: PassOutcome[] = [];
  try {
    for (const image of images) {
      const { build } = image.manifest;
      const recording = { folder, name: recordings[build] };
      const flash = outcomes.length === 0 ? spec.flash : goingOn(spec.flash);
      const pass = { target, image, repeat, recording };
      // Another run may take the target between two passes: a run that has begun waits for its end.
      const waitSeconds = outcomes.length === 0 ? spec.waitSeconds : BETWEEN_PASSES_SECONDS;
      const outcome = await runPass({ ...spec, settings, flash, waitSeconds }, pass, context);
      outcomes.push(outcome);
      if (outcome.error !== undefined) return { outcomes, error: outcome.error };
    }
    return { outcomes, error: undefined };
  } catch (error) {
    const isDiskFull = error instanceof EngineError && error.code === 'no-space';
    if (outcomes.length === 0 || isDiskFull) throw error;
    return { outcomes, error };
  }
}

/** The first image took the place of the user's own firmware; the next one may be larger and take more of it. */
function goingOn(flash: FlashConsent | undefined): FlashConsent | undefined {
  return flash && { ...flash, isBackupBegun: true };
}

function statusOf({ outcomes, error }: Passes): RunRecord['status'] {
  const isComplete = error === undefined && outcomes.every((outcome) => outcome.isComplete);
  if (!isComplete) return 'incomplete';
  return outcomes.every(({ pass }) => isSound(pass)) ? 'complete' : 'failed';
}

/** An operation that a system refuses leaves a gap in the table; it does not spoil the others. */
function isSound({ stream, operations }: RunPass): boolean {
  if (stream.lostPackets > 0 || operations.every(({ status }) => status !== 'ok')) return false;
  return operations.every(
    ({ status, problems }) => (status === 'ok' || status === 'refused') && problems.length === 0,
  );
}

function messageOf(error: unknown): readonly string[] {
  if (error === undefined) return [];
  return [error instanceof Error ? error.message : String(error)];
}

/** The most repeats of an operation. */
function repeatsIn(outcomes: readonly PassOutcome[]): number {
  const operations = outcomes.flatMap(({ pass }) => pass.operations);
  return Math.max(0, ...operations.map(({ repeat }) => repeat)) + 1;
}

async function measureInto(
  spec: RunSpec,
  prepared: Prepared,
  folder: RunFolder,
  context: RunContext,
): Promise<RunOutcome> {
  const { target, repeat } = prepared;
  const began = new Date();
  const passes = await runPasses(spec, prepared, folder.partial, context);
  const { outcomes, error } = passes;
  const axes = axesOf(prepared.settings).map(({ name, values }) => ({ name, values: [...values] }));
  const record: RunRecord = {
    schema: RECORD_SCHEMA,
    id: folder.id,
    created: began.toISOString(),
    tool: spec.tool,
    target: { id: target.id, title: target.title, deterministic: target.deterministic },
    status: statusOf(passes),
    command: spec.command ?? commandLineOf(spec),
    repeat: context.turns ? repeatsIn(outcomes) : repeat,
    ...(context.turns && { looks: context.turns.looks }),
    ...(axes.length > 0 && { sweep: axes }),
    durationSeconds: (Date.now() - began.getTime()) / 1000,
    passes: outcomes.map(({ pass }) => pass),
    notes: [...prepared.notes, ...outcomes.flatMap((outcome) => outcome.notes)],
    problems: [...messageOf(error)],
  };
  await writeFileAtomic(join(folder.partial, 'run.json'), formatRunRecord(record));
  await folder.keep();
  return { folder: folder.final, record, error };
}

/**
 * Runs benchmarks on a target and keeps the run. Rejects when nothing was measured, and then leaves
 * nothing behind; a run that ended early is kept as `incomplete`, with the reason in `error`.
 */
export async function runBenchmarks(asked: RunSpec, context: RunContext): Promise<RunOutcome> {
  const spec = checkSpec(asked);
  const prepared = await prepare(spec, context);
  const folder = await openRunFolder({
    runsFolder: spec.runsFolder,
    target: prepared.target.id,
    now: new Date(),
    ignored: !spec.isChosenFolder,
  });
  try {
    return await measureInto(spec, prepared, folder, context);
  } catch (error) {
    await folder.discard();
    throw error;
  }
}
