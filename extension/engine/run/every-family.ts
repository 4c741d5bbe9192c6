import type { Bench } from '../../agent';
import { EngineError } from '../../base';
import { fits } from '../../chips';
import { boardTarget, getImagesName, type Target } from '../../targets';
import {
  buildImages,
  findBuildFolders,
  findTargetImage,
  findWholeImage,
  listFamilies,
} from '../../toolchain';
import { anyMatcher, selectBenches } from './plan';
import type { RunContext, RunSpec } from './spec';

/*
 * The ready-made images of chips without a project have the white paper's families. Where more is asked for, an
 * image with every family is built once, if RAM and a compiler allow it:
 *
 *     cyclescope run --target probe --chip STM32F407VG --bench queue
 *
 * Patterns that match the ready-made image as well, such as *, are measured with that where they do not.
 */

const KB = 1024;
const [{ ram: ENOUGH }] = fits;

/** A chip without a project, with the images that have what a run asks for. */
export async function withEveryFamily(
  target: Target,
  { patterns, places, trace, layouts }: RunSpec,
  { onMessage, signal }: Pick<RunContext, 'onMessage' | 'signal'>,
): Promise<Target> {
  const { board } = target;
  const folders = findBuildFolders(places);
  if (board?.bare === undefined || folders === undefined || layouts !== undefined) return target;
  const name = findWholeImage(getImagesName(target));
  if (name === undefined || patterns.length === 0) return target;
  const { manifest, origin } = await findTargetImage(target, places, 'headline');
  const lacking = findLacking(patterns, manifest.benches, listFamilies(folders.packageFolder));
  // Images of the user's own have what he chose.
  if (origin !== 'shipped' || lacking.length === 0) return target;
  const what = `the ready-made image lacks ${lacking.join(', ')}`;
  try {
    refuseSmallRam(board.ram?.[0], manifest.benches);
    onMessage(`Building ${name}, which has every family: ${what}.`);
    const builds = trace ? (['headline', 'traced'] as const) : (['headline'] as const);
    await buildImages({ ...folders, target: name, sources: [], builds, onMessage, signal });
    return boardTarget({ ...board, images: { kind: 'named', name } });
  } catch (error) {
    if (!(error instanceof EngineError) || signal.aborted) throw error;
    const { code, message, hint = '' } = error;
    if (!isMeasurable(patterns, manifest.benches)) {
      throw new EngineError(
        code,
        `An image with every family is needed: ${what}. ${message}`,
        hint,
      );
    }
    onMessage(`Measured without every family: ${what}. ${message} ${hint}`.trim());
    return target;
  }
}

/** The families that patterns ask for and an image does not have. */
export function findLacking(
  patterns: readonly string[],
  benches: readonly Bench[],
  families: readonly string[],
): readonly string[] {
  const has = new Set(benches.map(({ suite }) => suite));
  const isAsked = anyMatcher(patterns.map((pattern) => pattern.replace(/\/.*/, '')));
  return families.filter((suite) => !has.has(suite) && isAsked({ suite, op: '' }));
}

function isMeasurable(patterns: readonly string[], benches: readonly Bench[]): boolean {
  try {
    return selectBenches(benches, patterns).length > 0;
  } catch {
    return false;
  }
}

function refuseSmallRam(
  ram: { readonly start: number; readonly end: number } | undefined,
  benches: readonly Bench[],
): void {
  const bytes = ram === undefined ? 0 : ram.end - ram.start;
  if (bytes >= ENOUGH) return;
  const families = [...new Set(benches.map(({ suite }) => suite))].join(', ');
  throw new EngineError(
    'refused',
    `It takes ${ENOUGH / KB} KB of RAM, and this chip has ${bytes / KB} KB.`,
    `Measure ${families}, or add the agent to a project of your own (cyclescope add): its code then runs from flash.`,
  );
}
