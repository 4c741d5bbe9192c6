import { isAbsolute, relative, resolve } from 'node:path';
import { declaresBenchmarks } from '../../engine/images/own-sources';

// So many files are read at once: enough to keep a disk busy.
const AT_ONCE = 16;

/** Those of many files that declare a benchmark, in order; what cannot be read declares none. */
export async function declaringFiles(
  files: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let from = 0; from < files.length && !signal.aborted; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    const declares = await Promise.all(some.map(declaresBenchmarks));
    found.push(...some.filter((_, index) => declares[index]));
  }
  return found.sort();
}

/** Whether a file is one of the files and folders that are named relative to a folder. */
export function covers(named: readonly string[], cwd: string, file: string): boolean {
  return named.some((name) => {
    const inside = relative(resolve(cwd, name), file);
    return inside === '' || (!inside.startsWith('..') && !isAbsolute(inside));
  });
}
