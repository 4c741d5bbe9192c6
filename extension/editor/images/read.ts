import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../engine/error';
import { type FoundManifest, type ImagePlace, passedOverSentence } from '../../engine/images/find';
import { findImageOf } from '../../engine/images/of-target';
import { isOutdated } from '../../engine/images/source-digests';
import type { Target } from '../../targets/target';
import type { ImageBenches } from '../services';
import { imageNames } from './names';

type Sought = Pick<Target, 'id' | 'images' | 'elfs' | 'identify'>;

/** Words for what can be missing, in the user's language. */
export interface MissingWords {
  readonly none: string;
  readonly unusable: (why: string) => string;
}

/** The benchmarks of the first image that is found for a target; `say` logs. */
export async function readBenches(
  places: readonly ImagePlace[],
  target: Sought,
  words: MissingWords,
  say: (text: string) => void,
): Promise<ImageBenches> {
  for (const images of imageNames(target)) {
    try {
      const found = await findImageOf({ ...target, images }, places, 'headline');
      const passedOver = passedOverSentence(found);
      if (passedOver !== undefined) say(passedOver);
      const own = places.find(({ origin }) => origin === found.origin)?.sources;
      return await benchesOf(found, own);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.code !== 'no-image') return { missing: words.unusable(error.message) };
      if (target.elfs) return { missing: error.message };
    }
  }
  return { missing: words.none };
}

/** `cwd`: what the user's own sources are relative to, where there can be some. */
async function benchesOf(
  { manifest, folder, origin }: FoundManifest,
  cwd: string | undefined,
): Promise<ImageBenches> {
  const { mtime } = await stat(join(folder, origin === 'file' ? manifest.elf : 'manifest.json'));
  const { benches, extras, sha256, texts = {} } = manifest;
  const outdated = cwd !== undefined && (await isOutdated(manifest, cwd));
  return { benches, extras, sha256, texts, origin, builtAt: mtime, isOutdated: outdated };
}
