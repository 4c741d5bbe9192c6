import { didYouMean, EngineError, nearest } from '../../base';
import type { Recipe } from '../recipe-types';
import { bindings } from './bindings';
import { crypto } from './crypto';
import { extendRecipe, type Extra, type ExtraRequest, requireAgreement } from './extra';

/** Every extra, in the order in which they are linked. */
export const extras: readonly Extra[] = [...bindings, crypto];

/** The names of all extras. */
export const extraNames: readonly string[] = extras.map(({ name }) => name);

/** Finds the extras that a list names, each once and in link order; names may be separated by commas. */
export function extrasNamed(named: readonly string[]): readonly Extra[] {
  const wanted = named.flatMap((text) => text.split(',')).map((name) => name.trim());
  const unknown = wanted.find((name) => !extraNames.includes(name));
  if (unknown === undefined) return extras.filter(({ name }) => wanted.includes(name));
  throw new EngineError(
    'usage',
    `There is no extra named "${unknown}".`,
    didYouMean(nearest(unknown, extraNames)) ?? `Available: ${extraNames.join(', ')}.`,
  );
}

/** Adds extras to a recipe; prepares none of them before all licences are accepted. */
export async function withExtras(
  recipe: Recipe,
  some: readonly Extra[],
  request: ExtraRequest,
): Promise<Recipe> {
  requireAgreement(some, request.agreed);
  let whole = recipe;
  for (const extra of some) {
    request.signal?.throwIfAborted();
    whole = extendRecipe(whole, await extra.prepare(recipe, request));
  }
  return whole;
}
