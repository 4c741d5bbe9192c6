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
import type { FlashConsent } from '../../targets';
import { findImageOf, loadImage, outdatedSentence, passedOverSentence } from '../../toolchain';
import { openRunFolder, type RunFolder, writeFileAtomic } from '../run-folder';
import { type PassOutcome, runPass } from './pass';
import { checkSettings } from './plan';
import type { RunOutcome, RunRequest } from './request';
import { selectBenches } from './selection';

const recordings: Readonly<Record<ImageBuild, string>> = {
  headline: 'recording.SVDat',
  traced: 'recording-traced.SVDat',
};

interface Prepared {
  readonly images: readonly AgentImage[];
  readonly settings: ParameterValues;
  /** What takes nothing off the figures, but has to be known. */
  readonly notes: readonly string[];
}

/** Loads the images that a run needs and refuses, before anything is started, what they lack. */
async function prepare(request: RunRequest): Promise<Prepared> {
  const builds: readonly ImageBuild[] = request.trace ? ['headline', 'traced'] : ['headline'];
  const images: AgentImage[] = [];
  const notes: string[] = [];
  let { settings } = request;
  for (const build of builds) {
    const found = await findImageOf(request.target, request.places, build);
    const selected = selectBenches(found.manifest.benches, request.patterns);
    settings = settingsOf(request, selected);
    checkSettings(selected, settings);
    const passedOver = passedOverSentence(found);
    if (passedOver !== undefined) request.onMessage(passedOver);
    if (found.origin === 'built') request.onMessage(`Using the ${build} image in ${found.folder}.`);
    const outdated = await outdatedSentence(found, request.places, selected);
    if (outdated !== undefined) notes.push(outdated);
    images.push(await loadImage(found));
  }
  return { images, settings, notes };
}

/** What is set, before what the documents tell. */
function settingsOf(request: RunRequest, selected: readonly Bench[]): ParameterValues {
  if (!request.asPublished) return request.settings;
  const { settings } = request;
  const told = Object.entries(publishedValues(selected, publishedColumns()));
  const isSet = (name: string) => name in settings || splitName(name).name in settings;
  const missing = told.filter(([name]) => !isSet(name));
  if (told.length > 0) return { ...Object.fromEntries(missing), ...settings };
  throw new EngineError(
    'unknown-parameter',
    'The documents tell no parameters of the selected benchmarks.',
    "Select benchmarks that the documents' tables sweep, or measure these as they are.",
  );
}

interface Passes {
  readonly outcomes: readonly PassOutcome[];
  /** Why they ended early. */
  readonly error: unknown;
}

/** What the headline pass measured stays, whatever happens to the traced one. */
async function runPasses(
  request: RunRequest,
  { images, settings }: Prepared,
  folder: string,
): Promise<Passes> {
  const { iterations, tracedIterations, warmup } = request;
  const outcomes: PassOutcome[] = [];
  try {
    for (const image of images) {
      const { build } = image.manifest;
      const isTraced = build === 'traced';
      const plan = { iterations, tracedIterations, warmup, settings, traced: isTraced };
      const recording = { folder, name: recordings[build] };
      const flash = outcomes.length === 0 ? request.flash : goingOn(request.flash);
      const outcome = await runPass({ ...request, image, plan, recording, flash });
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

async function measureInto(
  request: RunRequest,
  prepared: Prepared,
  folder: RunFolder,
): Promise<RunOutcome> {
  const { target, tool, command, repeat } = request;
  const began = new Date();
  const passes = await runPasses(request, prepared, folder.partial);
  const { outcomes, error } = passes;
  const axes = axesOf(prepared.settings).map(({ name, values }) => ({ name, values: [...values] }));
  const record: RunRecord = {
    schema: RECORD_SCHEMA,
    id: folder.id,
    created: began.toISOString(),
    tool,
    target: { id: target.id, title: target.title, deterministic: target.deterministic },
    status: statusOf(passes),
    command,
    repeat,
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
export async function runBenchmarks(request: RunRequest): Promise<RunOutcome> {
  const prepared = await prepare(request);
  const folder = await openRunFolder({
    runsFolder: request.runsFolder,
    target: request.target.id,
    now: new Date(),
    ignored: !request.isChosenFolder,
  });
  try {
    return await measureInto(request, prepared, folder);
  } catch (error) {
    await folder.discard();
    throw error;
  }
}
