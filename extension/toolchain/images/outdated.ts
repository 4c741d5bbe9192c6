import { type Bench, parsePlace } from '../../agent';
import { builtInPath } from '../languages';
import type { FoundManifest, ImagePlace } from './find';
import { isOutdated } from './source-digests';

/** Recognises the user's own benchmarks; built-in ones change only with Cyclescope. */
export function isOwnBench({ at }: Pick<Bench, 'at'>): boolean {
  return builtInPath(parsePlace(at).file) === undefined;
}

/**
 * The remark if some of the user's own benchmarks are measured from an image that is older
 * than their sources.
 */
export async function outdatedNote(
  { manifest, origin }: FoundManifest,
  places: readonly ImagePlace[],
  selected: readonly Bench[],
): Promise<string | undefined> {
  const cwd = places.find((place) => place.origin === origin)?.sources;
  if (cwd === undefined || !selected.some(isOwnBench)) return undefined;
  if (!(await isOutdated(manifest, cwd))) return undefined;
  return (
    `The ${manifest.build} image is older than its sources: ` +
    'changes since it was built are not measured.'
  );
}
