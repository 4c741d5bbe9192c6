import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageBuild, ImageManifest } from '../../core/agent/manifest';
import { nearest } from '../../core/text/near';
import { didYouMean, EngineError } from '../error';
import { readManifest } from '../images/manifest';
import { isClone, requireCSources } from './c-sources';
import { compilerVersion } from './compiler';
import { userHeaders } from './headers';
import { makeImage } from './image';
import { hashInputs } from './inputs';
import { buildableTargets, recipeOf } from './recipe';
import type { Recipe } from './recipe-types';
import { userSources } from './sources';

export interface BuildRequest {
  readonly target: string;
  /** Files and folders of the user's own benchmarks. */
  readonly sources: readonly string[];
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
  /** Nothing had changed since it was built. */
  readonly upToDate: boolean;
}

const BUILDS: readonly ImageBuild[] = ['headline', 'traced'];

/** Builds a target's images from our sources and the user's; unchanged ones are left as they are. */
export async function buildImages(request: BuildRequest): Promise<readonly BuiltImage[]> {
  const recipe = chosenRecipe(request);
  const userFiles = await userSources(request.sources, request.cwd);
  const version = await compilerVersion(recipe.compiler, request.signal);
  const cSources = await requireCSources(recipe, request);
  const built: BuiltImage[] = [];
  for (const build of BUILDS) {
    request.signal?.throwIfAborted();
    built.push(await buildOne({ ...request, cSources }, recipe, build, userFiles, version));
  }
  return built;
}

/** The recipe that a request asks for. */
function chosenRecipe({ target, withLibc = false }: BuildRequest): Recipe {
  const recipe = recipeOf(target);
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
  request: BuildRequest & { readonly cSources: string },
  recipe: Recipe,
  build: ImageBuild,
  userFiles: readonly string[],
  version: string,
): Promise<BuiltImage> {
  const { packageFolder, cwd } = request;
  const parts = { ...request, recipe, build, userFiles, compilerVersion: version };
  const headers = await userHeaders(parts);
  const inputs = await hashInputs({
    packageFolder,
    cwd,
    // The packaged sources have their version in their path, and cargo has checked them.
    folders: ['include', 'core', 'ports', 'clocks', 'benches', 'boards'].map(
      (folder) => `target-agent/${folder}`,
    ),
    userFiles: [...userFiles, ...headers],
    commandLine: [version, build, ...recipe.flags, ...recipe.linkFlags, ...recipe.systemIncludes, ...recipe.defines(build)],
  });
  const isOurs = userFiles.length === 0 && isClone(packageFolder);
  const root = isOurs ? join(packageFolder, 'dist', 'agent') : join(cwd, '.cyclescope', 'agent');
  const folder = join(root, recipe.target, build);
  const existing = await manifestIn(folder);
  const isTold = existing?.texts && (existing.sources || userFiles.length === 0);
  if (existing?.inputs === inputs && isTold) return { folder, manifest: existing, upToDate: true };
  const plan = { ...parts, userHeaders: headers, inputs };
  return { folder, manifest: await makeImage(plan, folder), upToDate: false };
}

async function manifestIn(folder: string): Promise<ImageManifest | undefined> {
  try {
    return readManifest(await readFile(join(folder, 'manifest.json'), 'utf8')).manifest;
  } catch {
    return undefined;
  }
}
