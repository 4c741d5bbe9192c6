import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../engine/error';
import {
  findManifest,
  type FoundManifest,
  type ImagePlace,
  passedOverSentence,
} from '../../engine/images/find';
import { isOutdated } from '../../engine/images/source-digests';
import type { ImageBenches } from '../services';

/** Words for what can be missing, in the user's language. */
export interface MissingWords {
  readonly none: string;
  readonly unusable: (why: string) => string;
}

/** The benchmarks of the first image that is found under one of several names; `say` logs. */
export async function readBenches(
  places: readonly ImagePlace[],
  names: readonly string[],
  words: MissingWords,
  say: (text: string) => void,
): Promise<ImageBenches> {
  for (const name of names) {
    try {
      const found = await findManifest(places, name, 'headline');
      const passedOver = passedOverSentence(found);
      if (passedOver !== undefined) say(passedOver);
      const own = places.find(({ origin }) => origin === found.origin)?.sources;
      return await benchesOf(found, own);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.code !== 'no-image') return { missing: words.unusable(error.message) };
    }
  }
  return { missing: words.none };
}

/** `cwd`: what the user's own sources are relative to, where there can be some. */
async function benchesOf(
  { manifest, folder, origin }: FoundManifest,
  cwd: string | undefined,
): Promise<ImageBenches> {
  const { mtime } = await stat(join(folder, 'manifest.json'));
  const { benches, sha256, texts = {} } = manifest;
  const outdated = cwd !== undefined && (await isOutdated(manifest, cwd));
  return { benches, sha256, texts, origin, builtAt: mtime, isOutdated: outdated };
}
