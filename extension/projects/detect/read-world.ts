import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { type Fields, toFields } from '../../base';
import { cacheEntries, unwrapFields, iniValue, parseJsonc } from './values';
import type { SettingLookup, World, WorldFile } from './world';

/** Folders to search, and settings that the editor knows better than the files. */
export interface WorldSources {
  readonly folders: readonly { readonly path: string; readonly name?: string }[];
  /** The names of the files to read in the folders of projects. */
  readonly projectFiles: readonly string[];
  readonly workspaceFile?: string | undefined;
  /** The editor's settings for a folder, or for none; without it the project's own files are read. */
  readonly readSettings?: ((folder: string | undefined) => SettingLookup) | undefined;
  readonly userLaunch?: unknown;
  readonly commands?: Readonly<Record<string, string>> | undefined;
}

/** Reads the input of detection: small files in known places. Never throws. */
export async function readKnownFiles(sources: WorldSources): Promise<World> {
  const problems: string[] = [];
  const note = (problem: string) => void problems.push(problem);
  const { workspaceFile: path, readSettings, projectFiles } = sources;
  const workspaceFile = path === undefined ? undefined : await readSmall(path, note);
  const shared = toFields(parseFields(workspaceFile)['settings']);
  const folders = await Promise.all(
    sources.folders.map(async ({ path: folder, name = basename(folder) }) => {
      const files = await readFolderFiles(folder, projectFiles, note);
      const own = files.find((file) => /[\\/]\.vscode[\\/]settings\.json$/.test(file.path));
      const setting = readSettings?.(folder) ?? settingsFromFiles([parseFields(own), shared]);
      const around = await filesAround(folder, files, process.env);
      return { name, path: folder, files, around, setting };
    }),
  );
  return {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    folders,
    workspaceFile,
    setting: readSettings?.(undefined) ?? settingsFromFiles([shared]),
    userLaunch: sources.userLaunch,
    commands: sources.commands,
    problems,
  };
}

function parseFields(file: WorldFile | undefined): Fields {
  return file === undefined ? {} : unwrapFields(parseJsonc(file.text));
}

const MAX_BYTES = 4 << 20;

const SETTINGS = 'settings.json';
const EDITOR_FILES = ['launch.json', SETTINGS, 'mcuxpresso-tools.json'];
const BUILD_FILES = [
  'CMakeCache.txt',
  '.config',
  'domains.yaml',
  'runners.yaml',
  join('zephyr', 'runners.yaml'),
  join('zephyr', '.config'),
];

/** The names of the files, besides settings, that describe boards. */
export const boardFiles: readonly string[] = [
  ...new Set([...EDITOR_FILES, ...BUILD_FILES].map((path) => basename(path))),
].filter((name) => name !== SETTINGS);

/** Called for each file that is there and cannot be read. */
type Note = (problem: string) => void;

/** Files of a folder that detection reads: the editor's, those of projects and those of builds. */
export async function readFolderFiles(
  folder: string,
  projectFiles: readonly string[],
  note: Note,
): Promise<readonly WorldFile[]> {
  const { builds, projects } = await findKnownFolders(folder);
  const ofProjects = await Promise.all(
    projects.map(async (project) => {
      const names = await listEntryNames(join(folder, project));
      return projectFiles.filter((name) => names.has(name)).map((name) => join(project, name));
    }),
  );
  const paths = new Set([
    ...EDITOR_FILES.map((name) => join('.vscode', name)),
    ...ofProjects.flat(),
    ...builds.flatMap((build) => BUILD_FILES.map((name) => join(build, name))),
  ]);
  const files: WorldFile[] = [];
  for (const path of paths) {
    const file = await readSmall(join(folder, path), note);
    if (file !== undefined) files.push(file);
  }
  return files;
}

/** Reads a file's text; undefined if there is none, or if it is too large. */
async function readSmall(path: string, note: Note): Promise<WorldFile | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    if (found.size <= MAX_BYTES) return { path, text: await readFile(path, 'utf8') };
    note(`${path} is too large and was skipped.`);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR'].includes(code)) note(`${path} cannot be read (${code}).`);
    return undefined;
  }
}

/** The names in a folder; none where it cannot be listed. */
async function listEntryNames(folder: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(folder).catch(() => []));
}

/** Enough for any project; more is a folder of something else. */
const MAX_FOLDERS = 200;
/** The images that sysbuild makes of one application. */
const MAX_IMAGES = 20;

const BUILD = /^(?:_?build|out$|cmake-build|armgcc$)/i;
/** The older MCUXpresso SDK keeps a project's CMakeLists.txt beside what is built of it. */
const BOTH = /^armgcc$/i;
const NEITHER = /^(?:\.|node_modules$|target$)/;
/** The agent's own copy in a project holds no project of the user's. */
const COPY = /^cyclescope$/;

/** Folders that detection looks into, inside a folder of the workspace. */
interface KnownFolders {
  /** Folders of builds: `build`, `app/build`, `build/app`, and those of Cyclescope. */
  readonly builds: readonly string[];
  /** Folders that may contain a project's own files. */
  readonly projects: readonly string[];
}

interface Subfolder {
  readonly path: string;
  readonly names: readonly string[];
}

