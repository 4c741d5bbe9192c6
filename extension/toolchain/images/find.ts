import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type AgentImage,
  type ImageBuild,
  type ImageManifest,
  parseSourceLine,
  readAgent,
} from '../../agent';
import { EngineError, systemCode } from '../../base';
import { getImagesName, type Target } from '../../targets';
import { findBuiltInPath, findBenches } from '../languages';
import { readManifest } from './manifest';
import { PACKED_IMAGES, readElfFile, readPackedManifest } from './packed';
import { readNotedRevision } from './revision';

/** A folder that holds `<target>/<build>/manifest.json`, or of a package all images in one file. */
export interface ImageFolder {
  readonly folder: string;
  /** `built`: made by `cyclescope build` here; it comes before the shipped ones. */
  readonly origin: 'built' | 'environment' | 'shipped';
  /** The folder that paths of the user's sources are relative to, in images that were built here. */
  readonly sources?: string | undefined;
}

export interface FoundManifest {
  readonly manifest: ImageManifest;
  readonly folder: string;
  /** The file that has the manifest; an ELF file that the target itself names is its own. */
  readonly file: string;
  /** `file`: an ELF file that the target itself names. */
  readonly origin: ImageFolder['origin'] | 'file';
  /** The folder of an image built here that is not used, since its sources are gone. */
  readonly passedOver?: string | undefined;
}

