import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { type Bench, type ImageManifest, parsePlace } from '../../agent';
import { builtInPath } from '../languages';
import type { FoundManifest, ImagePlace } from './find';

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

/** SHA-256 of files by their path from a folder, with slashes. */
export async function digestSources(
  files: readonly string[],
  cwd: string,
): Promise<Readonly<Record<string, string>>> {
  const pairs = files.map(
    async (file) => [relative(cwd, file).split(sep).join('/'), await digestOf(file)] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

/** Checks whether any of the user's sources or headers has changed since the image was built. */
export async function isOutdated(
  { sources = {} }: Pick<ImageManifest, 'sources'>,
  cwd: string,
): Promise<boolean> {
  const differs = Object.entries(sources).map(async ([path, digest]) => {
    const now = await digestOf(resolve(cwd, path)).catch(() => 'gone');
    return now !== digest;
  });
  return (await Promise.all(differs)).includes(true);
}

async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
