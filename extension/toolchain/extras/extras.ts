import { didYouMean, EngineError, nearest, throwIfCancelled } from '../../base';
import { familySources, readDeclarations } from '../agent-sources';
import { type Language, languages } from '../languages';
import type { Recipe } from '../recipe-types';
import { crypto } from './crypto';
import { extendRecipe, type Extra, type ExtraRequest, requireAgreement } from './extra';

/** The operations of the families, called from other languages: suites `cpp_*`, `rust_*`, `zig_*`. */
export const bindings: readonly Extra[] = languages.flatMap((language) =>
  language.bindings === undefined ? [] : [variants(language, language.bindings)],
);

/** The families' preparation and checks once more, and the loops of another language between them. */
function variants(
  { id, name }: Language,
  { operations, needs }: NonNullable<Language['bindings']>,
): Extra {
  return {
    name: id,
    about: `the kernel's operations as ${name} calls them`,
    needs,
    prepare: (_recipe, { packageFolder }) => {
      const families = familySources(readDeclarations(packageFolder), 'BINDINGS');
      const flags = [...(families.flags ?? []), `-DCYCLESCOPE_LANGUAGE=${id}`];
      return Promise.resolve({
        sources: [
          { ...families, flags },
          { ours: true, files: [`target-agent/bindings/${id}/${operations}`] },
        ],
      });
    },
  };
}

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
    throwIfCancelled(request.signal);
    whole = extendRecipe(whole, await extra.prepare(recipe, request));
  }
  return whole;
}
