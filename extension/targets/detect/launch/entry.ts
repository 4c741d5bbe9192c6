import type { Scope } from '../scope';
import { pathsOf } from '../scope';
import { fieldsOf, textOf, type Fields } from '../values';
import { substitute } from '../variables';

/** One entry of a list of debug configurations. */
export interface LaunchEntry extends Scope {
  readonly fields: Fields;
  /** It lies in a file of the project. */
  readonly fromProject: boolean;
}

/** Under which name configurations and settings keep what is meant for this platform alone. */
export function platformSection({ world }: Scope): string {
  return { win32: 'windows', darwin: 'osx' }[world.platform as string] ?? 'linux';
}

/** A configuration with the members for this platform in their places, as the editor has it. */
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
