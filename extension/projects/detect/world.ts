import { type PlatformPath, posix, win32 } from 'node:path';

/** A file's text, by its whole path. */
export interface WorldFile {
  readonly path: string;
  readonly text: string;
}

/** A setting's value, and whether it is from a file of the project. */
export interface Setting {
  readonly value: unknown;
  readonly fromProject: boolean;
}

/** Looks up settings by their whole name: `cortex-debug.openocdPath`. */
export type SettingLookup = (id: string) => Setting | undefined;

/** One folder that is open, or in which the command line runs. */
export interface WorldFolder {
  readonly name: string;
  readonly path: string;
  /** Its files for the detectors, as `readWorld` finds them. */
  readonly files: readonly WorldFile[];
  /** Files outside of it that its own point to: the workspace of west, versions of SDKs. */
  readonly around?: readonly WorldFile[] | undefined;
  readonly setting: SettingLookup;
}

/** The complete input of detection, as values. */
export interface World {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly folders: readonly WorldFolder[];
  /** The `.code-workspace` file that is open. */
  readonly workspaceFile?: WorldFile | undefined;
  /** Settings where no folder is meant. */
  readonly setting: SettingLookup;
  /** The user's own `launch` setting, which is not in a project. */
  readonly userLaunch?: unknown;
  /** Results of `${command:NAME}`, by NAME. These commands run only on a click. */
  readonly commands?: Readonly<Record<string, string>> | undefined;
  /** Files that are there and could not be read. */
  readonly problems?: readonly string[];
}

/** For whom a configuration is read. */
export interface Scope {
  readonly world: World;
  /** Absent in a workspace file or in the user's settings. */
  readonly folder?: WorldFolder | undefined;
}

/** Paths as that world writes them. */
export function choosePathModule({ platform }: Pick<World, 'platform'>): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

/** A file's path inside its folder, with slashes. */
export function toRelativePath(folder: WorldFolder, path: string, world: World): string {
  return choosePathModule(world).relative(folder.path, path).replaceAll('\\', '/');
}

/** A program to start: an absolute path, or a name to search for. */
export function resolveProgramPath(cwd: string, program: string, world: World): string {
  return /[\\/]/.test(program) ? choosePathModule(world).resolve(cwd, program) : program;
}

/**
 * Returns the same world, and collects in `asked` the names of all settings that detectors read,
 * because a change of them matters.
 */
export function noteSettings(world: World, asked: Set<string>): World {
  const noting =
    (lookup: SettingLookup): SettingLookup =>
    (id) => {
      asked.add(id);
      return lookup(id);
    };
  return {
    ...world,
    setting: noting(world.setting),
    folders: world.folders.map((folder) => ({ ...folder, setting: noting(folder.setting) })),
  };
}
