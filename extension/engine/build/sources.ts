import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EngineError, systemCode } from '../error';
import { declaresBenchmarks } from '../images/own-sources';
import { languageOf } from './languages';

const SOURCES = 'Name files of C, C++, Rust or Zig (.c, .cpp, .cc, .cxx, .rs, .zig), or folders with some.';

/** The sources that the user named: files as they are, folders with all below them. */
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
    const files = await sourcesBelow(path);
    if (files.length > 0) return files;
    throw new EngineError('usage', `There is no source in the folder "${name}".`, SOURCES);
  }
  if (languageOf(path)) return [path];
  throw new EngineError('usage', `"${name}" is not a source.`, SOURCES);
}

/** A file of Rust or Zig that declares no benchmark is a part of one that does. */
async function sourcesBelow(folder: string): Promise<readonly string[]> {
  const files = await filesBelow(folder, /\.\w+$/);
  const isSource = await Promise.all(
    files.map(async (file) => {
      const language = languageOf(file);
      return language?.hasParts ? declaresBenchmarks(file) : language !== undefined;
    }),
  );
  return files.filter((_, index) => isSource[index]);
}

/** Every file below a folder whose name matches, sorted. */
export async function filesBelow(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
