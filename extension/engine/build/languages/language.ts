import type { ImageParts } from '../plan';
import type { Recipe } from '../recipe-types';

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

/** A language that benchmarks can be written in. */
export interface Language {
  readonly name: string;
  /** Names of its sources. */
  readonly files: RegExp;
  /** Whether a file may be a part of another one, which is then compiled with it alone. */
  readonly hasParts?: boolean;
  /** C sources of ours that its objects call. */
  readonly sources?: readonly string[];
  /** The compiler's name and version, one line; throws what is missing and how to get it. */
  version(recipe: Recipe, signal: AbortSignal | undefined): Promise<string>;
  /** Makes what its objects need; gives what the linker gets behind all objects. */
  prepare?(workshop: Workshop): Promise<readonly string[]>;
  call(unit: Unit, workshop: Workshop): Promise<Call> | Call;
  /** What helps against what its compiler said, where that does not say it by itself. */
  remedy?(messages: string, recipe: Recipe): string | undefined;
  /** The other files that one of the user's sources is made of, as absolute paths. */
  dependencies(source: string, plan: ImageParts): Promise<readonly string[]>;
}
