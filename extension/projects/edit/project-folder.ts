import {
  cacheEntries,
  choosePathModule,
  toRelativePath,
  type World,
  type WorldFile,
  type WorldFolder,
} from '../detect';
import { type CMakeReading, readCalls } from './cmake';

/** The marks of the block that adding the agent writes into a CMakeLists.txt. */
export const BLOCK_BEGIN = '# >>> cyclescope';
export const BLOCK_END = '# <<< cyclescope';

/** A build of a project: the folder of its CMakeCache.txt, and the files in it. */
export interface ProjectBuild {
  /** Relative to the project's folder: `build`, `../build`. */
  readonly folder: string;
  /** Looks a value of its CMakeCache.txt up. */
  readonly entry: (name: string) => string | undefined;
  /** The text of another of its files. */
  readonly near: (name: string) => string | undefined;
}

/** A folder with its own CMakeLists.txt, as the sources of facts read it. */
export interface ProjectFolder {
  readonly world: World;
  readonly folder: WorldFolder;
  /** A whole path. */
  readonly path: string;
  readonly lists: WorldFile;
  readonly reading: CMakeReading;
  /** The text of one of its files, by its path inside the folder. */
  readonly near: (inside: string) => string | undefined;
  /** Its builds, those that Cyclescope made first. */
  readonly builds: readonly ProjectBuild[];
}

/** Every folder of a workspace folder that holds a CMakeLists.txt. */
export function listProjectFolders(folder: WorldFolder, world: World): readonly ProjectFolder[] {
  const paths = choosePathModule(world);
  return folder.files
    .filter((file) => paths.basename(file.path) === 'CMakeLists.txt')
    .map((lists): ProjectFolder => {
      const path = paths.dirname(lists.path);
      const here = { name: folder.name, path, files: folder.files, setting: folder.setting };
      const texts = new Map(
        folder.files.map((file) => [toRelativePath(here, file.path, world), file.text]),
      );
      const near = (inside: string) => texts.get(inside);
      const reading = readCalls(lists.text);
      return { world, folder, path, lists, reading, near, builds: listBuilds(texts, path, world) };
    });
}

function listBuilds(
  texts: ReadonlyMap<string, string>,
  path: string,
  world: World,
): readonly ProjectBuild[] {
  const builds = [...texts].flatMap(([inside, text]): readonly ProjectBuild[] => {
    const [whole, build = '.'] = /^(?:(.*)\/)?CMakeCache\.txt$/.exec(inside) ?? [];
    if (whole === undefined) return [];
    const entry = cacheEntries(text);
    const home =
      entry('APPLICATION_SOURCE_DIR') ?? entry('APP_DIR') ?? entry('CMAKE_HOME_DIRECTORY');
    if (home !== undefined && !isSamePath(home, path, world)) return [];
    if (home === undefined && build.startsWith('..')) return [];
    const near = (name: string) => texts.get(build === '.' ? name : `${build}/${name}`);
    return [{ folder: build, entry, near }];
  });
  const isOwn = ({ folder }: ProjectBuild) => OWN_BUILD.test(folder);
  return [
    ...builds.filter((build) => isOwn(build) && wasConfigured(build)),
    ...builds.filter((build) => !isOwn(build)),
  ];
}

/** CMake also caches rejected answers, such as the name of an unknown board. */
const wasConfigured = ({ entry }: ProjectBuild) => entry('CMAKE_PROJECT_NAME') !== undefined;

/** The folder in which Cyclescope builds a project, inside that of the project. */
export const OWN_BUILD = /^build\/cyclescope\//;

/** CMake writes every path with slashes. */
function isSamePath(a: string, b: string, world: World): boolean {
  const [one, other] = [a, b].map((path) => choosePathModule(world).resolve(path));
  return world.platform === 'win32' ? one?.toLowerCase() === other?.toLowerCase() : one === other;
}

/** A file's path for people, as seen from the project. */
export function toProjectPath({ path, folder, world }: ProjectFolder, file: string): string {
  return toRelativePath({ ...folder, path }, file, world);
}
