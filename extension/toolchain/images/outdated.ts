import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { type Bench, type ImageManifest, parseSourceLine } from '../../agent';
import { EngineError } from '../../base';
import { agentsFolderAbove } from '../../projects';
import { findBuiltInPath } from '../languages';
import { findStoredManifest, type FoundManifest, type ImageFolder } from './find';

/** Recognises the user's own benchmarks; built-in ones change only with Cyclescope. */
export function isOwnBench({ at }: Pick<Bench, 'at'>): boolean {
  return findBuiltInPath(parseSourceLine(at).file) === undefined;
}

/**
 * The remark if some of the user's own benchmarks are measured from an image that is older
 * than their sources.
 */
export async function describeOutdatedImage(
  { manifest, origin }: FoundManifest,
  imageFolders: readonly ImageFolder[],
  selected: readonly Bench[],
): Promise<string | undefined> {
  const cwd = imageFolders.find((imageFolder) => imageFolder.origin === origin)?.sources;
  if (cwd === undefined || !selected.some(isOwnBench)) return undefined;
  if (!(await isOutdated(manifest, cwd))) return undefined;
  return (
    `The ${manifest.build} image is older than its sources: ` +
    'changes since it was built are not measured.'
  );
}

const nameFrom = (cwd: string, file: string) => relative(cwd, file).split(sep).join('/');

/** SHA-256 of files by their path from a folder, with slashes. */
export async function digestSources(
  files: readonly string[],
  cwd: string,
): Promise<Readonly<Record<string, string>>> {
  const pairs = files.map(async (file) => [nameFrom(cwd, file), await hashFile(file)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Checks whether any of the user's sources or headers has changed since the image was built. */
export async function isOutdated(
  { sources = {} }: Pick<ImageManifest, 'sources'>,
  cwd: string,
): Promise<boolean> {
  const differs = Object.entries(sources).map(([path, digest]) => {
    return hasOther(digest, resolve(cwd, path));
  });
  return (await Promise.all(differs)).includes(true);
}

/** The user's sources in a build, by their path from a folder. */
export interface BuiltSources {
  readonly cwd: string;
  readonly digests: Readonly<Record<string, string>>;
}

/** Finds the user's sources in the build of an image, by its hash; undefined if it is in none of the folders. */
export async function findBuiltSources(
  imageFolders: readonly ImageFolder[],
  sha256: string,
): Promise<BuiltSources | undefined> {
  for (const imageFolder of imageFolders) {
    const { folder, sources: cwd } = imageFolder;
    if (cwd === undefined) continue;
    for (const target of await readdir(folder).catch(() => [])) {
      const found = await findStoredManifest(imageFolder, target, 'headline').catch(
        () => undefined,
      );
      if (found?.manifest.sha256 !== sha256) continue;
      return { cwd, digests: found.manifest.sources ?? {} };
    }
  }
  return undefined;
}

/** Checks whether a source has changed since a build; undefined if the build has no digest of it. */
export async function isSourceChanged(
  { cwd, digests }: BuiltSources,
  file: string,
): Promise<boolean | undefined> {
  const digest = digests[nameFrom(cwd, file)];
  return digest === undefined ? undefined : hasOther(digest, file);
}

/** True if a file's digest is another one, or the file is gone. */
const hasOther = async (digest: string, file: string) =>
  (await hashFile(file).catch(() => 'gone')) !== digest;

async function hashFile(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** Beside the images of a failed build until the next one that succeeds: what failed. */
const failureFile = (images: string) => join(images, 'last-build-failed.txt');

/** Notes in the folder of a target's or a project's images that their last build failed, or that it did not. */
export async function noteBuildEnd(
  images: string,
  failure: EngineError | undefined,
): Promise<void> {
  const file = failureFile(images);
  if (!failure) return rm(file, { force: true });
  await mkdir(images, { recursive: true });
  await writeFile(file, `${failure.message}\n`);
}

/** The folders of a target's images down to the one in which its image was found. */
function imagesBefore({ manifest, origin }: FoundManifest, imageFolders: readonly ImageFolder[]) {
  const last = imageFolders.findIndex((imageFolder) => imageFolder.origin === origin);
  return imageFolders.slice(0, last + 1).map(({ folder }) => join(folder, manifest.target));
}

/** The folder of a project's agents that a file's folder is in, if it is in one. */
function projectImages(own: string): readonly string[] {
  const folder = agentsFolderAbove(own);
  return folder === undefined ? [] : [folder];
}

/** The time when a file was written, in milliseconds; -Infinity if there is none. */
async function readWriteTime(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs ?? -Infinity;
}

/**
 * Refuses to measure an image from before a failed build, since its figures would pass for those of
 * the sources as they are. Built-in benchmarks that are chosen by name are the same in both.
 */
export async function refuseAfterFailedBuild(
  found: FoundManifest,
  imageFolders: readonly ImageFolder[],
  selected: readonly Bench[],
  patterns: readonly string[],
): Promise<void> {
  const { manifest, origin, folder: own } = found;
  const { target, build } = manifest;
  // A project builds every benchmark itself, with its own kernel and options.
  const isOfProject = origin === 'file';
  if (!isOfProject && patterns.length > 0 && !selected.some(isOwnBench)) return;
  for (const folder of isOfProject ? projectImages(own) : imagesBefore(found, imageFolders)) {
    const file = failureFile(folder);
    const failure = await readFile(file, 'utf8').catch(() => undefined);
    if (failure === undefined) continue;
    // A build in progress may have replaced this image already, and still work on the other one.
    const isBuilt = own.startsWith(folder + sep);
    const built = join(own, isOfProject ? manifest.elf : 'manifest.json');
    if (isBuilt && (await readWriteTime(built)) > (await readWriteTime(file))) continue;
    throw new EngineError(
      'old-image',
      `The last build for ${target} failed: ${failure.trim()} The ${build} image is an older one.`,
      'Correct it and build again.',
    );
  }
}
