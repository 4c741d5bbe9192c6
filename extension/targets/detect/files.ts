import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorldFile } from './world';

const MAX_BYTES = 4 << 20;
/** Enough for any project; more is a folder of something else. */
const MAX_FOLDERS = 200;

const PROJECT_FILES = ['launch.json', 'settings.json', 'mcuxpresso-tools.json'];
const BUILD_FILES = [
  'CMakeCache.txt',
  '.config',
  'domains.yaml',
  join('zephyr', 'runners.yaml'),
  join('zephyr', '.config'),
];
const BUILD = /^(?:_?build|out$|cmake-build|armgcc$)/i;
const NO_BUILD = /^(?:\.|node_modules$|target$)/;

/** Called for each file that is there and cannot be read. */
type Note = (problem: string) => void;

/** The files of a folder that detection knows: the editor's, and those of builds up to two levels below. */
export async function filesOf(folder: string, note: Note): Promise<readonly WorldFile[]> {
  const builds = await buildFolders(folder);
  const paths = [
    ...PROJECT_FILES.map((name) => join(folder, '.vscode', name)),
    ...builds.flatMap((build) => BUILD_FILES.map((name) => join(build, name))),
  ];
  const files: WorldFile[] = [];
  for (const path of paths) {
    const file = await readSmall(path, note);
    if (file !== undefined) files.push(file);
  }
  return files;
}

/** A file's text; undefined where there is none, or none of a size that makes sense. */
export async function readSmall(path: string, note: Note): Promise<WorldFile | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    if (found.size <= MAX_BYTES) return { path, text: await readFile(path, 'utf8') };
    note(`${path} is too large to be what its name says.`);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR'].includes(code)) note(`${path} cannot be read (${code}).`);
    return undefined;
  }
}

/** The folder itself, those in it, and those in its build folders: `build`, `app/build`, `build/app`. */
async function buildFolders(folder: string): Promise<readonly string[]> {
  const first = await foldersIn(folder);
  const second = await Promise.all(
    first.map(async (name) => {
      const inner = await foldersIn(join(folder, name));
      return inner
        .filter((one) => BUILD.test(name) || BUILD.test(one))
        .map((one) => join(name, one));
    }),
  );
  return ['.', ...first, ...second.flat()].slice(0, MAX_FOLDERS).map((name) => join(folder, name));
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !NO_BUILD.test(entry.name))
      .map(({ name }) => name)
      .sort()
      .slice(0, MAX_FOLDERS);
  } catch {
    return [];
  }
}
