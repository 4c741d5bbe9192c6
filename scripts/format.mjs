/** Lays out all files: C with clang-format where it is installed, everything else with prettier. */
import { findClangFormat, layOutC } from './lib/c-layout.mjs';
import { inRoot } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';

const prettier = inRoot('node_modules', 'prettier', 'bin', 'prettier.cjs');
const clangFormat = findClangFormat();
if (clangFormat === undefined) console.log('C sources are left as they are: install clang-format.');
process.exitCode =
  (await runNode([prettier, '--write', '.'])) ||
  (clangFormat ? await layOutC(clangFormat, ['-i']) : 0);
