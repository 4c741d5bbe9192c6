import { posix, win32, type PlatformPath } from 'node:path';
import type { World, WorldFolder } from './world';

/** For whom a configuration is read. */
export interface Scope {
  readonly world: World;
  /** None for what lies in a workspace file or in the user's settings. */
  readonly folder?: WorldFolder | undefined;
}

/** Paths as that world writes them. */
export function pathsOf({ platform }: Pick<World, 'platform'>): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

/** A file's place inside its folder, with slashes. */
export function placeIn(folder: WorldFolder, path: string, world: World): string {
  return pathsOf(world).relative(folder.path, path).replaceAll('\\', '/');
}

/** A program as it is started: a path is whole, a name alone is looked up. */
export function programIn(cwd: string, program: string, world: World): string {
  return /[\\/]/.test(program) ? pathsOf(world).resolve(cwd, program) : program;
}
