import { dirname } from 'node:path';
import type { ImageBuild, Revision } from '../agent';
import { C_SOURCES, resolveRecipePath } from './c-sources';
import { BENCH_FLAGS, type Recipe } from './recipe-types';

/** Everything that one image is made from. */
export interface ImagePlan extends ImageParts {
  /** Headers that the user's sources include. */
  readonly userHeaders: readonly string[];
  readonly inputs: string;
  /** Without one, every source is compiled. */
  readonly objects?: ObjectStore;
}

/** The plan before the user's sources are scanned. */
export interface ImageParts {
  readonly recipe: Recipe;
  readonly build: ImageBuild;
  /** The seed of another order and alignment of functions and data; without one, the usual. */
  readonly layout?: number | undefined;
  readonly packageFolder: string;
  /** The folder of the third-party sources. */
  readonly cSources: string;
  readonly cwd: string;
  /** The user's sources: those that he named, and those that they need. */
  readonly userFiles: readonly string[];
  /** The ones that he did not name. */
  readonly foundFiles?: readonly string[];
  /** Options of single sources of the user: where their headers are, and what their project defines. */
  readonly userOptions?: ReadonlyMap<string, readonly string[]>;
  readonly workspace: Workspace;
  /** Names of the extras in the recipe. */
  readonly extras?: readonly string[];
  readonly compilerVersion: string;
  /** The commit of the user's sources. */
  readonly revision?: Revision | undefined;
  readonly onMessage: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The user's folder; read when it is asked, and once. */
export interface Workspace {
  readonly cwd: string;
  /** Lists all sources, the likeliest to belong to the program first. */
  listSources(): Promise<readonly string[]>;
  /** Finds the folder to search for a header that a source includes. */
  findHeaderFolder(header: string, source: string): Promise<string | undefined>;
  /** Returns the options with which the project's own build compiles a source. */
  findOptions(source: string): Promise<readonly string[]>;
}

/** The flags as a person would write them, for the manifest and the agent's own facts. */
export function flagsText(recipe: Recipe): string {
  return recipe.flags.join(' ');
}

/** Further options of the C and C++ compilers for one of the user's sources. */
export function userFlags(source: string, plan: ImageParts): readonly string[] {
  const { cwd, foundFiles = [], userOptions } = plan;
  const warnings = foundFiles.includes(source) ? '-w' : '-Wall';
  const own = userOptions?.get(source) ?? [];
  return [warnings, ...BENCH_FLAGS, `-I${dirname(source)}`, ...own, mapFlag([`${cwd}/`, ''])];
}

const mapFlag = ([from, to]: readonly [string, string]) => `-ffile-prefix-map=${from}=${to}`;

/**
 * Prefixes of paths, and their replacements: paths are relative to the package or to the
 * user's folder, the same on every machine.
 */
export function prefixes(plan: ImageParts) {
  return [...ownPrefixes(plan), [`${plan.cwd}/`, ''] as const];
}

function ownPrefixes({ packageFolder, cSources }: ImageParts) {
  return [
    [`${packageFolder}/`, ''],
    [`${cSources}/`, `${C_SOURCES}/`],
  ] as const;
}

/**
 * Options of the C and C++ compilers for every source of an image. They do not depend on the user's
 * folder: an object of ours is the same in each.
 */
export function commonArgs(plan: ImageParts): readonly string[] {
  const { recipe, packageFolder, cSources } = plan;
  return [
    ...recipe.flags,
    ...ownPrefixes(plan).map(mapFlag),
    ...recipe.includes.map((folder) => `-I${resolveRecipePath(folder, packageFolder, cSources)}`),
    ...recipe.systemIncludes.flatMap((folder) => [
      '-isystem',
      resolveRecipePath(folder, packageFolder, cSources),
    ]),
    ...recipe.defines(plan.build).map((text) => `-D${text}`),
  ];
}

/** The source that reports how the image was built. */
export const FACTS = 'target-agent/core/facts.c';

/** Options of that source only: other objects are the same whichever compilers an image needs. */
export function factFlags({ recipe, build, compilerVersion }: ImageParts): readonly string[] {
  const facts = { IMAGE: build, COMPILER: compilerVersion, FLAGS: flagsText(recipe) };
  return Object.entries(facts).map(
    ([name, text]) => `-DCYCLESCOPE_${name}="${text.replaceAll('"', '\\"')}"`,
  );
}

/**
 * The cache of objects that are not the user's: from build to build only the user's own change,
 * so a build compiles only those.
 */
export interface ObjectStore {
  readonly folder: string;
  /** The caches of other images, which may have the same objects. */
  readonly others: readonly string[];
  /** A hash over our sources: a new file there may be read instead of another. */
  readonly basis: string;
  /** The folders of our sources. Objects contain paths relative to them, so they may move. */
  readonly roots: readonly string[];
}

/** A program with the arguments that it is called with. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
}

/** One source on its way to an object file. */
export interface Unit {
  readonly source: string;
  readonly object: string;
  readonly isUsers: boolean;
  /** For the compilers of C and C++, beside what every source of an image gets. */
  readonly flags: readonly string[];
}

/** Inputs of a language's compiler, and the folder that it may write to. */
export interface CompileContext {
  readonly plan: ImageParts;
  /** A folder for this image only. */
  readonly work: string;
}
