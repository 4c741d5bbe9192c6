import { type Fields, fieldsOf, textOf, textsOf } from '../../../base';
import { type Found, resolveFields, substitute, unusable } from '../variables';
import { pathsOf, type Scope } from '../world';

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
export function forPlatform(config: Fields, scope: Scope): Fields {
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
