import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ImageBuild, ImageManifest } from '../agent';
import { didYouMean, EngineError, nearest } from '../base';
import { isClone, requireCSources } from './c-sources';
import { extrasNamed, withExtras } from './extras';
import { makeImage } from './image';
import { noteBuildEnd, readManifest } from './images';
import { hashFolders, hashInputs, userHeaders, userSources } from './inputs';
import { compilerVersions } from './languages';
import type { ImageParts } from './plan';
import { buildableTargets, recipeOf } from './recipe';
import type { Recipe } from './recipe-types';

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
  const plain = chosenRecipe(request);
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
  const version = await compilerVersions(recipe, userFiles, request.signal);
  const names = extras.map(({ name }) => name);
  const { packageFolder, cwd } = request;
  const isOurs = userFiles.length === 0 && extras.length === 0 && isClone(packageFolder);
  const agents = isOurs ? join(packageFolder, 'dist', 'agent') : join(cwd, '.cyclescope', 'agent');
  const parts = { ...request, cSources, extras: names, recipe, userFiles };
  const ours = await hashOurSources(packageFolder);
  const built: BuiltImage[] = [];
  try {
    for (const build of BUILDS) {
      request.signal?.throwIfAborted();
      built.push(
        await buildOne({ ...parts, build, compilerVersion: version, ours }, agents, isOurs),
      );
    }
  } catch (error) {
    if (error instanceof EngineError) await noteBuildEnd(agents, recipe.target, error);
    throw error;
  }
  await noteBuildEnd(agents, recipe.target, undefined);
  return built;
}

/** Finds the recipe for a request. */
function chosenRecipe({ target, withLibc = false, packageFolder }: BuildRequest): Recipe {
  const recipe = recipeOf(target, packageFolder);
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

async function buildOne(
  parts: ImageParts & Required<Pick<ImageParts, 'extras'>> & { readonly ours: string },
  agents: string,
  isOurs: boolean,
): Promise<BuiltImage> {
  const { recipe, build, packageFolder, cSources, cwd, extras, userFiles, ours } = parts;
  const headers = await userHeaders(parts);
  const inputs = await hashInputs({
    ours,
    cwd,
    userFiles: [...userFiles, ...headers],
    commandLine: [
      parts.compilerVersion,
      build,
      ...extras,
      ...recipe.flags,
      ...recipe.linkFlags,
      ...recipe.systemIncludes,
      ...recipe.sources.flatMap(({ flags = [] }) => flags),
      ...recipe.defines(build),
    ],
  });
  const folder = join(agents, recipe.target, build);
  const existing = await manifestIn(folder);
  const isComplete = existing?.texts && (existing.sources || userFiles.length === 0);
  if (existing?.inputs === inputs && isComplete)
    return { folder, manifest: existing, upToDate: true };
  const cache = join(packageFolder, 'build', 'objects', recipe.target, build);
  const objects = {
    folder: isOurs ? cache : join(folder, 'objects'),
    basis: ours,
    roots: [packageFolder, cSources],
  };
  const plan = { ...parts, userHeaders: headers, inputs, objects };
  return { folder, manifest: await makeImage(plan, folder), upToDate: false };
}

/** A hash over our sources. Packaged ones have their version in their path, and cargo has checked them. */
export const hashOurSources = (packageFolder: string): Promise<string> =>
  hashFolders(packageFolder, OUR_FOLDERS);

async function manifestIn(folder: string): Promise<ImageManifest | undefined> {
  try {
    return readManifest(await readFile(join(folder, 'manifest.json'), 'utf8')).manifest;
  } catch {
    return undefined;
  }
}
