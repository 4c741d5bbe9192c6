import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { normalPath } from '../agent';
import { EngineError } from '../base';
import { cacheFolder } from '../host';
import { compile } from './compiler';
import { fetchCrates, type Vendored } from './crates.mjs';
import type { Recipe } from './recipe-types';

/** The prefix of paths to third-party sources in recipes. */
export const C_SOURCES = 'build/c-sources';
export const KERNEL = `${C_SOURCES}/freertos-next-0.12.0/FreeRTOS-Kernel`;
export const RECORDER = `${C_SOURCES}/systemview-target-0.3.0/lib`;

/** Paths of C files in a folder, by their names with blanks between them. */
export const cFiles = (folder: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${folder}/${name}.c`);

const OF = "FreeRTOS and of SEGGER's recorder";

/** Inputs for finding and fetching them. */
export interface CSourcesRequest {
  readonly packageFolder: string;
  readonly onMessage: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A package is published without its lock file, and nothing is built into it. */
export function isClone(packageFolder: string): boolean {
  return existsSync(join(packageFolder, 'package-lock.json'));
}

/** The folder of the C sources of FreeRTOS and of SEGGER's recorder: in the clone, or in the user's cache. */
export function cSourcesFolder(packageFolder: string, environment = process.env): string {
  if (isClone(packageFolder)) return join(packageFolder, C_SOURCES);
  return join(cacheFolder(environment), 'c-sources');
}

/** Checks that all sources that a recipe needs are present. */
export async function hasCSources(recipe: Recipe, folder: string): Promise<boolean> {
  const wanted = recipe.systemIncludes.map((path) => access(resolveRecipePath(path, '', folder)));
  return (await Promise.allSettled(wanted)).every(({ status }) => status === 'fulfilled');
}

/** Ensures that a recipe's C sources are present; an installed package fetches them with cargo. */
export async function requireCSources(recipe: Recipe, request: CSourcesRequest): Promise<string> {
  const { packageFolder, onMessage, signal } = request;
  const folder = cSourcesFolder(packageFolder);
  if (await hasCSources(recipe, folder)) return folder;
  const project = join(packageFolder, 'third-party', 'c-sources');
  const sources = { of: OF, project, folder };
  if (isClone(packageFolder)) throw makeSourcesError(sources, 'Fetch them with: npm run setup');
  onMessage(`Fetching the C sources of ${OF} with cargo.`);
  await fetchSources(sources, signal);
  if (await hasCSources(recipe, folder)) return folder;
  throw makeSourcesError(sources, `Remove ${folder} and try again.`);
}

/** The path of a file that a recipe names; an extra may name one anywhere. */
export function resolveRecipePath(path: string, packageFolder: string, cSources: string): string {
  if (isAbsolute(path)) return path;
  const isTheirs = path.startsWith(`${C_SOURCES}/`);
  return isTheirs ? join(cSources, path.slice(C_SOURCES.length)) : join(packageFolder, path);
}

/** Paths of our sources and of those that recipes fetch, below whatever folder they were compiled from. */
const COMPILED = new RegExp(`(?:^|/)((?:target-agent|${C_SOURCES})/.*)$`);

/**
 * The path of a source that debug information names. Folders share the objects of our sources and of FreeRTOS,
 * so the folder that is named may be another, or one that never had them: they are where images are built from.
 */
export function findSource(file: string, packageFolder: string): string {
  const path = resolve(packageFolder, file);
  const [, ours] = COMPILED.exec(normalPath(file)) ?? [];
  if (ours === undefined || existsSync(path)) return path;
  return resolveRecipePath(ours, packageFolder, cSourcesFolder(packageFolder));
}

/** The same for sources that are fetched; undefined for others. */
export function findFetchedSource(file: string, packageFolder: string): string | undefined {
  const [, ours = ''] = COMPILED.exec(normalPath(file)) ?? [];
  return ours.startsWith(`${C_SOURCES}/`) ? findSource(file, packageFolder) : undefined;
}

/** Folders on the computer on which an image was built, and the folders with their sources on this one. */
export type SourceFileMap = Readonly<Record<string, string>>;

/** The path of a source by the entry of a map with the longest folder; undefined if it is not there. */
export function findMappedSource(
  file: string,
  map: SourceFileMap,
  cwd: string,
): string | undefined {
  const path = normalPath(file);
  return Object.entries(map)
    .map(([from, to]) => [normalPath(from).replace(/\/*$/, '/'), to] as const)
    .filter(([from]) => path.startsWith(from))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([from, to]) => resolve(cwd, to, path.slice(from.length)))
    .find((folder) => existsSync(folder));
}

/** Instructions for installing a cargo that reads our lock files. */
export const CARGO_REMEDY = 'install cargo 1.85 or newer: https://rustup.rs';

/** Third-party sources that cargo fetches. */
export interface CSources extends Vendored {
  /** Their origin, for messages. */
  readonly of: string;
}

/** Fetches sources with cargo, and explains a failure. */
export async function fetchSources(sources: CSources, signal?: AbortSignal): Promise<void> {
  await fetchCrates(sources, async (args, cwd) => {
    const { succeeded, messages } = await compile('cargo', args, cwd, signal).catch((error) => {
      throw withoutCargo(sources, error);
    });
    if (!succeeded) throw makeSourcesError(sources, messages.trim());
  });
}

function withoutCargo({ of }: CSources, error: unknown): unknown {
  if (!(error instanceof EngineError) || error.code !== 'missing-program') return error;
  return new EngineError(
    'missing-program',
    `cargo was not found; it is needed to fetch the C sources of ${of}.`,
    `To build this agent, ${CARGO_REMEDY}`,
  );
}

/** The error for missing sources. */
export function makeSourcesError(
  { of, folder }: Pick<CSources, 'of' | 'folder'>,
  hint: string,
): EngineError {
  return new EngineError('refused', `The C sources of ${of} are missing (${folder}).`, hint);
}
