import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parsePlace } from '../../core/source/place';
import { isOwnBench } from '../../engine/images/outdated';
import type { ImageBenches } from '../services';

/**
 * An image that the user's own build made, held against his sources by their age: such a build keeps
 * no digests, and links anew whenever a source is younger.
 */
export async function heldAgainstSources(
  image: ImageBenches,
  folder: string,
): Promise<ImageBenches> {
  if ('missing' in image) return image;
  const own = image.benches
    .filter(isOwnBench)
    .map(({ at }) => resolve(folder, parsePlace(at).file));
  const ages = await Promise.all([...new Set(own)].map(changedAt));
  return { ...image, isOutdated: ages.some((age) => age > image.builtAt.getTime()) };
}

/** A source that is gone, or lies elsewhere, says nothing. */
async function changedAt(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