/** Folders in which images are searched, in order. */
export function listImageFolders(options: {
  readonly cwd: string;
  readonly packageFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): readonly ImageFolder[] {
  const { CYCLESCOPE_AGENTS: agents } = options.environment;
  if (agents) return [{ folder: agents, origin: 'environment' }];
  return [
    { folder: join(options.cwd, '.cyclescope', 'agent'), origin: 'built', sources: options.cwd },
    { folder: join(options.packageFolder, 'dist', 'agent'), origin: 'shipped' },
  ];
}

/** The folders of a build whose image is in these folders; undefined where all images are those of the environment. */
export function findBuildFolders(
  imageFolders: readonly ImageFolder[],
): { readonly cwd: string; readonly packageFolder: string } | undefined {
  const cwd = imageFolders.find(({ origin }) => origin === 'built')?.sources;
  const shipped = imageFolders.find(({ origin }) => origin === 'shipped')?.folder;
  if (cwd === undefined || shipped === undefined) return undefined;
  return { cwd, packageFolder: dirname(dirname(shipped)) };
}

/** Codes of files that are not there; a board may name anything as its images. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (ABSENT.has(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

function checkManifest(
  text: string,
  path: string,
  target: string,
  build: ImageBuild,
): ImageManifest {
  const reading = readManifest(text);
  const wrong =
    reading.problem ??
    (reading.manifest?.target !== target || reading.manifest.build !== build
      ? `it describes ${reading.manifest?.target}/${reading.manifest?.build}`
      : undefined);
  if (wrong === undefined && reading.manifest) return reading.manifest;
  throw new EngineError('bad-image', `${path} cannot be used: ${wrong}.`, rebuildHint(target));
}

function rebuildHint(target: string): string {
  return `Build the images with: cyclescope build --target ${target}`;
}

/**
 * Finds the first manifest of a target's build; if there is none, throws the searched folders. An
 * image that has outlived the sources it was built from comes last.
 */
export async function findManifest(
  imageFolders: readonly ImageFolder[],
  target: string,
  build: ImageBuild,
  howToBuild = rebuildHint(target),
): Promise<FoundManifest> {
  let outlived: FoundManifest | undefined;
  for (const imageFolder of imageFolders) {
    const found = await findStoredManifest(imageFolder, target, build);
    if (!found) continue;
    const isOutlived =
      imageFolder.sources !== undefined &&
      (await hasOutlivedSources(found.manifest, imageFolder.sources));
    if (!isOutlived) return { ...found, passedOver: outlived?.folder };
    outlived ??= found;
  }
  if (outlived) return outlived;
  const looked = imageFolders
    .map((imageFolder) => join(imageFolder.folder, target, build))
    .join(', ');
  throw new EngineError(
    'no-image',
    `There is no ${build} image for ${target} (searched ${looked}).`,
    howToBuild,
  );
}

/** Finds the manifest of a target's build in one folder. */
export async function findStoredManifest(
  { folder: root, origin }: ImageFolder,
  target: string,
  build: ImageBuild,
): Promise<FoundManifest | undefined> {
  const folder = join(root, target, build);
  const own = join(folder, 'manifest.json');
  const packed = join(root, PACKED_IMAGES);
  const ownText = await ifThere(readFile(own, 'utf8'));
  const text = ownText ?? (await ifThere(readPackedManifest(packed, { target, build })));
  if (text === undefined) return undefined;
  const file = ownText === undefined ? packed : own;
  return { manifest: checkManifest(text, file, target, build), folder, file, origin };
}

/** The remark if an image was passed over. */
export function describePassedOverImage({ passedOver }: FoundManifest): string | undefined {
  if (passedOver === undefined) return undefined;
  return (
    `The image in ${passedOver} is not used: ` +
    'none of its sources declares a benchmark any more.'
  );
}

/** Reads the ELF file that a manifest names and checks its hash. */
export async function loadImage(found: FoundManifest): Promise<AgentImage> {
  const { manifest, folder, origin } = found;
  const path = join(folder, manifest.elf);
  const hint =
    origin === 'file'
      ? 'Wait until the build has finished, and try again.'
      : rebuildHint(manifest.target);
  const elf = await readElfFile(folder, manifest).catch((error: unknown) => {
    const why = systemCode(error) ?? String(error);
    throw new EngineError('bad-image', `${path} cannot be read (${why}).`, hint);
  });
  const sha256 = createHash('sha256').update(elf).digest('hex');
  if (sha256 !== manifest.sha256) {
    const what =
      origin === 'file'
        ? 'changed while it was being read'
        : 'is not the file that its manifest describes (its SHA-256 differs)';
    throw new EngineError('bad-image', `${path} ${what}.`, hint);
  }
  return { manifest, path, elf };
}

/** The folder of another layout of a headline image, beside it in the folder of a target's images. */
export const layoutFolder = (images: string, layout: number) => join(images, `layout-${layout}`);

/** Loads images that differ from a headline image in order and alignment alone; `count` contains it. */
export async function loadLayouts(
  { manifest: { target, build, inputs }, folder }: FoundManifest,
  count: number,
): Promise<readonly AgentImage[]> {
  const layouts = Array.from({ length: count - 1 }, (_, at) => at + 1);
  return Promise.all(
    layouts.map(async (layout) => {
      const own = layoutFolder(dirname(folder), layout);
      const file = join(own, 'manifest.json');
      const text = await ifThere(readFile(file, 'utf8'));
      const manifest = text === undefined ? undefined : checkManifest(text, file, target, build);
      if (manifest?.inputs === inputs) {
        return loadImage({ manifest, folder: own, file, origin: 'built' });
      }
      throw new EngineError(
        'no-image',
        `There is no layout ${layout + 1} of the ${build} image in ${folder}.`,
        `Build and measure all: cyclescope run --target ${target} --layouts ${count}`,
      );
    }),
  );
}

/** Checks whether a file declares a benchmark; an unreadable file declares none. */
export async function declaresBenchmarks(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return findBenches(text, file).length > 0;
}

/**
 * Checks whether an image has outlived the user's own benchmarks: it was built with some, and none of
 * their files declares any now.
 */
async function hasOutlivedSources(
  { benches }: Pick<ImageManifest, 'benches'>,
  cwd: string,
): Promise<boolean> {
  const files = benches.map(({ at }) => parseSourceLine(at).file);
  const own = new Set(files.filter((file) => findBuiltInPath(file) === undefined));
  const declares = await Promise.all(
    [...own].map((file) => declaresBenchmarks(resolve(cwd, file))),
  );
  return own.size > 0 && !declares.includes(true);
}

/** Finds the image that a target runs: its own ELF file if it names one, or a stored image. */
export async function findTargetImage(
  target: Pick<Target, 'id' | 'images' | 'elfs' | 'howToBuild'>,
  imageFolders: readonly ImageFolder[],
  build: ImageBuild,
): Promise<FoundManifest> {
  const { id, elfs, howToBuild } = target;
  if (!elfs) return findManifest(imageFolders, getImagesName(target), build, howToBuild);
  const path = elfs[build];
  if (path !== undefined) return describeElf(path, id, build);
  throw new EngineError('no-image', `No ${build} image is configured for ${id}.`, HINTS[build]);
}

const HINTS: Readonly<Record<ImageBuild, string>> = {
  headline: 'Name the ELF file of an agent with --elf FILE, or as "elf" in cyclescope.boards.',
  traced:
    'Name an ELF file with trace hooks with --traced-elf FILE, or as "tracedElf" in ' +
    'cyclescope.boards, or measure without a trace.',
};

/** Reads the manifest of an ELF file that the user built from the file itself. */
export async function describeElf(
  path: string,
  target: string,
  build: ImageBuild,
): Promise<FoundManifest> {
  const bytes = await readProgram(path);
  const reading = readAgent(bytes);
  if (!reading.agent) {
    throw new EngineError('bad-image', `${path} ${reading.problem}.`, reading.hint);
  }
  const { benches, compiler, hooks, glibc } = reading.agent;
  if (build === 'headline' && hooks === 1) throw makeHookError(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const revision = await readNotedRevision(path, sha256);
  const manifest: ImageManifest = {
    schema: 1,
    target,
    build,
    elf: basename(path),
    hooks,
    benches,
    compiler,
    sha256,
    inputs: '',
    flags: '',
    components: [],
    ...(glibc !== undefined && { glibc }),
    ...(revision && { revision }),
  };
  return { manifest, folder: dirname(path), file: path, origin: 'file' };
}

async function readProgram(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = systemCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? String(error)})`;
    throw new EngineError(
      'no-image',
      `The agent image ${path} ${why}.`,
      'Build it first, or name another ELF file.',
    );
  }
}

function makeHookError(path: string): EngineError {
  return new EngineError(
    'bad-image',
    `${path} has kernel trace hooks linked in: its figures cannot serve as headline figures.`,
    'Name an image without hooks for the figures, and this one as the traced image.',
  );
}
