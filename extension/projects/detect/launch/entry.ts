import { type Fields, fieldsOf, textOf, textsOf } from '../../../base';
import { parseJsonc } from '../values';
import { type Found, resolveFields, substitute, unusable } from '../variables';
import { pathsOf, placeIn, type Scope, type World } from '../world';

/** One entry of a list of debug configurations. */
export interface LaunchEntry extends Scope {
  readonly fields: Fields;
  /** It is in a file of the project. */
  readonly fromProject: boolean;
}

/** Under which name configurations and settings keep what is meant for this platform alone. */
export function platformSection({ world }: Scope): string {
  return { win32: 'windows', darwin: 'osx' }[world.platform as string] ?? 'linux';
}

/** Applies the members for this platform, as the editor does. */
function forPlatform(config: Fields, scope: Scope): Fields {
  return { ...config, ...fieldsOf(config[platformSection(scope)]) };
}

/** The folder that relative paths of an entry are meant from. */
export function folderOfEntry(entry: LaunchEntry): string {
  const { fields, folder, world } = entry;
  const paths = pathsOf(world);
  const { workspaceFile } = world;
  const base = workspaceFile === undefined ? world.home : paths.dirname(workspaceFile.path);
  const text = textOf(fields['cwd']);
  const cwd = text === undefined ? undefined : substitute(text, entry);
  return paths.resolve(
    folder?.path ?? world.folders[0]?.path ?? base,
    cwd !== undefined && 'text' in cwd ? cwd.text : '',
  );
}

/** A file that an entry names; undefined where it names none, or not without running something. */
export function fileOf(entry: LaunchEntry, name: unknown): string | undefined {
  const text = textOf(name);
  const file = text === undefined ? undefined : substitute(text, entry);
  return file !== undefined && 'text' in file && file.text.trim() !== ''
    ? pathsOf(entry.world).resolve(folderOfEntry(entry), file.text.trim())
    : undefined;
}

const ADDRESS = /^(?:tcp:)?(?:\[([0-9a-f:.]+)\]|([\w.-]*)):(\d{1,5})$/i;

/** Host and port of a server that runs already: `localhost:3333`, `:3333`, `tcp:host:3333`. */
export function serverAddress(text: string): { host: string; port: number } | undefined {
  const [, ipv6, name, digits] = ADDRESS.exec(text.trim()) ?? [];
  const port = Number(digits);
  if (digits === undefined || port === 0 || port > 65_535) return undefined;
  return { host: ipv6 ?? (name === undefined || name === '' ? 'localhost' : name), port };
}

/** A server that someone else starts, at the address a configuration gives. */
export function externalServer(entry: LaunchEntry, address: unknown): Found {
  const { fields, unresolved } = resolveFields({ address }, ['address'], entry);
  const text = textOf(fields['address']);
  if (text === undefined) {
    return unresolved.length > 0
      ? { unresolved }
      : unusable('It does not name the address of its server', 'Name it there as HOST:PORT.');
  }
  const at = serverAddress(text);
  return at === undefined
    ? unusable(
        `Its server is at "${text}", which is not HOST:PORT`,
        'Cyclescope reaches servers over TCP only: start one, and use gdb://localhost:PORT.',
      )
    : { server: { kind: 'external', ...at } };
}

const SELECT = /target(?:-select)?\s+(?:extended-)?remote\s+(\S+)/;

/** The address in the first command that connects to one. */
export function addressIn(commands: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(commands) ? commands : [];
  const texts = list.flatMap((command) => textsOf(fieldsOf(command)['text'] ?? command));
  return texts.flatMap((text) => SELECT.exec(text)?.[1] ?? [])[0];
}

/** A configuration with its name, and its place for messages. */
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
        .filter(({ path }) => placeIn(folder, path, world) === '.vscode/launch.json')
        .map(({ text }) =>
          fromText(text, 'launch.json', { world, folder }, (value) => fieldsOf(value)),
        ),
    ),
    ...workspaceLists(world),
    entriesOf(fieldsOf(world.userLaunch), 'user settings', { world }, false),
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
  const launchOf = (value: unknown) => fieldsOf(fieldsOf(value)['launch']);
  return [fromText(workspaceFile.text, name, { world }, launchOf)];
}

function fromText(
  text: string,
  source: string,
  scope: Scope,
  launchOf: (value: unknown) => Fields,
): LaunchLists {
  const reading = parseJsonc(text);
  if ('value' in reading) return entriesOf(launchOf(reading.value), source, scope, true);
  const where = scope.folder === undefined ? source : `${source} of ${scope.folder.name}`;
  return { entries: [], problems: [`${where} cannot be read: ${reading.problem}`] };
}

function entriesOf(
  launch: Fields,
  source: string,
  scope: Scope,
  fromProject: boolean,
): LaunchLists {
  const list: readonly unknown[] = Array.isArray(launch['configurations'])
    ? launch['configurations']
    : [];
  const entries = list.flatMap((item): readonly NamedEntry[] => {
    const fields = forPlatform(fieldsOf(item), scope);
    const name = textOf(fields['name']);
    const type = textOf(fields['type']);
    if (name === undefined || type === undefined) return [];
    return [{ ...scope, fields, fromProject, name, type, source: `${source}: "${name}"` }];
  });
  return { entries, problems: [] };
}