/** The folder itself and those up to two levels below. */
async function findKnownFolders(folder: string): Promise<KnownFolders> {
  const first = (await listSubfolders(folder)).map((name) => ({ path: name, names: [name] }));
  const second = (
    await Promise.all(
      first.map(async ({ path }): Promise<readonly Subfolder[]> => {
        const inner = await listSubfolders(join(folder, path));
        return inner.map((name) => ({ path: join(path, name), names: [path, name] }));
      }),
    )
  ).flat();
  const projects = ['.', ...[...first, ...second].filter(isProject).map(({ path }) => path)];
  const builds = ['.', ...[...first, ...second.filter(isBuild)].map(({ path }) => path)];
  const measured = await Promise.all(projects.map((path) => listMeasuredBuilds(folder, path)));
  return {
    builds: [...builds.slice(0, MAX_FOLDERS), ...measured.flat()],
    projects: projects.slice(0, MAX_FOLDERS),
  };
}

function isBuild({ names }: Subfolder): boolean {
  return names.some((name) => BUILD.test(name));
}

function isProject({ names }: Subfolder): boolean {
  return names.every((name) => BOTH.test(name) || !(BUILD.test(name) || COPY.test(name)));
}

/** `build/cyclescope/headline` and `traced`, and with sysbuild the images in them. */
async function listMeasuredBuilds(folder: string, project: string): Promise<readonly string[]> {
  const parent = join(project, 'build', 'cyclescope');
  const builds = (await listSubfolders(join(folder, parent))).map((name) => join(parent, name));
  const images = await Promise.all(
    builds.map(async (build) => {
      const names = await listSubfolders(join(folder, build));
      return names.slice(0, MAX_IMAGES).map((name) => join(build, name));
    }),
  );
  return [...builds, ...images.flat()];
}

async function listSubfolders(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !NEITHER.test(entry.name))
      .map(({ name }) => name)
      .sort()
      .slice(0, MAX_FOLDERS);
  } catch {
    return [];
  }
}

/** Looks settings up in files of the project; the first file with a setting wins. */
export function settingsFromFiles(files: readonly Fields[]): SettingLookup {
  return (id) => {
    const values = files.map((file) => lookUp(file, id.split('.')));
    const value = values.find((one) => one !== undefined && one !== null);
    return value === undefined ? undefined : { value, fromProject: true };
  };
}

/** Names are written in full or in part: `"a.b": {"c": 1}` equals `"a.b.c": 1`. */
function lookUp(value: unknown, parts: readonly string[]): unknown {
  if (parts.length === 0) return value;
  const fields = toFields(value);
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join('.');
    const inner = Object.hasOwn(fields, name)
      ? lookUp(fields[name], parts.slice(count))
      : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The most levels that a west workspace may begin above a folder. */
const MAX_ABOVE = 6;
/** The trees that the builds of one folder may use. */
const MAX_TREES = 8;

const ignore = () => undefined;

/**
 * Reads what the files of a folder point to: the configuration of the west workspace around it, and
 * the versions of the Zephyr and MCUXpresso SDK trees that its builds use.
 */
export async function filesAround(
  folder: string,
  files: readonly WorldFile[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly WorldFile[]> {
  const west = await westConfig(folder);
  const zephyr = [
    ...readCacheValues(files, 'ZEPHYR_BASE'),
    ...(west === undefined ? [] : [westZephyr(west)]),
    ...texts(env['ZEPHYR_BASE']),
  ];
  const mcux = [
    ...readCacheValues(files, 'SdkRootDirPath'),
    ...(west === undefined ? [] : [join(getWestTop(west), 'mcuxsdk')]),
    ...texts(env['SdkRootDirPath']),
  ];
  const versions = await Promise.all([
    ...distinct(zephyr).map((base) => readSmall(join(base, 'VERSION'), ignore)),
    ...distinct(mcux).map((base) => readSmall(join(base, 'MCUX_VERSION'), ignore)),
    ...distinct(mcux).map(sdkManifest),
  ]);
  return [west, ...versions].filter((file) => file !== undefined);
}

async function westConfig(folder: string): Promise<WorldFile | undefined> {
  let at = folder;
  for (let above = 0; above <= MAX_ABOVE; above++) {
    const found = await readSmall(join(at, '.west', 'config'), ignore);
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
    at = dirname(at);
  }
  return undefined;
}

/** The folder that holds `.west`. */
const getWestTop = ({ path }: WorldFile) => dirname(dirname(path));

function westZephyr(west: WorldFile): string {
  return resolve(getWestTop(west), iniValue(west.text, 'zephyr', 'base') ?? 'zephyr');
}

function readCacheValues(files: readonly WorldFile[], name: string): readonly string[] {
  return files
    .filter(({ path }) => /[\\/]CMakeCache\.txt$/.test(path))
    .flatMap(({ text }) => texts(cacheEntries(text)(name)));
}

const texts = (value: string | undefined) => (value ? [value] : []);

function distinct(folders: readonly string[]): readonly string[] {
  return [...new Set(folders.filter((folder) => isAbsolute(folder)))].slice(0, MAX_TREES);
}

/** The older SDK names itself and its version in a manifest of its own. */
async function sdkManifest(sdk: string): Promise<WorldFile | undefined> {
  for (const folder of [sdk, join(sdk, 'manifests')]) {
    const name = [...(await listEntryNames(folder))].sort().find((one) => MANIFEST.test(one));
    if (name !== undefined) return readSmall(join(folder, name), ignore);
  }
  return undefined;
}

const MANIFEST = /_manifest_v\d+_\d+\.xml$/;
