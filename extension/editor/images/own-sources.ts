import { readFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { findBenches } from '../../core/source/benches';

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
    const declares = await Promise.all(some.map(declaresAny));
    found.push(...some.filter((_, index) => declares[index]));
  }
  return found.sort();
}

async function declaresAny(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return findBenches(text).length > 0;
}

/** Whether a file is one of the files and folders that are named relative to a folder. */
export function covers(named: readonly string[], cwd: string, file: string): boolean {
  return named.some((name) => {
    const inside = relative(resolve(cwd, name), file);
    return inside === '' || (!inside.startsWith('..') && !isAbsolute(inside));
  });
}
