import type { AgentImage, ImageBuild } from '../../agent';
import { EngineError, toFailure } from '../../base';
import { formatNumber } from '../../measure';
import type { RunProfile } from '../../profile';
import { countPassRepeats, type RunPass, type RunRecord } from '../../runs';
import { type FlashConsent, keepConnections } from '../../targets';
import { writeRecord } from '../figures';
import {
  averageSamplingRate,
  withSamplingRate,
  writeProfile,
  writeSampledProfile,
} from '../profile';
import { inRunFolder, type RunFolder } from '../run-folder';
import { beginDraft, keepAbandoned, type RunDraft } from '../unfinished';
import { imageFields, NO_LOSS, type PassOutcome, runPass } from './pass';
import { planAgain } from './plan';
import { toFolderOptions, prepare, type Prepared, makeRequestFields } from './prepare';
import { profilePass } from './profile-pass';
import { samplePass } from './sample-pass';
import { checkSpec, type RunContext, type RunOutcome, type RunSpec } from './spec';

const recordings: Readonly<Record<ImageBuild, string>> = {
  headline: 'recording.SVDat',
  traced: 'recording-traced.SVDat',
};

/** The images of a run in the order of measurement, with the files of their recordings. */
function listImages({ images, layouts }: Prepared) {
  const [headline, ...others] = images.map((image) => ({
    image,
    name: recordings[image.manifest.build],
  }));
  const moved = layouts.map((image, at) => ({ image, name: `recording-layout-${at + 1}.SVDat` }));
  return headline ? [headline, ...moved, ...others] : [];
}

interface Passes {
  readonly outcomes: readonly PassOutcome[];
  /** Why they ended early. */
  readonly error: unknown;
  readonly notes?: readonly string[];
}

/** The time that a run waits for the target between its passes. */
const BETWEEN_PASSES_SECONDS = 3600;

/** The headline pass is stored, whatever happens to the traced one. */
async function runPasses(
  spec: RunSpec,
  prepared: Prepared,
  { folder, draft }: { readonly folder: string; readonly draft: RunDraft },
  context: RunContext,
): Promise<Passes> {
  const { target, repeat, images, settings } = prepared;
  const outcomes: PassOutcome[] = [];
  try {
    for (const { image, name } of listImages(prepared)) {
      const recording = { folder, name };
      const flash = outcomes.length === 0 ? spec.flash : continueWith(spec.flash);
      const pass = { target, image, repeat, recording, draft };
      // Another run may take the target between two passes; a run that has started waits for it to
      // end.
      const waitSeconds = outcomes.length === 0 ? spec.waitSeconds : BETWEEN_PASSES_SECONDS;
      const outcome = await runPass({ ...spec, settings, flash, waitSeconds }, pass, context);
      outcomes.push(outcome);
      if (outcome.error !== undefined) return { outcomes, error: outcome.error };
    }
    const [image, headline] = [images[0], outcomes[0]];
    if (spec.profile && image && headline) {
      const own = { ...spec, settings, waitSeconds: BETWEEN_PASSES_SECONDS };
      const measured = { image, headline: headline.pass };
      const profile = await profileInto(folder, own, prepared, measured, context);
      const facts = withSamplingRate(headline.pass.facts, profile);
      outcomes[0] = { ...headline, pass: { ...headline.pass, facts } };
      return { outcomes, error: undefined, notes: noteSampling(profile) };
    }
    return { outcomes, error: undefined };
  } catch (error) {
    const isDiskFull = error instanceof EngineError && error.code === 'no-space';
    if (outcomes.length === 0 || isDiskFull) throw error;
    return { outcomes, error };
  }
}

/** Profiles what was measured, as exactly as the target can, and stores it beside the run. */
async function profileInto(
  folder: string,
  spec: RunSpec,
  { target, marks }: Prepared,
  { image, headline }: { readonly image: AgentImage; readonly headline: RunPass },
  context: RunContext,
): Promise<RunProfile> {
  const pass = { target, image };
  if (!marks) {
    return writeSampledProfile(folder, image, await samplePass(spec, pass, headline, context));
  }
  const profiled = await profilePass(spec, { ...pass, folder }, marks, headline, context);
  return writeProfile(folder, image, profiled);
}

/** Notes the rate of sampling that was reached, and by which way. */
function noteSampling(profile: RunProfile): string[] {
  const rate = averageSamplingRate(profile);
  const way = profile.operations.find(({ sampled }) => sampled)?.sampled?.way;
  return rate === undefined ? [] : [`Sampled ${formatNumber(rate)} times per second, from ${way}.`];
}

