import type { CSourcesRequest } from '../c-sources';
import type { Recipe, SourceGroup } from '../recipe-types';
import type { Licence } from './licence';

/** An optional part of an agent, which a build is asked for by name: `--with NAME`. */
export interface Extra {
  readonly name: string;
  /** One clause for the help text. */
  readonly about: string;
  /** What the user must agree to first. */
  readonly licence?: Licence;
  /** Gets here what it needs and says what it adds to a target's agent, or throws why it cannot. */
  prepare(recipe: Recipe, request: ExtraRequest): Promise<Additions>;
}

/** What an extra may use: where things lie, who hears of them, and what the user has agreed to. */
export interface ExtraRequest extends CSourcesRequest {
  /** Names of the licences that the user agreed to for this build. */
  readonly agreed: readonly string[];
}

/** What an extra adds to a recipe; paths are relative to the package, or absolute. */
export interface Additions {
  readonly sources: readonly SourceGroup[];
  readonly includes?: readonly string[];
  readonly systemIncludes?: readonly string[];
  readonly defines?: readonly string[];
  /** Names of what is linked with it and written by others. */
  readonly components?: readonly string[];
}

/** The recipe of an agent that has something more. */
export function extended(recipe: Recipe, additions: Additions): Recipe {
  const { sources, includes = [], systemIncludes = [], defines = [], components = [] } = additions;
  return {
    ...recipe,
    sources: [...recipe.sources, ...sources],
    includes: [...recipe.includes, ...includes],
    systemIncludes: [...recipe.systemIncludes, ...systemIncludes],
    components: [...new Set([...recipe.components, ...components])],
    defines: (build) => [...recipe.defines(build), ...defines],
  };
}
