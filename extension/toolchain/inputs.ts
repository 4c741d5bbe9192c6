import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { EngineError, systemCode } from '../base';
import { inParallel } from './compiler';
import { declaresBenchmarks } from './images';
import { codeEndings, definedFunctions, languageOf, languages, sourceEndings } from './languages';
import type { ImageParts } from './plan';

/** The inputs of an image. */
interface InputFacts {
  /** The hash over our own sources. */
  readonly ours: string;
  readonly cwd: string;
  /** The user's sources, and the headers that they include. */
  readonly userFiles: readonly string[];
  readonly commandLine: readonly string[];
}

/** A hash over every source and header, the flags and the compiler: equal hash, equal image. */
export async function hashInputs({
  ours,
  cwd,
  userFiles,
  commandLine,
}: InputFacts): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(commandLine)).update(ours);
  await addFiles(hash, cwd, userFiles);
  return hash.digest('hex');
}

const OURS = new RegExp(`(?<!_test)\\.(${[...codeEndings, 'cmake', 'ld'].join('|')})$`);

/** A hash over all sources and headers in folders of ours, but not over the tests beside them. */
export async function hashFolders(
  packageFolder: string,
  folders: readonly string[],
): Promise<string> {
  const files = await Promise.all(
    folders.map((folder) => filesBelow(join(packageFolder, folder), OURS)),
  );
  const hash = createHash('sha256');
  await addFiles(hash, packageFolder, files.flat());
  return hash.digest('hex');
}

async function addFiles(hash: Hash, root: string, files: readonly string[]): Promise<void> {
  for (const file of files) hash.update(`\0${relative(root, file)}\0`).update(await readFile(file));
}

const NAMES = new Intl.ListFormat('en', { type: 'disjunction' });
const SOURCES =
  `Name source files in ${NAMES.format(languages.map(({ name }) => name))} ` +
  `(${sourceEndings.map((ending) => `.${ending}`).join(', ')}), or folders that contain some.`;

/** The sources that the user named: files as they are, folders with all below them. */
export async function userSources(named: readonly string[], cwd: string): Promise<UserSources> {
  const found = await Promise.all(named.map((name) => expand(resolve(cwd, name), name)));
  const all = (key: keyof UserSources) => [...new Set(found.flatMap((each) => each[key]))].sort();
  const files = all('files');
  return { files, programs: all('programs').filter((file) => !files.includes(file)) };
}

/** What was found under the names that the user gave. */
export interface UserSources {
  readonly files: readonly string[];
  /** Files that are skipped because they define main(), as the agent does. */
  readonly programs: readonly string[];
}

async function expand(path: string, name: string): Promise<UserSources> {
  const about = await stat(path).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new EngineError('usage', `There is no file or folder "${name}".`);
  });
  if (about.isDirectory()) {
    const found = await sourcesBelow(path);
    if (found.files.length > 0) return found;
    throw new EngineError('usage', `The folder "${name}" contains no source files.`, SOURCES);
  }
  if (languageOf(path)) return { files: [path], programs: [] };
  throw new EngineError('usage', `"${name}" is not a source file.`, SOURCES);
}

/** A file of Rust or Zig that declares no benchmark is a part of one that does. */
async function sourcesBelow(folder: string): Promise<UserSources> {
  const files = await filesBelow(folder, /\.\w+$/);
  const kinds = await Promise.all(
    files.map(async (file) => {
      const language = languageOf(file);
      if (language === undefined) return undefined;
      if (await declaresBenchmarks(file)) return 'files';
      if (language.hasParts) return undefined;
      const text = await readFile(file, 'utf8');
      return definedFunctions(text, file).has('main') ? 'programs' : 'files';
    }),
  );
  const of = (kind: keyof UserSources) => files.filter((_, index) => kinds[index] === kind);
  return { files: of('files'), programs: of('programs') };
}

/** Every file below a folder whose name matches, sorted. */
async function filesBelow(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * The other files that the user's sources are made of, as their compilers find them: a change in one
 * of them makes another image. Ours are recognised by their folder.
 */
export async function userHeaders(plan: ImageParts): Promise<readonly string[]> {
  const { packageFolder, userFiles } = plan;
  const found = new Set<string>();
  await inParallel(userFiles, async (source) => {
    const files = await languageOf(source)?.dependencies(source, plan);
    for (const file of files ?? []) found.add(file);
  });
  const ours = join(packageFolder, 'target-agent');
  return [...found].filter((file) => !userFiles.includes(file) && !isBelow(ours, file)).sort();
}

function isBelow(folder: string, file: string): boolean {
  const inside = relative(folder, file);
  return !inside.startsWith('..') && !isAbsolute(inside);
}