/** The first image took the place of the user's own firmware; the next one may be larger and take more of it. */
function continueWith(flash: FlashConsent | undefined): FlashConsent | undefined {
  return flash && { ...flash, isBackupBegun: true };
}

function computeStatus({ outcomes, error }: Passes): RunRecord['status'] {
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

/** The passes of a run in the order of measurement; those of other layouts belong to the first. */
function arrangePasses([headline, ...others]: RunPass[], prepared: Prepared): RunPass[] {
  const layouts = others.splice(0, prepared.layouts.length);
  if (!headline) return [];
  return [{ ...headline, ...(layouts.length > 0 && { layouts }) }, ...others];
}

/** The record of a run that has measured nothing yet. */
function draftRecord(
  spec: RunSpec,
  prepared: Prepared,
  folder: RunFolder,
  { turns }: RunContext,
  began: Date,
): RunRecord {
  const passes = listImages(prepared).map(({ image: { manifest }, name }) => ({
    build: manifest.build,
    recording: name,
    image: imageFields(manifest),
    facts: {},
    clocks: [],
    operations: [],
    stream: NO_LOSS,
    problems: [],
  }));
  return {
    ...makeRequestFields(spec, prepared, folder, began),
    status: 'incomplete',
    repeat: prepared.repeat,
    ...(turns && { looks: turns.looks }),
    passes: arrangePasses(passes, prepared),
    notes: [...prepared.notes],
    problems: [],
  };
}

async function measureInto(
  spec: RunSpec,
  prepared: Prepared,
  folder: RunFolder,
  context: RunContext,
): Promise<RunOutcome> {
  const began = new Date();
  const unmeasured = draftRecord(spec, prepared, folder, context, began);
  const draft = await beginDraft(folder.partial, unmeasured);
  const passes = await runPasses(spec, prepared, { folder: folder.partial, draft }, context);
  const { outcomes, error } = passes;
  const measured = outcomes.map(({ pass }) => pass);
  const record: RunRecord = {
    ...makeRequestFields(spec, prepared, folder, began),
    status: computeStatus(passes),
    repeat: context.turns ? countPassRepeats(measured) : prepared.repeat,
    ...(context.turns && { looks: context.turns.looks }),
    passes: arrangePasses(measured, prepared),
    notes: [
      ...prepared.notes,
      ...outcomes.flatMap((outcome) => outcome.notes),
      ...(passes.notes ?? []),
    ],
    problems: error === undefined ? [] : [toFailure(error).message],
  };
  await writeRecord(folder.partial, record);
  await folder.keep();
  return { folder: folder.final, record, error };
}

/**
 * Runs benchmarks on a target and keeps the run. Rejects when nothing was measured, and then leaves
 * nothing behind; a run that ended early is kept as `incomplete`, with the reason in `error`.
 */
export async function runBenchmarks(asked: RunSpec, context: RunContext): Promise<RunOutcome> {
  const spec = checkSpec(asked);
  return keepConnections(async () => {
    const prepared = await prepare(spec, context);
    await keepAbandoned(spec.runsFolder);
    return inRunFolder(toFolderOptions(spec, prepared), (folder) =>
      measureInto(spec, prepared, folder, context),
    );
  });
}

/** Profiles a stored run: measures it once more with the image that it was measured with. */
export async function profileRun(
  { folder, record }: Pick<RunOutcome, 'folder' | 'record'>,
  asked: Omit<RunSpec, keyof ReturnType<typeof planAgain>>,
  context: RunContext,
): Promise<RunProfile> {
  const headline = record.passes.find(({ build }) => build === 'headline');
  if (!headline || record.imported) {
    throw new EngineError(
      'refused',
      `${record.id} cannot be profiled: it was not measured here.`,
      'Measure the same operations with: cyclescope profile --target T --bench NAME',
    );
  }
  const spec = checkSpec({ ...asked, ...planAgain(headline) });
  const prepared = await prepare(spec, context);
  const [image] = prepared.images;
  if (!image || image.manifest.sha256 !== headline.image.sha256) {
    throw new EngineError(
      'refused',
      `${record.id} cannot be profiled: its image is no longer there, another one has been built since.`,
      `Measure again: ${record.command} --profile`,
    );
  }
  const { settings } = prepared;
  return profileInto(folder, { ...spec, settings }, prepared, { image, headline }, context);
}
