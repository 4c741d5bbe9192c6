import type { Bench } from '../../../agent';
import { type RunSpec, selectBenches } from '../../../engine';
import type { ParameterValues } from '../../../runs';
import { isOwnBench } from '../../../toolchain';
import type { BuildEnd, FigureRow, ImageBenches, Services, HomeTarget } from '../../common';

/** True if an image contains older texts of any benchmark that patterns select. */
function isOlder(image: ImageBenches, patterns: readonly string[]): boolean {
  if ('missing' in image || !image.isOutdated) return false;
  return selectOrAll(image.benches, patterns).some(isOwnBench);
}

/** True if figures belong to another image than the one that the sources would give. */
export function isStale(
  { suite, op, run }: Pick<FigureRow, 'suite' | 'op' | 'run'>,
  image: ImageBenches,
): boolean {
  if ('missing' in image) return false;
  if (run.image !== undefined && run.image !== image.sha256) return true;
  return isOlder(image, [`${suite}/${op}`]);
}

/**
 * First rebuilds an image whose benchmarks were edited since, so that the visible text is measured.
 * Undefined if the image is up to date. Without a compiler the run continues with the older image,
 * which its record then states.
 */
export async function freshen(
  { images }: Pick<Services, 'images'>,
  { home, target }: HomeTarget,
  patterns: RunSpec['patterns'],
): Promise<BuildEnd | undefined> {
  const image = await images.benches(home, target);
  return isOlder(image, patterns) ? images.build(home, target) : undefined;
}

/** True if there is nothing to measure, as the user cancelled or the sources failed. */
export function isInTheWay(
  end: BuildEnd | undefined,
): end is Extract<BuildEnd, { readonly kind: 'failed' | 'called-off' }> {
  return end?.kind === 'failed' || end?.kind === 'called-off';
}

/** Settings declared by any of the benchmarks; an agent would refuse the others. */
export function filterSettings(
  settings: ParameterValues,
  benches: readonly Bench[],
): ParameterValues {
  const declared = new Set(
    benches.flatMap(({ suite, params }) =>
      params.flatMap(({ name }) => [name, `${suite}.${name}`]),
    ),
  );
  return Object.fromEntries(Object.entries(settings).filter(([name]) => declared.has(name)));
}

/** The benchmarks that patterns select; the run itself refuses unknown patterns. */
export function selectOrAll(
  benches: readonly Bench[],
  patterns: readonly string[],
): readonly Bench[] {
  try {
    return selectBenches(benches, patterns);
  } catch {
    return benches;
  }
}
