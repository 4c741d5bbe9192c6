import { agentSources, BENCH_FLAGS } from '../recipe-types';
import type { Extra } from './extra';

const FAMILIES = 'sync time thread queue timer eventgroup workqueue stream';

/** The families' preparation and checks once more, and the loops of another language between them. */
const variants = (name: string, language: string, file: string): Extra => ({
  name,
  about: `the kernel's operations as ${language} calls them`,
  prepare: () =>
    Promise.resolve({
      includes: ['target-agent'],
      sources: [
        {
          ours: true,
          files: agentSources('bindings/families', FAMILIES),
          flags: [...BENCH_FLAGS, `-DCYCLESCOPE_LANGUAGE=${name}`],
        },
        { ours: true, files: [`target-agent/bindings/${name}/${file}`] },
      ],
    }),
});

/** The operations of the families, called from other languages: suites `cpp_*`, `rust_*`, `zig_*`. */
export const bindings: readonly Extra[] = [
  variants('cpp', 'C++', 'operations.cpp'),
  variants('rust', 'Rust', 'operations.rs'),
  variants('zig', 'Zig', 'operations.zig'),
];
