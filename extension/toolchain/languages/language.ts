import type { Call, ImageParts, Unit, Workshop } from '../plan';
import type { Recipe } from '../recipe-types';
import type { Reading } from './reading';

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
  /** The endings of what its sources include beside these. */
  readonly headers?: readonly string[];
  readonly editor: EditorLanguage;
  readonly reading: Reading;
  /** Its bindings, where the families' operations can be called from it, too. */
  readonly bindings?: Bindings;
  /** Whether a file may be a part of another one, which is then compiled with it alone. */
  readonly hasParts?: boolean;
  /** Can its objects not use the inline functions of bench.h? They call the recipe's interface instead. */
  readonly callsInterface?: true;
  /** The compiler's name and version, one line; throws what is missing and how to get it. */
  version(recipe: Recipe, signal: AbortSignal | undefined): Promise<string>;
  /** Makes what its objects need; gives what the linker gets behind all objects. */
  prepare?(workshop: Workshop): Promise<readonly string[]>;
  call(unit: Unit, workshop: Workshop): Promise<Call> | Call;
  /** What helps against what its compiler said, where that does not say it by itself. */
  remedy?(messages: string, recipe: Recipe): string | undefined;
  /** Its compiler's messages with the place before each, as gcc has it. */
  placesFirst?(messages: string): string;
  /** The other files that one of the user's sources is made of, as absolute paths. */
  dependencies(source: string, plan: ImageParts): Promise<readonly string[]>;
}

interface Bindings {
  /** The file with the operations. */
  readonly operations: string;
  /** What compiling them takes, in a few words of Markdown. */
  readonly needs: string;
}

/** A language as VS Code names it. */
interface EditorLanguage {
  readonly id: string;
  /** Without an extension for it, VS Code does not know its files. */
  readonly isBuiltIn: boolean;
}

/** A target as another compiler names it, with what else that must be told. */
export interface ForeignTarget {
  readonly target: string;
  readonly flags: readonly string[];
}
