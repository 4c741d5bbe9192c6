import { findProgram } from '../setup/programs.mjs';
import { below } from '../package/below.mjs';
import { root } from './paths.mjs';
import { run } from './process.mjs';

const FOLDERS = ['target-agent', 'scripts', 'test'];

/** Projects as others write them. */
const FOREIGN = /^(test\/golden|test\/integration\/mcux\/zip|scripts\/ide\/demo)\//;

/** Returns clang-format (14 and 23 give the same layout); undefined where it is not installed. */
export const findClangFormat = () => findProgram('clang-format');

/** Lays out all C sources, or with `--dry-run --Werror` checks them. Resolves to the exit code. */
export function layOutC(
  /** @type {string} */ program,
  /** @type {readonly string[]} */ args,
  /** @type {import('./process.mjs').RunOptions} */ options = {},
) {
  const sources = FOLDERS.flatMap((folder) => below(folder, root, /\.(c|h|cpp|hpp)$/));
  const own = sources.filter((path) => !FOREIGN.test(path));
  return run(program, ['--style=file', ...args, ...own], options);
}
