import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EngineError, systemCode } from '../error';

/** The C files that the user named: files as they are, folders with all below them. */
export async function userSources(named: readonly string[], cwd: string): Promise<readonly string[]> {
  const found = await Promise.all(named.map((name) => expand(resolve(cwd, name), name)));
  return [...new Set(found.flat())].sort();
}

async function expand(path: string, name: string): Promise<readonly string[]> {
  const about = await stat(path).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new EngineError('usage', `There is no file or folder "${name}".`);
  });
  if (about.isDirectory()) {
    const files = await filesBelow(path, /\.c$/);
    if (files.length > 0) return files;
    throw new EngineError('usage', `There is no C file in the folder "${name}".`);
  }
  if (path.endsWith('.c')) return [path];
  throw new EngineError('usage', `"${name}" is not a C file.`, 'Name .c files or folders that hold some.');
}

/** Every file below a folder whose name matches, sorted. */
export async function filesBelow(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
