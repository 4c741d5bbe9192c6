import { readdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import * as v from 'valibot';
import { once, splitArguments } from '../base';
import { inParallel } from './compiler';
import { findDefinedFunctions, headerEndings, findLanguage } from './languages';
import type { ImageParts, Workspace } from './plan';

/*
 * A benchmark needs functions and headers from elsewhere in the user's folder, which nobody should
 * have to name. They are searched in the files that the project's own build compiles
 * (`compile_commands.json`) first, then in all others.
 */

/** Folders in which no project keeps its own sources. */
export const ELSEWHERE: readonly string[] = [
  'node_modules',
  'build',
  'dist',
  '.git',
  '.cyclescope',
  'target-agent',
];
/** More files than a firmware has; a search through a whole disk must end. */
export const MOST_FILES = 20_000;

/** Opens a folder. */
export function openWorkspace(cwd: string): Workspace {
  const listing = once(() => listFiles(cwd));
  const database = once(() => readDatabases(cwd));
  return {
    cwd,
    listSources: async () => {
      const compiled = await database();
      const { sources } = await listing();
      return byRank(sources, (path) => rankSource(relative(cwd, path), compiled.has(path)));
    },
    findHeaderFolder: async (header, source) => {
      const { headers } = await listing();
      const ending = `/${header.split('\\').join('/')}`;
      const folders = headers
        .filter((each) => each.split(sep).join('/').endsWith(ending))
        .map((each) => each.slice(0, -ending.length));
      return byRank(folders, (folder) => relative(dirname(source), folder).split(sep).length)[0];
    },
    findOptions: async (source) => (await database()).get(source) ?? [],
  };
}

export interface Definer {
  readonly file: string;
  /** A function that shows that the file is another program's: `main`, or an exception handler. */
  readonly program?: string | undefined;
}

/** Functions of a whole program, which an agent has itself. */
const PROGRAM = /^(main|\w+_(IRQ)?Handler)$/;

/** Finds the first file that defines each function; one that is not another program's is preferred. */
export async function findDefiners(
  names: ReadonlySet<string>,
  files: readonly string[],
): Promise<ReadonlyMap<string, Definer>> {
  const found = new Map<string, Definer>();
  const isOpen = (name: string) => !found.has(name) || found.get(name)?.program !== undefined;
  for (const file of files) {
    const open = [...names].filter(isOpen);
    if (open.length === 0) break;
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!open.some((name) => text.includes(name))) continue;
    const defined = findDefinedFunctions(text, file);
    const program = [...defined].find((name) => PROGRAM.test(name));
    for (const name of open)
      if (defined.has(name) && (program === undefined || !found.has(name)))
        found.set(name, { file, program });
  }
  return found;
}

/** Test doubles of a function. */
const TEST_DOUBLE = /(^|[\\/_.-])(tests?|mocks?|fakes?|stubs?)([\\/_.-]|$)/i;

/** The project's own files come first, then the nearest to its root, then those of tests. */
const rankSource = (path: string, isCompiled: boolean) =>
  (isCompiled ? 0 : 1000) + (TEST_DOUBLE.test(path) ? 100 : 0) + path.split(sep).length;

const byRank = (paths: readonly string[], rank: (path: string) => number) =>
  paths.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));

/** Lists the sources and headers below a folder. */
async function listFiles(folder: string) {
  const sources: string[] = [];
  const headers: string[] = [];
  let folders = [folder];
  while (folders.length > 0 && sources.length + headers.length < MOST_FILES) {
    const deeper: string[] = [];
    for (const each of folders) {
      for (const entry of await readdir(each, { withFileTypes: true }).catch(() => [])) {
        const path = join(each, entry.name);
        if (entry.isDirectory() && !ELSEWHERE.includes(entry.name)) deeper.push(path);
        else if (entry.isFile() && findLanguage(path)) sources.push(path);
        else if (entry.isFile() && HEADER.test(path)) headers.push(path);
      }
    }
    folders = deeper;
  }
  return { sources, headers };
}

