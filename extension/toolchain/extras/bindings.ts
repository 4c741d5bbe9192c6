import { familySources, readDeclarations } from '../agent-sources';
import { languages } from '../languages';
import type { Extra } from './extra';

/** The families' preparation and checks once more, and the loops of another language between them. */
const variants = (name: string, language: string, file: string): Extra => ({
  name,
  about: `the kernel's operations as ${language} calls them`,
  prepare: (_recipe, { packageFolder }) => {
    const families = familySources(readDeclarations(packageFolder), 'BINDINGS');
    const flags = [...(families.flags ?? []), `-DCYCLESCOPE_LANGUAGE=${name}`];
    return Promise.resolve({
      sources: [
        { ...families, flags },
        { ours: true, files: [`target-agent/bindings/${name}/${file}`] },
      ],
    });
  },
});

/** The operations of the families, called from other languages: suites `cpp_*`, `rust_*`, `zig_*`. */
export const bindings: readonly Extra[] = languages.flatMap(({ id, name, operations }) =>
  operations === undefined ? [] : [variants(id, name, operations)],
);
