import { didYouMean, EngineError, nearest } from '../../base';
import type { CSourcesRequest } from '../c-sources';
import type { Recipe, SourceGroup } from '../recipe-types';

/** An optional part of an agent, requested by name: `--with NAME`. */
export interface Extra {
  readonly name: string;
  /** One clause for the help text; shown through the editor's translations. */
  readonly about: string;
  /** Requirements for building it, in a few words of Markdown. */
  readonly needs: string;
  /** The licence that the user must accept first. */
  readonly licence?: Licence;
  /** Fetches its sources and returns its addition to a target's agent, or throws the reason. */
  prepare(recipe: Recipe, request: ExtraRequest): Promise<Additions>;
}

/** Inputs of an extra: folders, message callback, and the accepted licences. */
export interface ExtraRequest extends CSourcesRequest {
  /** Names of the licences that the user agreed to for this build. */
  readonly agreed: readonly string[];
}

/** An extra's addition to a recipe; paths are relative to the package, or absolute. */
interface Additions {
  /** With the options that only they need, so that no other object depends on the extra. */
  readonly sources: readonly SourceGroup[];
  /** Names of the third-party components that it links. */
  readonly components?: readonly string[];
}

/** Adds an extra to a recipe. */
export function extendRecipe(recipe: Recipe, additions: Additions): Recipe {
  const { sources, components = [] } = additions;
  return {
    ...recipe,
    sources: [...recipe.sources, ...sources],
    components: [...new Set([...recipe.components, ...components])],
  };
}

/** A licence that the user agrees to before anything under it is fetched or built. */
export interface Licence {
  /** The name with which the user accepts it. */
  readonly name: string;
  /** Its terms, in a sentence or two; shown through the editor's translations. */
  readonly terms: string;
}

/** Something that may have a licence of its own. */
export type LicensedExtra = Pick<Extra, 'licence'>;

/** The licences of some extras that have not been agreed to. */
export function openLicences(
  extras: readonly LicensedExtra[],
  agreed: readonly string[],
): readonly Licence[] {
  return extras
    .flatMap(({ licence }) => licence ?? [])
    .filter(({ name }) => !agreed.includes(name));
}

/** Checks names from the user against the existing licences. */
export function checkLicenceNames(
  extras: readonly LicensedExtra[],
  given: readonly string[],
): void {
  const known = extras.flatMap(({ licence }) => licence?.name ?? []);
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new EngineError(
    'usage',
    `No extra has a licence named "${unknown}".`,
    didYouMean(nearest(unknown, known)) ?? `Available: ${known.join(', ')}.`,
  );
}

/** Rejects a build unless all of its licences are accepted. */
export function requireAgreement(
  extras: readonly LicensedExtra[],
  agreed: readonly string[],
): void {
  const [licence] = openLicences(extras, agreed);
  if (licence === undefined) return;
  throw new EngineError(
    'refused',
    `Nothing was fetched or built: the licence was not accepted. ${licence.terms}`,
    `Accept it with --accept-license ${licence.name}.`,
  );
}
