import { existsSync } from 'node:fs';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EngineError } from '../error';
import { compile, type Compilation } from './compiler';
import type { Recipe } from './recipe-types';

/** Where recipes say that the sources lie which others wrote. */
export const C_SOURCES = 'build/c-sources';

/** What installs a cargo that reads our lock file. */
export const CARGO_REMEDY = 'install cargo 1.85 or newer: https://rustup.rs';

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
  const { packageFolder, onMessage } = request;
  const folder = cSourcesFolder(packageFolder);
  if (await hasCSources(recipe, folder)) return folder;
  if (isClone(packageFolder)) throw notHere(folder, 'Fetch them with: npm run setup');
  onMessage("Fetching the C sources of FreeRTOS and of SEGGER's recorder with cargo.");
  await vendor(recipe, folder, request);
  if (await hasCSources(recipe, folder)) return folder;
  throw notHere(folder, `Remove ${folder} and try again.`);
}

/** The path of a file that a recipe names. */
export function placeOf(path: string, packageFolder: string, cSources: string): string {
  const isTheirs = path.startsWith(`${C_SOURCES}/`);
  return isTheirs ? join(cSources, path.slice(C_SOURCES.length)) : join(packageFolder, path);
}

/** Cargo holds every file against the checksums of the package's lock file. */
async function vendor(
  recipe: Recipe,
  folder: string,
  { packageFolder, signal }: CSourcesRequest,
): Promise<void> {
  const partial = `${folder}.${process.pid}.partial`;
  const manifest = join(packageFolder, 'third-party', 'c-sources', 'Cargo.toml');
  const args = ['vendor', '--locked', '--versioned-dirs', '--quiet', '--manifest-path', manifest];
  await mkdir(dirname(folder), { recursive: true });
  try {
    const { succeeded, messages } = await cargo([...args, partial], dirname(folder), signal);
    if (!succeeded) throw notHere(folder, messages.trim());
    await keepOnly(partial, cratesOf(recipe));
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** The crates that a recipe takes sources from. */
function cratesOf({ systemIncludes }: Recipe): ReadonlySet<string | undefined> {
  return new Set(systemIncludes.map((path) => path.slice(C_SOURCES.length + 1).split('/')[0]));
}

/** Cargo also brings everything that the crates would be built with. */
async function keepOnly(folder: string, names: ReadonlySet<string | undefined>): Promise<void> {
  const rest = (await readdir(folder)).filter((name) => !names.has(name));
  await Promise.all(rest.map((name) => rm(join(folder, name), { recursive: true })));
}

async function cargo(
  args: readonly string[],
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<Compilation> {
  try {
    return await compile('cargo', args, cwd, signal);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'missing-program') throw error;
    throw new EngineError(
      'missing-program',
      "cargo was not found, which fetches the C sources of FreeRTOS and of SEGGER's recorder.",
      `To build this agent, ${CARGO_REMEDY}`,
    );
  }
}

function notHere(folder: string, hint: string): EngineError {
  return new EngineError(
    'refused',
    `The C sources of FreeRTOS and of SEGGER's recorder are not here (${folder}).`,
    hint,
  );
}