const HEADER = new RegExp(`\\.(${headerEndings.join('|')})$`);

const DATABASE = 'compile_commands.json';
/** Options that decide what a source means. The others are for the processor of the project. */
const MEANING = /^-(I|D|U|isystem|iquote)(.*)$/;

/**
 * Reads the compilation databases of a folder and of its build folders: the options of each source.
 * The first one that names a source counts; a damaged one counts as none.
 */
async function readDatabases(cwd: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const below = (await listSubfolders(cwd)).filter(
    (folder) => !/(node_modules|\.git)$/.test(folder),
  );
  const deeper = await Promise.all(below.map(listSubfolders));
  const options = new Map<string, readonly string[]>();
  for (const folder of [cwd, ...below, ...deeper.flat()]) {
    const text = await readFile(join(folder, DATABASE), 'utf8').catch(() => '[]');
    for (const { file, directory, words } of parseDatabase(text)) {
      const path = resolve(directory, file);
      if (!options.has(path)) options.set(path, pickOptions(words, directory));
    }
  }
  return options;
}

async function listSubfolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .sort();
}

const databaseEntry = v.object({
  file: v.string(),
  directory: v.string(),
  command: v.optional(v.string()),
  arguments: v.optional(v.array(v.string())),
});

function* parseDatabase(text: string) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return;
  }
  for (const entry of Array.isArray(json) ? json : []) {
    const reading = v.safeParse(databaseEntry, entry);
    if (!reading.success) continue;
    const { file, directory, command = '', arguments: words } = reading.output;
    yield { file, directory, words: words ?? splitArguments(command) };
  }
}

function pickOptions(words: readonly string[], directory: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [, option = '', attached = ''] = MEANING.exec(words[at] ?? '') ?? [];
    if (option === '') continue;
    const value = attached || (words[(at += 1)] ?? '');
    const isPath = option !== 'D' && option !== 'U';
    const text = isPath ? resolve(directory, value) : value;
    found.push(...(option.startsWith('i') ? [`-${option}`, text] : [`-${option}${text}`]));
  }
  return found;
}

/** The files that the user's sources include, as inputs of an image. */
interface Inclusions {
  /** Other files that they include; a change in one of them makes another image. */
  readonly headers: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** Where headers were found that the compiler does not find by itself. */
  readonly notes: readonly string[];
}

/**
 * Finds what the user's sources include, as their compilers find it; a header that is missing is
 * searched in the user's folder. Our own headers are recognised by their folder.
 */
export async function findInclusions(plan: ImageParts): Promise<Inclusions> {
  const { cwd, packageFolder, userFiles, workspace } = plan;
  const found = new Set<string>();
  const options = new Map<string, readonly string[]>();
  const notes: string[] = [];
  await inParallel(userFiles, async (source) => {
    options.set(source, await workspace.findOptions(source));
    for (;;) {
      const own = options.get(source) ?? [];
      const parts = { ...plan, userOptions: options };
      const { files = [], missing } =
        (await findLanguage(source)?.findDependencies(source, parts)) ?? {};
      for (const file of files) found.add(file);
      const folder = missing && (await workspace.findHeaderFolder(missing, source));
      if (!folder || own.includes(`-I${folder}`)) return;
      options.set(source, [...own, `-I${folder}`]);
      notes.push(
        `${relative(cwd, source)} includes ${missing}, which is in ${relative(cwd, folder) || '.'}.`,
      );
    }
  });
  const ours = join(packageFolder, 'target-agent');
  const headers = [...found].filter((file) => !userFiles.includes(file) && !isBelow(ours, file));
  return { headers: headers.sort(), options, notes: notes.sort() };
}

function isBelow(folder: string, file: string): boolean {
  const inside = relative(folder, file);
  return !inside.startsWith('..') && !isAbsolute(inside);
}
