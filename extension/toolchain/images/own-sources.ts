import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ImageManifest, parsePlace } from '../../agent';
import { builtInPath, findBenches } from '../languages';

/** Checks whether a file declares a benchmark; an unreadable file declares none. */
export async function declaresBenchmarks(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return findBenches(text, file).length > 0;
}

/**
 * Checks whether an image has outlived the user's own benchmarks: it was built with some, and none of
 * their files declares any now.
 */
export async function hasOutlivedSources(
  { benches }: Pick<ImageManifest, 'benches'>,
  cwd: string,
): Promise<boolean> {
  const files = benches.map(({ at }) => parsePlace(at).file);
  const own = new Set(files.filter((file) => builtInPath(file) === undefined));
  const declares = await Promise.all(
    [...own].map((file) => declaresBenchmarks(resolve(cwd, file))),
  );
  return own.size > 0 && !declares.includes(true);
}
