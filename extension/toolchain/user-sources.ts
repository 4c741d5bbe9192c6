import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ImageManifest } from '../agent';
import { EngineError, systemCode } from '../base';
import { declaresBenchmarks } from './images';
import { findDefinedFunctions, findLanguage, languages, sourceEndings } from './languages';

/** Lists what may be named. Formatted only when it is shown: the first use of Intl takes long. */
function sourcesHint(): string {
  const names = new Intl.ListFormat('en', { type: 'disjunction' });
  return (
    `Name source files in ${names.format(languages.map(({ name }) => name))} ` +
    `(${sourceEndings.map((ending) => `.${ending}`).join(', ')}), or folders that contain some.`
  );
}

/** The sources that the user named: files as they are, folders with all below them. */
export async function userSources(named: readonly string[], cwd: string): Promise<UserSources> {
  const found = await Promise.all(named.map((name) => expand(resolve(cwd, name), name)));
  const all = (key: keyof UserSources) => [...new Set(found.flatMap((each) => each[key]))].sort();
  const files = all('files');
  return { files, programs: all('programs').filter((file) => !files.includes(file)) };
}

/** The files found under the names that the user gave. */
interface UserSources {
  readonly files: readonly string[];
  /** Files that are skipped because they define main(), as the agent does. */
  readonly programs: readonly string[];
}

async function expand(path: string, name: string): Promise<UserSources> {
  const about = await stat(path).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new EngineError('usage', `There is no file or folder "${name}".`, sourcesHint());
  });
  if (about.isDirectory()) {
    const found = await sourcesBelow(path);
    if (found.files.length > 0) return found;
    throw new EngineError('usage', `The folder "${name}" contains no source files.`, sourcesHint());
  }
  if (findLanguage(path)) return { files: [path], programs: [] };
  throw new EngineError('usage', `"${name}" is not a source file.`, sourcesHint());
}

/** A file of Rust or Zig that declares no benchmark is a part of one that does. */
async function sourcesBelow(folder: string): Promise<UserSources> {
  const files = await filesBelow(folder, /\.\w+$/);
  const kinds = await Promise.all(
    files.map(async (file) => {
      const language = findLanguage(file);
      if (language === undefined) return undefined;
      if (await declaresBenchmarks(file)) return 'files';
      if (language.hasParts) return undefined;
      const text = await readFile(file, 'utf8');
      return findDefinedFunctions(text, file).has('main') ? 'programs' : 'files';
    }),
  );
  const of = (kind: keyof UserSources) => files.filter((_, index) => kinds[index] === kind);
  return { files: of('files'), programs: of('programs') };
}

/** Every file below a folder whose name matches, sorted. */
export async function filesBelow(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The sources that were named when an image was built; headers, parts and found ones follow from them. */
export async function listNamedSources(
  { sources = {}, found = [] }: ImageManifest,
  cwd: string,
): Promise<readonly string[]> {
  const others = Object.keys(sources).filter((file) => !found.includes(file));
  const isNamed = await Promise.all(
    others.map(async (file) => {
      const language = findLanguage(file);
      return language && (!language.hasParts || (await declaresBenchmarks(resolve(cwd, file))));
    }),
  );
  return others.filter((_, at) => isNamed[at]);
}
