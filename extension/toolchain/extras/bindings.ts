import { familySources, readDeclarations } from '../agent-sources';
import { type Language, languages } from '../languages';
import type { Extra } from './extra';

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
