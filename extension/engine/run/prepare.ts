import type { AgentImage, ImageBuild, Bench } from '../../agent';
import { didYouMean, EngineError } from '../../base';
import { openImage } from '../../profile';
import {
  findSweptAxes,
  type ParameterValues,
  publishedColumns,
  collectPublishedValues,
  RECORD_SCHEMA,
  type RunRecord,
  splitName,
} from '../../runs';
import {
  canProfile,
  type ExecutionMarks,
  findTarget,
  idOfTarget,
  getImagesName,
  refuseUnsampled,
  type Target,
  type TargetValue,
} from '../../targets';
import {
  findTargetImage,
  loadImage,
  loadLayouts,
  describeOutdatedImage,
  describePassedOverImage,
  refuseAfterFailedBuild,
} from '../../toolchain';
import { findExecutionMarks } from '../profile';
import type { RunFolder } from '../run-folder';
import { chooseChipImage } from './chip-image';
import { checkSettings, selectBenches } from './plan';
import { formatCommandLine, getDefaultRepeats, type RunContext, type RunSpec } from './spec';

/** All that is known before a run starts. */
export interface Prepared {
  readonly target: Target;
  readonly repeat: number;
  readonly images: readonly AgentImage[];
  /** Images that differ from the first one in order and alignment alone. */
  readonly layouts: readonly AgentImage[];
  readonly settings: ParameterValues;
  /** The addresses of the headline image to record, for a profile. */
  readonly marks: ExecutionMarks | undefined;
  /** Remarks that do not put the figures in doubt. */
  readonly notes: readonly string[];
}

/** Loads the images that a run needs and refuses, before anything is started, what they lack. */
export async function prepare(
  spec: RunSpec,
  { resolveTarget, signal, onMessage, onBuild }: RunContext,
): Promise<Prepared> {
  const reached = await resolveTarget(spec.target, signal);
  const chosen = await chooseChipImage(reached, spec, { onMessage, onBuild, signal });
  const { target } = chosen;
  if (spec.profile) requireRecorder(target, spec.profile.plugin);
  const builds: readonly ImageBuild[] = spec.trace ? ['headline', 'traced'] : ['headline'];
  const images: AgentImage[] = [];
  let layouts: readonly AgentImage[] = [];
  const notes = [...chosen.notes];
  let { settings } = spec;
  for (const build of builds) {
    const found = await findTargetImage(target, spec.imageFolders, build);
    const selected = selectBenches(found.manifest.benches, spec.patterns);
    if (!spec.stale)
      await refuseAfterFailedBuild(found, spec.imageFolders, selected, spec.patterns);
    settings = completeSettings(spec, selected);
    checkSettings(selected, settings);
    const passedOver = describePassedOverImage(found);
    if (passedOver !== undefined) onMessage(passedOver);
    if (found.origin === 'built') onMessage(`Using the ${build} image in ${found.folder}.`);
    const outdated = await describeOutdatedImage(found, spec.imageFolders, selected);
    if (outdated !== undefined) notes.push(outdated);
    images.push(await loadImage(found));
    if (build === 'headline') layouts = await loadLayouts(found, spec.layouts ?? 1);
  }
  const repeat = spec.repeat ?? getDefaultRepeats(target);
  const [profiled] = spec.profile ? images : [];
  const isSampled = target.recordsExecution === undefined;
  if (profiled && isSampled) requireFunctions(profiled, target, 'Benchmarks');
  const marks =
    profiled && !isSampled ? findExecutionMarks(profiled.elf, buildHint(target)) : undefined;
  return { target, repeat, images, layouts, settings, marks, notes };
}

/** The path of the folder of a run that was prepared. */
export const toFolderOptions = ({ runsFolder, isChosenFolder }: RunSpec, { target }: Prepared) => ({
  runsFolder,
  target: target.id,
  now: new Date(),
  ignored: !isChosenFolder,
});

/** The fields of a record that follow from the request, for a run that ends now. */
export function makeRequestFields(
  spec: RunSpec,
  { target, settings }: Prepared,
  { id }: Pick<RunFolder, 'id'>,
  began: Date,
) {
  const axes = findSweptAxes(settings).map(({ name, values }) => ({ name, values: [...values] }));
  return {
    schema: RECORD_SCHEMA,
    id,
    created: began.toISOString(),
    tool: spec.tool,
    target: { id: target.id, title: target.title, deterministic: target.deterministic },
    command: spec.command ?? formatCommandLine(spec),
    ...(axes.length > 0 && { sweep: axes }),
    durationSeconds: (Date.now() - began.getTime()) / 1000,
  } satisfies Partial<RunRecord>;
}

/** Finds a target that a thread was given as a value; the environment may name ssh's configuration. */
export async function reachTarget(value: TargetValue, signal: AbortSignal): Promise<Target> {
  const search = findTarget(value, process.env['CYCLESCOPE_SSH_CONFIG']);
  if ('target' in search) {
    const { target } = search;
    // Files of the user's own are used as they are, whatever the target is.
    if (target.elfs?.headline !== undefined) return target;
    return (await target.identify?.(signal)) ?? target;
  }
  const id = idOfTarget(value);
  throw new EngineError('unknown-target', `There is no target "${id}".`, didYouMean(search.near));
}

/** Explains how to build an image of a target. */
export const buildHint = (target: Target) =>
  target.howToBuild ??
  `Build it on this computer: cyclescope build --target ${getImagesName(target)}`;

function requireRecorder(target: Target, plugin: string | undefined): void {
  const { recordsExecution, board, title } = target;
  if (recordsExecution === 'by plugin' && plugin === undefined) {
    throw new EngineError(
      'refused',
      `${title} cannot be profiled without QEMU's plugin: Linux executes too much for QEMU's log.`,
      'Add --accept-license qemu-plugin; the plugin is built with gcc.',
    );
  }
  if (canProfile(target)) return;
  if (board) refuseUnsampled(board);
  throw new EngineError(
    'refused',
    `${title} cannot be profiled: its instructions cannot be recorded.`,
    'Profile an emulated target, such as qemu-freertos-m7 or qemu-linux-imx6ul.',
  );
}

/** Refuses to sample an image that does not show which functions are those of benchmarks. */
export function requireFunctions({ elf }: AgentImage, target: Target, what: string): void {
  if (!openImage(elf).dwarf.isEmpty) return;
  throw new EngineError(
    'bad-image',
    `${what} cannot be sampled: the image has no debug information (DWARF) that shows which functions are those of benchmarks. Images for boards that come with Cyclescope have none.`,
    buildHint(target),
  );
}

/** Explicit settings, which take precedence over the published values. */
function completeSettings(
  { settings, asPublished }: RunSpec,
  selected: readonly Bench[],
): ParameterValues {
  if (!asPublished) return settings;
  const published = Object.entries(collectPublishedValues(selected, publishedColumns()));
  const isSet = (name: string) => name in settings || splitName(name).name in settings;
  const missing = published.filter(([name]) => !isSet(name));
  if (published.length > 0) return { ...Object.fromEntries(missing), ...settings };
  throw new EngineError(
    'unknown-parameter',
    'The published tables have no parameters for the selected benchmarks.',
    'Select benchmarks that the published tables sweep, or measure these without --as-published.',
  );
}
