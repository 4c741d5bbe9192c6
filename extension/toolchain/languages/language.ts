import type { ImageParts, ProgramCall, Unit, CompileContext } from '../plan';
import type { Recipe } from '../recipe-types';
import type { BenchSyntax } from './reading';

/**
 * A language that benchmarks can be written in. Everything that lists languages is made from these
 * fields: what counts as a source, how its benchmarks are found, the editor's selectors and watchers,
 * the extras of an agent.
 */
export interface Language {
  /** Its extra, the prefix of that extra's suites, and its folder in `target-agent/bindings`. */
  readonly id: string;
  readonly name: string;
  /** The endings of its sources, without the dot. */
  readonly endings: readonly string[];
  /** Endings of further files that its sources include. */
  readonly headers?: readonly string[];
  readonly editor: EditorLanguage;
  readonly reading: BenchSyntax;
  /** Its bindings, where the families' operations can be called from it, too. */
  readonly bindings?: Bindings;
  /**
   * Its compiler's names of the targets; without them it is the recipe's own compiler. It cannot compile for a
   * target that is left out.
   */
  readonly targets?: Readonly<Record<string, ForeignTarget | 'this computer'>>;
  /** A file may be part of another one and is then compiled only with that. */
  readonly hasParts?: boolean;
  /** Its objects cannot use the inline functions of bench.h and call the recipe's interface instead. */
  readonly callsInterface?: true;
  /** The compiler's name and version in one line; throws how to install it if it is missing. */
  version(recipe: Recipe, signal: AbortSignal | undefined): Promise<string>;
  /** Options of its compiler for a target, whichever file is compiled: inputs of an image. */
  options(recipe: Recipe): readonly string[];
  /** Builds what its objects need; returns the linker's arguments after all objects. */
  prepare?(context: CompileContext): Promise<readonly string[]>;
  call(unit: Unit, context: CompileContext): Promise<ProgramCall> | ProgramCall;
  /** The remedy for a compiler message that does not include one. */
  remedy?(messages: string, recipe: Recipe): string | undefined;
  /** Its compiler's messages with the line of the source before each, as in gcc's. */
  putLocationsFirst?(messages: string): string;
  /** Finds the other files that one of the user's sources is made of. */
  findDependencies(source: string, plan: ImageParts): Promise<Dependencies>;
}

export interface Dependencies {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The first header that the compiler does not find. */
  readonly missing?: string | undefined;
}

interface Bindings {
  /** The file with the operations. */
  readonly operations: string;
  /** Requirements for compiling them, in a few words of Markdown. */
  readonly needs: string;
}

/** A language as VS Code names it. */
interface EditorLanguage {
  readonly id: string;
  /** VS Code recognises its files only with an extension. */
  readonly isBuiltIn: boolean;
}

/** Another compiler's name for a target, with its further options. */
export interface ForeignTarget {
  readonly target: string;
  readonly flags: readonly string[];
}
