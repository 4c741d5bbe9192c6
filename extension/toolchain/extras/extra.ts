import { didYouMean, EngineError, nearest } from '../../base';
import type { CSourcesRequest } from '../c-sources';
import type { Recipe, SourceGroup } from '../recipe-types';

/** An optional part of an agent, which a build is asked for by name: `--with NAME`. */
export interface Extra {
  readonly name: string;
  /** One clause for the help text. */
  readonly about: string;
  /** What building it takes, in a few words of Markdown. */
  readonly needs: string;
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
interface Additions {
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

/** A licence that the user agrees to before anything under it is fetched or built. */
interface Licence {
  /** What the user names to agree. */
  readonly name: string;
  /** What it asks for, in a sentence or two. */
  readonly terms: string;
}

/** The licences of some extras that have not been agreed to. */
export function openLicences(
  extras: readonly Extra[],
  agreed: readonly string[],
): readonly Licence[] {
  return extras
    .flatMap(({ licence }) => licence ?? [])
    .filter(({ name }) => !agreed.includes(name));
}

/** Holds names that the user gave against the licences that there are. */
export function checkLicenceNames(extras: readonly Extra[], given: readonly string[]): void {
  const known = extras.flatMap(({ licence }) => licence?.name ?? []);
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new EngineError(
    'usage',
    `No extra has a licence named "${unknown}".`,
    didYouMean(nearest(unknown, known)) ?? `Available: ${known.join(', ')}.`,
  );
}

/** Ends a build whose licences are not all agreed to. */
export function requireAgreement(extras: readonly Extra[], agreed: readonly string[]): void {
  const [licence] = openLicences(extras, agreed);
  if (licence === undefined) return;
  throw new EngineError(
    'refused',
    `Nothing was fetched or built: the licence was not accepted. ${licence.terms}`,
    `Accept it with --accept-license ${licence.name}.`,
  );
}
