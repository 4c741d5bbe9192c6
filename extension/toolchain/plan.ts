import { dirname } from 'node:path';
import type { ImageBuild } from '../agent';
import { C_SOURCES, placeOf } from './c-sources';
import { BENCH_FLAGS, type Recipe } from './recipe-types';

/** Everything that one image is made from. */
export interface ImagePlan extends ImageParts {
  /** What the user's sources include. */
  readonly userHeaders: readonly string[];
  readonly inputs: string;
  /** Where objects are kept for the next build; nowhere for images of our sources alone. */
  readonly objects?: ObjectStore | undefined;
}

/** What is known before the user's sources are looked through. */
export interface ImageParts {
  readonly recipe: Recipe;
  readonly build: ImageBuild;
  readonly packageFolder: string;
  /** Where the sources lie that others wrote. */
  readonly cSources: string;
  readonly cwd: string;
  readonly userFiles: readonly string[];
  /** Names of the extras that the recipe has taken up. */
  readonly extras?: readonly string[];
  readonly compilerVersion: string;
  readonly onMessage: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The flags as a person would write them, for the manifest and the agent's own facts. */
export function flagsText(recipe: Recipe): string {
  return recipe.flags.join(' ');
}

/** What the compilers of C and C++ are told besides about one of the user's sources. */
export function userFlags(source: string): readonly string[] {
  return ['-Wall', ...BENCH_FLAGS, `-I${dirname(source)}`];
}

/**
 * Beginnings of paths, and what stands for them: places are told relative to the package or to the
 * user's folder, the same on every machine.
 */
export function prefixes({ packageFolder, cwd, cSources }: ImageParts) {
  return [
    [`${packageFolder}/`, ''],
    [`${cwd}/`, ''],
    [`${cSources}/`, `${C_SOURCES}/`],
  ] as const;
}

/** What the compilers of C and C++ are told about every source of an image. */
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
 * Where the objects of sources lie that are not the user's: from build to build only his own change,
 * and he waits for those alone.
 */
export interface ObjectStore {
  readonly folder: string;
  /** A hash over everything that such an object is made of, besides the compiler's arguments. */
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

/** What a language's compiler can use, and where it may write. */
export interface Workshop {
  readonly plan: ImageParts;
  /** A folder of this image alone. */
  readonly work: string;
}
