import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Recipe } from './recipe-types';
import { notHere, vendor } from './vendor';

/** Where recipes say that the sources lie which others wrote. */
export const C_SOURCES = 'build/c-sources';

const OF = "FreeRTOS and of SEGGER's recorder";

/** What finding and fetching them takes. */
export interface CSourcesRequest {
  readonly packageFolder: string;
  readonly onMessage: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A package is published without its lock file, and nothing is built into it. */
export function isClone(packageFolder: string): boolean {
  return existsSync(join(packageFolder, 'package-lock.json'));
}

/** Where the C sources of FreeRTOS and of SEGGER's recorder lie: in a clone, elsewhere in the user's cache. */
export function cSourcesFolder(packageFolder: string, environment = process.env): string {
  if (isClone(packageFolder)) return join(packageFolder, C_SOURCES);
  const { XDG_CACHE_HOME: cache } = environment;
  return join(cache || join(homedir(), '.cache'), 'cyclescope', 'c-sources');
}

/** Whether everything that a recipe takes from there is there. */
export async function hasCSources(recipe: Recipe, folder: string): Promise<boolean> {
  const wanted = recipe.systemIncludes.map((path) => access(placeOf(path, '', folder)));
  return (await Promise.allSettled(wanted)).every(({ status }) => status === 'fulfilled');
}

/** Makes sure that a recipe's C sources are here: an installed package lets cargo fetch them. */
export async function requireCSources(recipe: Recipe, request: CSourcesRequest): Promise<string> {
  const { packageFolder, onMessage, signal } = request;
  const folder = cSourcesFolder(packageFolder);
  if (await hasCSources(recipe, folder)) return folder;
  const sources = { of: OF, folder };
  if (isClone(packageFolder)) throw notHere(sources, 'Fetch them with: npm run setup');
  onMessage(`Fetching the C sources of ${OF} with cargo.`);
  const project = join(packageFolder, 'third-party', 'c-sources');
  await vendor({ ...sources, project, kept: cratesOf(recipe) }, signal);
  if (await hasCSources(recipe, folder)) return folder;
  throw notHere(sources, `Remove ${folder} and try again.`);
}

/** The path of a file that a recipe names; an extra may name one anywhere. */
export function placeOf(path: string, packageFolder: string, cSources: string): string {
  if (isAbsolute(path)) return path;
  const isTheirs = path.startsWith(`${C_SOURCES}/`);
  return isTheirs ? join(cSources, path.slice(C_SOURCES.length)) : join(packageFolder, path);
}

/** The crates that a recipe takes sources from. */
function cratesOf({ systemIncludes }: Recipe): readonly string[] {
  const crates = systemIncludes.map((path) => path.slice(C_SOURCES.length + 1).split('/')[0] ?? '');
  return [...new Set(crates)];
}
