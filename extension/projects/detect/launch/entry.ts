import { type Fields, toFields, toText } from '../../../base';
import type { ProbeUse } from '../../../targets';
import { parseJsonc } from '../values';
import { type Found, substitute } from '../variables';
import { choosePathModule, toRelativePath, type Scope, type World } from '../world';

/** One entry of a list of debug configurations. */
export interface LaunchEntry extends Scope {
  readonly fields: Fields;
  /** It is in a file of the project. */
  readonly fromProject: boolean;
}

/** Under which name configurations and settings keep what is meant only for this platform. */
export function platformSection({ world }: Scope): string {
  return { win32: 'windows', darwin: 'osx' }[world.platform as string] ?? 'linux';
}

/** Applies the members for this platform, as the editor does. */
function forPlatform(config: Fields, scope: Scope): Fields {
  return { ...config, ...toFields(config[platformSection(scope)]) };
}

/** The folder that relative paths of an entry are meant from. */
export function folderOfEntry(entry: LaunchEntry): string {
  const { fields, folder, world } = entry;
  const paths = choosePathModule(world);
  const { workspaceFile } = world;
  const base = workspaceFile === undefined ? world.home : paths.dirname(workspaceFile.path);
  const text = toText(fields['cwd']);
  const cwd = text === undefined ? undefined : substitute(text, entry);
  return paths.resolve(
    folder?.path ?? world.folders[0]?.path ?? base,
    cwd !== undefined && 'text' in cwd ? cwd.text : '',
  );
}

/** A file that an entry names; undefined where it names none, or not without running something. */
export function resolveEntryFile(entry: LaunchEntry, name: unknown): string | undefined {
  const text = toText(name);
  const file = text === undefined ? undefined : substitute(text, entry);
  return file !== undefined && 'text' in file && file.text.trim() !== ''
    ? choosePathModule(entry.world).resolve(folderOfEntry(entry), file.text.trim())
    : undefined;
}

/** A type of debug configurations. */
export interface LaunchType {
  readonly type: string;
  /** Undefined if the configuration is not for a board. */
  readonly read: (entry: LaunchEntry) => Found | undefined;
  /** The probes and servers that a session with that configuration occupies; its variables are replaced. */
  readonly uses?: (config: Fields) => readonly ProbeUse[];
}

/** A configuration with its name, and its source for messages. */
interface NamedEntry extends LaunchEntry {
  readonly name: string;
  readonly type: string;
  readonly source: string;
}

/** Every debug configuration of a world, and what could not be read. */
interface LaunchLists {
  readonly entries: readonly NamedEntry[];
  readonly problems: readonly string[];
}

/** Collects `launch.json` of every folder, the workspace file's configurations and the user's own. */
export function launchLists(world: World): LaunchLists {
  const lists = [
    ...world.folders.flatMap((folder) =>
      folder.files
        .filter(({ path }) => toRelativePath(folder, path, world) === '.vscode/launch.json')
        .map(({ text }) =>
          fromText(text, 'launch.json', { world, folder }, (value) => toFields(value)),
        ),
    ),
    ...workspaceLists(world),
    readEntries(toFields(world.userLaunch), 'user settings', { world }, false),
  ];
  return {
    entries: lists.flatMap(({ entries }) => entries),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

function workspaceLists(world: World): readonly LaunchLists[] {
  const { workspaceFile } = world;
  if (workspaceFile === undefined) return [];
  const name = workspaceFile.path.split(/[\\/]/).at(-1) ?? workspaceFile.path;
  const getLaunch = (value: unknown) => toFields(toFields(value)['launch']);
  return [fromText(workspaceFile.text, name, { world }, getLaunch)];
}

function fromText(
  text: string,
  source: string,
  scope: Scope,
  getLaunch: (value: unknown) => Fields,
): LaunchLists {
  const reading = parseJsonc(text);
  if ('value' in reading) return readEntries(getLaunch(reading.value), source, scope, true);
  const where = scope.folder === undefined ? source : `${source} of ${scope.folder.name}`;
  return { entries: [], problems: [`${where} cannot be read: ${reading.problem}`] };
}

function readEntries(
  launch: Fields,
  source: string,
  scope: Scope,
  fromProject: boolean,
): LaunchLists {
  const list: readonly unknown[] = Array.isArray(launch['configurations'])
    ? launch['configurations']
    : [];
  const entries = list.flatMap((item): readonly NamedEntry[] => {
    const fields = forPlatform(toFields(item), scope);
    const name = toText(fields['name']);
    const type = toText(fields['type']);
    if (name === undefined || type === undefined) return [];
    return [{ ...scope, fields, fromProject, name, type, source: `${source}: "${name}"` }];
  });
  return { entries, problems: [] };
}
