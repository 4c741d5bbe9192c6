import { dirname } from 'node:path';
import type { ImageBuild } from '../agent';
import { C_SOURCES, placeOf } from './c-sources';
import { BENCH_FLAGS, type Recipe } from './recipe-types';

/** Everything that one image is made from. */
export interface ImagePlan extends ImageParts {
  /** Headers that the user's sources include. */
  readonly userHeaders: readonly string[];
  readonly inputs: string;
  /** The cache folder of objects; absent for images of only our sources. */
  readonly objects?: ObjectStore | undefined;
}

/** The plan before the user's sources are scanned. */
export interface ImageParts {
  readonly recipe: Recipe;
  readonly build: ImageBuild;
  readonly packageFolder: string;
  /** The folder of the third-party sources. */
  readonly cSources: string;
  readonly cwd: string;
  readonly userFiles: readonly string[];
  /** Names of the extras in the recipe. */
  readonly extras?: readonly string[];
  readonly compilerVersion: string;
  readonly onMessage: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The flags as a person would write them, for the manifest and the agent's own facts. */
export function flagsText(recipe: Recipe): string {
  return recipe.flags.join(' ');
}

/** Further options of the C and C++ compilers for one of the user's sources. */
export function userFlags(source: string): readonly string[] {
  return ['-Wall', ...BENCH_FLAGS, `-I${dirname(source)}`];
}

/**
 * Prefixes of paths, and their replacements: places are relative to the package or to the
 * user's folder, the same on every machine.
 */
export function prefixes({ packageFolder, cwd, cSources }: ImageParts) {
  return [
    [`${packageFolder}/`, ''],
    [`${cwd}/`, ''],
    [`${cSources}/`, `${C_SOURCES}/`],
  ] as const;
}

/** Options of the C and C++ compilers for every source of an image. */
export function commonArgs(plan: ImageParts): readonly string[] {
  const { recipe, packageFolder, cSources } = plan;
  const define = (name: string, text: string) => `-D${name}="${text.replaceAll('"', '\\"')}"`;
  return [
    ...recipe.flags,
    ...prefixes(plan).map(([from, to]) => `-ffile-prefix-map=${from}=${to}`),
    ...recipe.includes.map((folder) => `-I${placeOf(folder, packageFolder, cSources)}`),
    ...recipe.systemIncludes.flatMap((folder) => [
      '-isystem',
      placeOf(folder, packageFolder, cSources),
    ]),
    ...recipe.defines(plan.build).map((text) => `-D${text}`),
    define('CYCLESCOPE_IMAGE', plan.build),
    define('CYCLESCOPE_COMPILER', plan.compilerVersion),
    define('CYCLESCOPE_FLAGS', flagsText(recipe)),
  ];
}

/**
 * The cache of objects that are not the user's: from build to build only the user's own change,
 * so a build compiles only those.
 */
export interface ObjectStore {
  readonly folder: string;
  /** A hash over all inputs of such an object except the compiler's arguments. */
  readonly basis: string;
}

/** A program with the arguments that it is called with. */
export interface Call {
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
export interface Workshop {
  readonly plan: ImageParts;
  /** A folder for this image only. */
  readonly work: string;
}
