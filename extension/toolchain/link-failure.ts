import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { EngineError, listNames } from '../base';
import { definedFunctions, languageOf } from './languages';

const MISSING = /undefined reference to [`'\u2018]([^'\u2019\n]+)['\u2019]/g;
const TWICE = /multiple definition of [`'\u2018]main['\u2019]/;

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
/** As many names as a message has room for. */
const MOST_NAMES = 5;

/** A failure to link, with the sources that the user could add. */
export class MissingSources extends EngineError {
  constructor(
    message: string,
    hint: string,
    /** Relative to the folder of the build. */
    readonly sources: readonly string[],
  ) {
    super('missing-sources', message, hint);
  }
}

/** Explains why objects do not link: what is missing, and which files of the folder define it. */
export async function linkFailure(
  build: string,
  messages: string,
  { cwd, userFiles }: { readonly cwd: string; readonly userFiles: readonly string[] },
): Promise<EngineError> {
  const what = `The ${build} image does not link`;
  if (TWICE.test(messages)) {
    const own = await definersOf(new Set(['main']), userFiles);
    const where = [...own.values()].map((file) => relative(cwd, file)).join(', ');
    return new EngineError(
      'refused',
      `${what}: ${where || 'one of your files'} defines main(), which the agent has as well.`,
      'Move the functions that you measure into a file without main(), and name that one.',
    );
  }
  const missing = await missingIn(messages, cwd);
  if (!missing) {
    return new EngineError('refused', `${what}.`, "The linker's messages name the cause.");
  }
  const { sentence, defined, lost, sources } = missing;
  const message = `${what}: ${sentence}`;
  if (sources.length === 0) return new EngineError('refused', message, lost);
  const remedy =
    sources.length === 1 ? 'Build that file too: name it' : 'Build those files too: name them';
  const where = 'in the setting cyclescope.benchmarks, or with --source.';
  return new MissingSources(message, wordsOf(defined, `${remedy} ${where}`, lost), sources);
}

/** Explains why a project's own build does not link; undefined if the linker misses no function. */
export async function projectLinkFailure(
  messages: string,
  folder: string,
): Promise<EngineError | undefined> {
  const missing = await missingIn(messages, folder);
  if (!missing) return undefined;
  const { sentence, defined, lost, sources } = missing;
  const those = sources.length === 1 ? 'that file' : 'those files';
  const remedy = `Add ${those} to the sources of the program in its CMakeLists.txt.`;
  const hint = sources.length === 0 ? lost : wordsOf(defined, remedy, lost);
  return new EngineError('build-failed', `The project does not link: ${sentence}`, hint);
}

const wordsOf = (...sentences: readonly string[]) =>
  sentences.filter((each) => each !== '').join(' ');

/** The names that a linker misses, and the files that define them. */
interface Missing {
  readonly sentence: string;
  /** The files that define it, as a sentence. */
  readonly defined: string;
  /** The names that no file defines, as a sentence; empty if there are none. */
  readonly lost: string;
  /** The files, relative to the folder. */
  readonly sources: readonly string[];
}

/** Finds which functions a linker misses, and the files below a folder that define them. */
async function missingIn(messages: string, cwd: string): Promise<Missing | undefined> {
  const names = missingNames(messages);
  if (names.size === 0) return undefined;
  const found = await definersOf(names, await sourcesIn(cwd));
  const nowhere = [...names].filter((name) => !found.has(name));
  const sources = [...new Set(found.values())].map((file) =>
    relative(cwd, file).split(sep).join('/'),
  );
  const places = [...found].map(([name, file]) => `${name} in ${relative(cwd, file)}`);
  return {
    sentence: `${listNames([...names], MOST_NAMES)} ${names.size === 1 ? 'is' : 'are'} not defined in the files that are built.`,
    defined: `Found: ${listNames(places, MOST_NAMES)}.`,
    lost:
      nowhere.length === 0
        ? ''
        : `No source below ${cwd} defines ${listNames(nowhere, MOST_NAMES)}.`,
    sources,
  };
}

/** The functions that a linker misses, without parameters and namespaces. */
function missingNames(messages: string): ReadonlySet<string> {
  const names = [...messages.matchAll(MISSING)].map(([, symbol = '']) =>
    symbol.replace(/\(.*/s, '').replace(/^.*::/s, ''),
  );
  return new Set(names.filter((name) => /^\w+$/.test(name)));
}

/** The first file that defines each function. */
async function definersOf(
  names: ReadonlySet<string>,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of files) {
    if (found.size === names.size) break;
    const text = await readFile(file, 'utf8').catch(() => '');
    if (![...names].some((name) => text.includes(name))) continue;
    for (const name of definedFunctions(text, file)) {
      if (names.has(name) && !found.has(name)) found.set(name, file);
    }
  }
  return found;
}

/** The sources below a folder, the nearest ones first. */
async function sourcesIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  let folders = [folder];
  while (folders.length > 0 && found.length < MOST_FILES) {
    const deeper: string[] = [];
    for (const each of folders) {
      const entries = await readdir(each, { withFileTypes: true }).catch(() => []);
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(each, entry.name);
        if (entry.isDirectory() && !ELSEWHERE.includes(entry.name)) deeper.push(path);
        else if (entry.isFile() && languageOf(path)) found.push(path);
      }
    }
    folders = deeper;
  }
  return found;
}
