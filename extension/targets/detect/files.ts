import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { knownFolders } from './folders';
import type { WorldFile } from './world';

const MAX_BYTES = 4 << 20;

const EDITOR_FILES = ['launch.json', 'settings.json', 'mcuxpresso-tools.json'];
/** What a project's own folders say about it. */
const PROJECT_FILES = [
  'CMakeLists.txt',
  'config.cmake',
  'CMakePresets.json',
  'CMakeUserPresets.json',
  'mcux_include.json',
  'prj.conf',
  'example.yml',
  'west.yml',
  'FreeRTOSConfig.h',
];
const BUILD_FILES = [
  'CMakeCache.txt',
  '.config',
  'domains.yaml',
  'runners.yaml',
  join('zephyr', 'runners.yaml'),
  join('zephyr', '.config'),
];

/** Called for each file that is there and cannot be read. */
type Note = (problem: string) => void;

/** The files of a folder that detection knows: the editor's, those of projects and those of builds. */
export async function filesOf(folder: string, note: Note): Promise<readonly WorldFile[]> {
  const { builds, projects } = await knownFolders(folder);
  const ofProjects = await Promise.all(
    projects.map(async (project) => {
      const names = await namesIn(join(folder, project));
      return PROJECT_FILES.filter((name) => names.has(name)).map((name) => join(project, name));
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

/** The names in a folder; none where it cannot be listed. */
export async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(folder).catch(() => []));
}
