import type { Bench, ImageManifest } from '../../agent';
import { EngineError, listNames, toTextReporter } from '../../base';
import { fits, OWN_PROJECT } from '../../chips';
import { boardTarget, getImagesName, type Target } from '../../targets';
import {
  buildImages,
  findBuildFolders,
  findTargetImage,
  findWholeImage,
  listFamilies,
} from '../../toolchain';
import { newAnyMatcher, selectBenches } from './plan';
import type { RunContext, RunSpec } from './spec';

/*
 * The ready-made images of chips without a project have the white paper's families. Where more is asked for, an
 * image is built once the core is known, if RAM and a compiler allow it: with every family, or with benchmarks of the
 * user's own, or with both.
 *
 *     cyclescope run --target probe --chip STM32F407VG --bench queue
 *     cyclescope run --target probe --chip STM32F407VG --source src/filter.c
 *
 * Patterns that match an image with less as well, such as *, are measured with that where they do not.
 */

const KB = 1024;
const [{ ram: ENOUGH }] = fits;
/** Names that a message lists. */
const MOST_NAMES = 5;

/** A target with the images that a run measures. */
export interface ChosenImage {
  readonly target: Target;
  /** Remarks on what is not measured. */
  readonly notes: readonly string[];
}

/** An image that has more than the ready-made one. */
interface RicherImage {
  readonly name: string;
  /** The parts that the ready-made image lacks. */
  readonly parts: string;
  readonly hasEveryFamily: boolean;
}

/** Parts that are not measured, and why an image with them cannot be built. */
interface Lack {
  readonly parts: string;
  readonly error: EngineError;
}

/** A chip without a project, with the images that have what a run asks for. */
export async function chooseChipImage(
  target: Target,
  spec: RunSpec,
  { onMessage, onBuild, signal }: Pick<RunContext, 'onMessage' | 'onBuild' | 'signal'>,
): Promise<ChosenImage> {
  const { board } = target;
  const { imageFolders, trace, layouts, sources = [] } = spec;
  if (board?.bare === undefined) refuseSources(target, sources);
  const folders = findBuildFolders(imageFolders);
  if (board?.bare === undefined || layouts !== undefined) return { target, notes: [] };
  if (folders === undefined) return { target, notes: noteOtherImages(spec) };
  const reportText = toTextReporter(onMessage);
  const failures: Lack[] = [];
  const end = (
    chosen: Target,
    { benches, found = [] }: Pick<ImageManifest, 'benches' | 'found'>,
  ) => {
    const [first] = failures;
    if (first && !isMeasurable(spec.patterns, benches)) throw explainLack(first);
    return { target: chosen, notes: [...failures.map(formatLack), ...noteFound(found)] };
  };
  for (const { name, parts, hasEveryFamily } of await listRicherImages(target, spec, folders)) {
    try {
      if (hasEveryFamily) refuseSmallRam(board.ram?.[0]);
      onMessage(`Preparing ${name}: the ready-made image lacks ${parts}.`);
      onBuild?.();
      const builds = trace ? (['headline', 'traced'] as const) : (['headline'] as const);
      const request = { ...folders, target: name, sources, builds, onMessage: reportText, signal };
      const [built] = await buildImages(request);
      const chosen = boardTarget({ ...board, images: { kind: 'named', name } });
      return end(chosen, built?.manifest ?? { benches: [] });
    } catch (error) {
      if (signal.aborted || !isImpossible(error, sources, hasEveryFamily)) throw error;
      failures.push({ parts, error });
    }
  }
  if (failures.length === 0) return { target, notes: [] };
  const { manifest, origin } = await findTargetImage(target, imageFolders, 'headline');
  // The last failure is that of the user's benchmarks, which an earlier build has.
  if (sources.length > 0 && origin === 'built') failures.pop();
  return end(target, manifest);
}

function refuseSources(target: Target, sources: readonly string[]): void {
  if (sources.length === 0) return;
  throw new EngineError(
    'refused',
    `A run builds sources only into the image of a chip without a project, and ${target.title} is not one.`,
    `Build the image first: cyclescope build --target ${getImagesName(target)} --source ${sources.join(' --source ')}`,
  );
}

