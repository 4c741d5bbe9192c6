import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ImageBuild, ImageManifest } from '../agent';
import { didYouMean, EngineError, listNames, nearest, throwIfCancelled } from '../base';
import { isClone, requireCSources } from './c-sources';
import { extrasNamed, withExtras } from './extras';
import { recordRevision, makeImage } from './image';
import { layoutFolder, noteBuildEnd, readManifest, readRevision } from './images';
import { codeEndings, compilerVersions, listLanguages } from './languages';
import { NeededSources } from './link-failure';
import type { ImageParts, ImagePlan, ObjectStore } from './plan';
import { buildableTargets, findRecipe } from './recipe';
import type { Recipe } from './recipe-types';
import { filesBelow, userSources } from './user-sources';
import { findInclusions, openWorkspace } from './workspace';

/** The inputs of an image. */
interface InputFacts {
  /** The hash over our own sources. */
  readonly ours: string;
  readonly cwd: string;
  /** The user's sources, and the headers that they include. */
  readonly userFiles: readonly string[];
  readonly commandLine: readonly string[];
}

/** A hash over every source and header, the flags and the compiler: equal hash, equal image. */
async function hashInputs({ ours, cwd, userFiles, commandLine }: InputFacts): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(commandLine)).update(ours);
  await addFiles(hash, cwd, userFiles);
  return hash.digest('hex');
}

const OURS = new RegExp(`(?<!_test)\\.(${[...codeEndings, 'cmake', 'ld'].join('|')})$`);

/** A hash over all sources and headers in folders of ours, but not over the tests beside them. */
async function hashFolders(packageFolder: string, folders: readonly string[]): Promise<string> {
  const files = await Promise.all(
    folders.map((folder) => filesBelow(join(packageFolder, folder), OURS)),
  );
  const hash = createHash('sha256');
  await addFiles(hash, packageFolder, files.flat());
  return hash.digest('hex');
}

async function addFiles(hash: Hash, root: string, files: readonly string[]): Promise<void> {
  for (const file of files) hash.update(`\0${relative(root, file)}\0`).update(await readFile(file));
}

