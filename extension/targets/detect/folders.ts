import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

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
export interface KnownFolders {
  /** Where builds lie: `build`, `app/build`, `build/app`, and those that Cyclescope makes. */
  readonly builds: readonly string[];
  /** Where a project's own files may lie. */
  readonly projects: readonly string[];
}

interface Place {
  readonly path: string;
  readonly names: readonly string[];
}

/** The folder itself and those up to two levels below. */
export async function knownFolders(folder: string): Promise<KnownFolders> {
  const first = (await foldersIn(folder)).map((name) => ({ path: name, names: [name] }));
  const second = (
    await Promise.all(
      first.map(async ({ path }): Promise<readonly Place[]> => {
        const inner = await foldersIn(join(folder, path));
        return inner.map((name) => ({ path: join(path, name), names: [path, name] }));
      }),
    )
  ).flat();
  const projects = ['.', ...[...first, ...second].filter(isProject).map(({ path }) => path)];
  const builds = ['.', ...[...first, ...second.filter(isBuild)].map(({ path }) => path)];
  const measured = await Promise.all(projects.map((path) => measuredBuilds(folder, path)));
  return {
    builds: [...builds.slice(0, MAX_FOLDERS), ...measured.flat()],
    projects: projects.slice(0, MAX_FOLDERS),
  };
}

function isBuild({ names }: Place): boolean {
  return names.some((name) => BUILD.test(name));
}

function isProject({ names }: Place): boolean {
  return names.every((name) => BOTH.test(name) || !(BUILD.test(name) || COPY.test(name)));
}

/** `build/cyclescope/headline` and `traced`, and with sysbuild the images in them. */
async function measuredBuilds(folder: string, project: string): Promise<readonly string[]> {
  const parent = join(project, 'build', 'cyclescope');
  const builds = (await foldersIn(join(folder, parent))).map((name) => join(parent, name));
  const images = await Promise.all(
    builds.map(async (build) => {
      const names = await foldersIn(join(folder, build));
      return names.slice(0, MAX_IMAGES).map((name) => join(build, name));
    }),
  );
  return [...builds, ...images.flat()];
}

async function foldersIn(folder: string): Promise<readonly string[]> {
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
