import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../engine/error';
import { findManifest, type FoundManifest, type ImagePlace } from '../../engine/images/find';
import type { ImageBenches } from '../services';

/** Words for what can be missing, in the user's language. */
export interface MissingWords {
  readonly none: string;
  readonly unusable: (why: string) => string;
}

/** The benchmarks of the first image that is found under one of several names. */
export async function readBenches(
  places: readonly ImagePlace[],
  names: readonly string[],
  words: MissingWords,
): Promise<ImageBenches> {
  for (const name of names) {
    try {
      return await benchesOf(await findManifest(places, name, 'headline'));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.code !== 'no-image') return { missing: words.unusable(error.message) };
    }
  }
  return { missing: words.none };
}

async function benchesOf({ manifest, folder, origin }: FoundManifest): Promise<ImageBenches> {
  const { mtime } = await stat(join(folder, 'manifest.json'));
  const { benches, sha256, texts = {} } = manifest;
  return { benches, sha256, texts, origin, builtAt: mtime };
}