export interface BuildRequest {
  readonly target: string;
  /** Files and folders of the user's own benchmarks. */
  readonly sources: readonly string[];
  /** Names of optional parts that the agent is to have. */
  readonly extras?: readonly string[];
  /** Names of the licences that the user agreed to. */
  readonly agreed?: readonly string[];
  /** With the C library linked in, for systems that have none of that age. */
  readonly withLibc?: boolean;
  /** By default both. */
  readonly builds?: readonly ImageBuild[];
  /** The number of headline images that differ only in order and alignment; by default one. */
  readonly layouts?: number | undefined;
  readonly packageFolder: string;
  readonly cwd: string;
  /** Receives the compiler's messages as they are. */
  readonly onMessage: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface BuiltImage {
  readonly folder: string;
  readonly manifest: ImageManifest;
  /** It was up to date. */
  readonly upToDate: boolean;
}

const OUR_FOLDERS = [
  'include',
  'core',
  'ports',
  'parts',
  'clocks',
  'families',
  'boards',
  'bindings',
].map((folder) => `target-agent/${folder}`);

const BUILDS: readonly ImageBuild[] = ['headline', 'traced'];

/** Builds a target's images from our sources and the user's; up-to-date images are kept. */
export async function buildImages(request: BuildRequest): Promise<readonly BuiltImage[]> {
  const plain = chooseRecipe(request);
  refuseLayouts(plain, request);
  const extras = extrasNamed(request.extras ?? []);
  const { files: userFiles, programs } = await userSources(request.sources, request.cwd);
  for (const file of programs) {
    const name = relative(request.cwd, file);
    request.onMessage(`${name} defines main(), which the agent has as well, and is skipped.`);
  }
  // Nothing is fetched if the compiler is missing.
  await compilerVersions(plain, userFiles, request.signal);
  const cSources = await requireCSources(plain, request);
  const recipe = await withExtras(plain, extras, { agreed: [], ...request });
  const names = extras.map(({ name }) => name);
  const { packageFolder, cwd } = request;
  const isOurs = userFiles.length === 0 && extras.length === 0 && isClone(packageFolder);
  const agents = isOurs ? join(packageFolder, 'dist', 'agent') : join(cwd, '.cyclescope', 'agent');
  const ours = await hashOurSources(packageFolder);
  const workspace = openWorkspace(cwd);
  const inspectSources = perSources(async (files) => ({
    compilerVersion: await compilerVersions(recipe, files, request.signal),
    revision: await readRevision(files, request.signal),
  }));
  const shared = {
    ...request,
    cSources,
    extras: names,
    recipe,
    userFiles,
    workspace,
    ours,
    isOurs,
    inspectSources,
  };
  const images = join(agents, recipe.target);
  const built: BuiltImage[] = [];
  try {
    for (const build of request.builds ?? BUILDS) {
      throwIfCancelled(request.signal);
      const found = listFoundSources(built[0]?.manifest, cwd);
      built.push(await buildOne({ ...shared, build }, join(images, build), found));
    }
    for (let layout = 1; layout < (request.layouts ?? 1); layout += 1) {
      const found = listFoundSources(built[0]?.manifest, cwd);
      const parts = { ...shared, build: 'headline', layout } as const;
      built.push(await buildOne(parts, layoutFolder(images, layout), found));
    }
  } catch (error) {
    // A note that cannot be written must not hide the error.
    if (error instanceof EngineError) await noteBuildEnd(images, error).catch(() => undefined);
    throw error;
  }
  await noteBuildEnd(images, undefined);
  return built;
}

/** Refuses layouts of targets whose linker writes no map. */
function refuseLayouts({ target, compiler }: Recipe, { layouts = 1 }: BuildRequest): void {
  if (layouts === 1 || compiler !== 'zig') return;
  throw new EngineError(
    'refused',
    `The images of ${target} cannot be linked in other layouts: Zig's linker writes no map.`,
    'Omit --layouts.',
  );
}

/** Finds the recipe for a request. */
function chooseRecipe({ target, withLibc = false, packageFolder }: BuildRequest): Recipe {
  const recipe = findRecipe(target, packageFolder);
  if (recipe === undefined) {
    const near = nearest(target, [...buildableTargets()]);
    throw new EngineError(
      'unknown-target',
      `No agent can be built for "${target}".`,
      didYouMean(near) ?? `Agents can be built for: ${buildableTargets().join(', ')}.`,
    );
  }
  return withLibc ? (recipe.withLibc ?? recipe) : recipe;
}

/** The parts of an image that do not depend on which of the user's sources it needs. */
type FixedParts = Omit<ImageParts, 'compilerVersion' | 'revision'> & {
  readonly extras: readonly string[];
  readonly ours: string;
  readonly isOurs: boolean;
  /** Asks the compilers and git about sources of the user. */
  readonly inspectSources: (
    files: readonly string[],
  ) => Promise<Pick<ImageParts, 'compilerVersion' | 'revision'>>;
};

/** Asks once about the same sources: both images of a target have them. */
function perSources<T>(ask: (files: readonly string[]) => Promise<T>) {
  const known = new Map<string, Promise<T>>();
  return (files: readonly string[]) => {
    const key = files.join('\n');
    const answer = known.get(key) ?? ask(files);
    known.set(key, answer);
    return answer;
  };
}

/** The sources of an image that the user did not name. */
const listFoundSources = (manifest: ImageManifest | undefined, cwd: string) =>
  (manifest?.found ?? []).map((file) => resolve(cwd, file)).filter((file) => existsSync(file));

/**
 * Builds an image with the user's sources, and with those of his folder that these need: `likely`
 * ones, and all that the linker misses.
 */
async function buildOne(
  parts: FixedParts,
  folder: string,
  likely: readonly string[],
): Promise<BuiltImage> {
  const { cwd, onMessage } = parts;
  const existing = await readManifestFile(folder);
  const before = listFoundSources(existing, cwd);
  let { plan, notes } = await planImage(parts, folder, before);
  const isComplete = existing?.texts && (existing.sources || plan.userFiles.length === 0);
  if (existing?.inputs === plan.inputs && isComplete) {
    const manifest = await recordRevision(existing, plan.revision, folder);
    return { folder, manifest, upToDate: true };
  }
  let found = likely;
  if (!isDeepStrictEqual(found, before)) ({ plan, notes } = await planImage(parts, folder, found));
  const reported = new Set<string>();
  for (;;) {
    for (const note of notes) if (!reported.has(note)) onMessage(note);
    for (const note of notes) reported.add(note);
    try {
      return { folder, manifest: await makeImage(plan, folder), upToDate: false };
    } catch (error) {
      if (!(error instanceof NeededSources)) throw error;
      for (const [file, names] of error.functions)
        onMessage(`${relative(cwd, file)} is built as well: it defines ${listNames(names, 5)}.`);
      found = [...found, ...error.functions.keys()];
      ({ plan, notes } = await planImage(parts, folder, found));
    }
  }
}

/** Plans an image with the user's named sources and found ones. */
async function planImage(
  { ours, isOurs, inspectSources, ...fixed }: FixedParts,
  folder: string,
  foundFiles: readonly string[],
): Promise<{ readonly plan: ImagePlan; readonly notes: readonly string[] }> {
  const { packageFolder, cSources, cwd, extras } = fixed;
  const userFiles = [...fixed.userFiles, ...foundFiles];
  const { compilerVersion, revision } = await inspectSources(userFiles);
  const parts = { ...fixed, userFiles, foundFiles, compilerVersion, revision };
  const { headers, options, notes } = await findInclusions(parts);
  const inputs = await hashInputs({
    ours,
    cwd,
    userFiles: [...userFiles, ...headers],
    commandLine: [
      ...makeCompilerLine({ ...parts, extras }),
      ...userFiles
        .flatMap((file) => options.get(file) ?? [])
        .map((text) => text.replaceAll(cwd, '')),
    ],
  });
  const objects = {
    ...(await objectFolders(isOurs ? packageFolder : undefined, folder, parts)),
    basis: ours,
    roots: [packageFolder, cSources],
  };
  const plan = { ...parts, userHeaders: headers, userOptions: options, inputs, objects };
  return { plan, notes };
}

type CommandLineParts = Pick<ImageParts, 'compilerVersion' | 'build' | 'recipe' | 'userFiles'>;

/** The compilers of an image and their options, but for those that single sources of the user have. */
export function makeCompilerLine(
  parts: CommandLineParts & { readonly extras: readonly string[] },
): readonly string[] {
  const { recipe, build } = parts;
  const files = [...recipe.sources.flatMap((group) => group.files), ...parts.userFiles];
  return [
    parts.compilerVersion,
    build,
    ...parts.extras,
    ...listLanguages(files).flatMap((language) => language.options(recipe)),
    ...recipe.linkFlags,
    ...recipe.systemIncludes,
    ...recipe.sources.flatMap(({ flags = [] }) => flags),
    ...recipe.defines(build),
  ];
}

/**
 * The folder of an image's objects, and those of all other images beside it. All layouts are linked from
 * the same objects.
 */
async function objectFolders(
  clone: string | undefined,
  image: string,
  { recipe, build }: Pick<ImageParts, 'recipe' | 'build'>,
): Promise<Pick<ObjectStore, 'folder' | 'others'>> {
  const all = clone ? join(clone, 'build', 'objects') : dirname(dirname(image));
  const getObjectFolder = (target: string, each: ImageBuild) =>
    clone ? join(all, target, each) : join(all, target, each, 'objects');
  const targets = await readdir(all).catch(() => []);
  return {
    folder: getObjectFolder(recipe.target, build),
    others: targets.flatMap((target) => BUILDS.map((each) => getObjectFolder(target, each))),
  };
}

/** A hash over our sources. Packaged ones have their version in their path, and cargo has checked them. */
export const hashOurSources = (packageFolder: string): Promise<string> =>
  hashFolders(packageFolder, OUR_FOLDERS);

async function readManifestFile(folder: string): Promise<ImageManifest | undefined> {
  try {
    return readManifest(await readFile(join(folder, 'manifest.json'), 'utf8')).manifest;
  } catch {
    return undefined;
  }
}