function noteOtherImages({ imageFolders, sources = [] }: RunSpec): readonly string[] {
  if (sources.length === 0) return [];
  const folders = imageFolders.map(({ folder }) => folder).join(', ');
  return [`Measured without your benchmarks: the images are those in ${folders}.`];
}

/** The images that would have what is asked for, the one with the most first. */
async function listRicherImages(
  target: Target,
  spec: RunSpec,
  { packageFolder }: { readonly packageFolder: string },
): Promise<readonly RicherImage[]> {
  const { sources = [] } = spec;
  const few = getImagesName(target);
  const own: RicherImage = {
    name: few,
    parts: `your benchmarks in ${listNames(sources, MOST_NAMES)}`,
    hasEveryFamily: false,
  };
  const owns = sources.length > 0 ? [own] : [];
  const whole = findWholeImage(few);
  const families = listFamilies(packageFolder);
  const lacking = whole === undefined ? [] : await listLackingFamilies(target, spec, families);
  if (whole === undefined || lacking.length === 0) return owns;
  const parts = listNames(lacking, MOST_NAMES);
  return [{ name: whole, parts, hasEveryFamily: true }, ...owns];
}

async function listLackingFamilies(
  target: Target,
  { patterns, imageFolders, sources = [] }: RunSpec,
  families: readonly string[],
): Promise<readonly string[]> {
  if (patterns.length === 0) return [];
  const { manifest, origin } = await findTargetImage(target, imageFolders, 'headline');
  // Images of the user's own have what he chose.
  if (origin !== 'shipped' && sources.length === 0) return [];
  return findLacking(patterns, manifest.benches, families);
}

/** The families that patterns ask for and an image does not have. */
export function findLacking(
  patterns: readonly string[],
  benches: readonly Bench[],
  families: readonly string[],
): readonly string[] {
  const has = new Set(benches.map(({ suite }) => suite));
  const isAsked = newAnyMatcher(patterns.map((pattern) => pattern.replace(/\/.*/, '')));
  return families.filter((suite) => !has.has(suite) && isAsked({ suite, op: '' }));
}

/** True if a build cannot succeed here. A mistake in sources of the user's own must not pass unnoticed. */
function isImpossible(
  error: unknown,
  sources: readonly string[],
  hasEveryFamily: boolean,
): error is EngineError {
  if (!(error instanceof EngineError)) return false;
  if (sources.length === 0 || error.code === 'missing-program') return true;
  // The RAM may be too small for every family; sources that do not compile or link fail alone as well.
  return hasEveryFamily && ['refused', 'build-failed'].includes(error.code);
}

function isMeasurable(patterns: readonly string[], benches: readonly Bench[]): boolean {
  try {
    return selectBenches(benches, patterns).length > 0;
  } catch {
    return false;
  }
}

function refuseSmallRam(ram: { readonly start: number; readonly end: number } | undefined): void {
  const bytes = ram === undefined ? 0 : ram.end - ram.start;
  if (bytes >= ENOUGH) return;
  throw new EngineError(
    'refused',
    `An image with every family takes ${ENOUGH / KB} KB of RAM, and this chip has ${bytes / KB} KB.`,
    OWN_PROJECT,
  );
}

const noteFound = (found: readonly string[]): readonly string[] =>
  found.length === 0 ? [] : [`Also built, because your benchmarks need it: ${found.join(', ')}.`];

const explainLack = ({ parts, error: { code, message, hint = '' } }: Lack) =>
  new EngineError(code, `The ready-made image lacks ${parts}. ${message}`, hint);

/** One sentence on what is not measured, why, and what would help. */
function formatLack({ parts, error: { message, hint = '' } }: Lack): string {
  const why = message.replace(/^(?:The|An) /, (word) => word.toLowerCase()).replace(/\.$/, '');
  const remedy = hint === '' ? '' : ` (${hint.replace(/\.$/, '')})`;
  return `Measured without ${parts}: ${why}${remedy}.`;
}
