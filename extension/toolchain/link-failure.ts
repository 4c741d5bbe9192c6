import { relative } from 'node:path';
import { EngineError, listNames } from '../base';
import type { Workspace } from './plan';
import { type Definer, findDefiners, openWorkspace } from './workspace';

const MISSING = /undefined reference to [`'\u2018]([^'\u2019\n]+)['\u2019]/g;
const TWICE = /multiple definition of [`'\u2018]main['\u2019]/;

/** As many names as a message has room for. */
const MOST_NAMES = 5;

/** An image needs further files of the user's folder, which define all that it lacks. */
export class NeededSources extends Error {
  constructor(
    /** The functions for which each file is needed. */
    readonly functions: ReadonlyMap<string, readonly string[]>,
  ) {
    super('further sources are needed');
  }
}

/** Explains why objects do not link: what is missing, and which files of the folder define it. */
export async function linkFailure(
  build: string,
  messages: string,
  {
    workspace,
    userFiles,
  }: { readonly workspace: Workspace; readonly userFiles: readonly string[] },
): Promise<EngineError | NeededSources> {
  const { cwd } = workspace;
  const what = `The ${build} image does not link`;
  if (TWICE.test(messages)) {
    const own = await findDefiners(new Set(['main']), userFiles);
    const where = [...own.values()].map(({ file }) => relative(cwd, file)).join(', ');
    return new EngineError(
      'build-failed',
      `${what}: ${where || 'one of your files'} defines main(), which the agent has as well.`,
      'Move the functions that you measure into a file without main(), and name that one.',
    );
  }
  const missing = await findMissing(messages, workspace, userFiles);
  if (!missing) {
    return new EngineError('build-failed', `${what}.`, "The linker's messages name the cause.");
  }
  const { functions, foreign, lost } = missing;
  // Those that files define are no mistake: they are built once the others are there.
  const wrong = [...lost, ...foreign.keys()];
  if (wrong.length === 0) return new NeededSources(functions);
  const unusable = [...foreign].map(
    ([name, { file, program }]) =>
      `${name} is in ${relative(cwd, file)}, which defines ${program} as well: move it to a file of its own.`,
  );
  return new EngineError(
    'build-failed',
    `${what}: ${describeUndefined(wrong)}`,
    [...unusable, ...describeMissing(cwd, lost), ...(lost.length > 0 ? [PROVIDE] : [])].join(' '),
  );
}

const PROVIDE =
  'Define it beside the benchmark, or name the file in the setting cyclescope.benchmarks or with --source.';

/** Explains why a project's own build does not link; undefined if the linker misses no function. */
export async function projectLinkFailure(
  messages: string,
  folder: string,
): Promise<EngineError | undefined> {
  const missing = await findMissing(messages, openWorkspace(folder), []);
  if (!missing) return undefined;
  const { names, functions, lost } = missing;
  const locations = [...functions].map(
    ([file, names]) => `${listNames(names, MOST_NAMES)} in ${relative(folder, file)}`,
  );
  const those = locations.length === 1 ? 'that file' : 'those files';
  const found =
    locations.length === 0
      ? []
      : [
          `Found: ${listNames(locations, MOST_NAMES)}.`,
          `Add ${those} to the sources of the program in its CMakeLists.txt.`,
        ];
  const hint = [...found, ...describeMissing(folder, lost)].join(' ');
  return new EngineError(
    'build-failed',
    `The project does not link: ${describeUndefined(names)}`,
    hint,
  );
}

const describeUndefined = (names: readonly string[]) =>
  `${listNames(names, MOST_NAMES)} ${names.length === 1 ? 'is' : 'are'} not defined in the files that are built.`;

const describeMissing = (folder: string, lost: readonly string[]) =>
  lost.length === 0 ? [] : [`No source below ${folder} defines ${listNames(lost, MOST_NAMES)}.`];

/** The functions that a linker misses. */
interface Missing {
  readonly names: readonly string[];
  /** Those that each file of the folder defines. */
  readonly functions: ReadonlyMap<string, readonly string[]>;
  /** Those that only another program's files define. */
  readonly foreign: ReadonlyMap<string, Definer>;
  /** Those that no file defines. */
  readonly lost: readonly string[];
}

/** Finds which functions a linker misses, and the files of a folder that define them. */
async function findMissing(
  messages: string,
  workspace: Workspace,
  userFiles: readonly string[],
): Promise<Missing | undefined> {
  const names = listMissingNames(messages);
  if (names.size === 0) return undefined;
  const others = (await workspace.listSources()).filter((file) => !userFiles.includes(file));
  const definers = await findDefiners(names, others);
  const functions = new Map<string, string[]>();
  for (const [name, { file, program }] of definers)
    if (program === undefined) functions.set(file, [...(functions.get(file) ?? []), name]);
  return {
    names: [...names],
    functions,
    foreign: new Map([...definers].filter(([, { program }]) => program !== undefined)),
    lost: [...names].filter((name) => !definers.has(name)),
  };
}

/** The functions that a linker misses, without parameters and namespaces. */
function listMissingNames(messages: string): ReadonlySet<string> {
  const names = [...messages.matchAll(MISSING)].map(([, symbol = '']) =>
    symbol.replace(/\(.*/s, '').replace(/^.*::/s, ''),
  );
  return new Set(names.filter((name) => /^\w+$/.test(name)));
}
