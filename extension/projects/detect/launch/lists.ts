import { type Fields, fieldsOf, textOf } from '../../../base';
import { parseJsonc } from '../values';
import { placeIn, type Scope, type World } from '../world';
import { forPlatform, type LaunchEntry } from './entry';

/** A configuration with its name, and its place for messages. */
export interface NamedEntry extends LaunchEntry {
  readonly name: string;
  readonly type: string;
  readonly source: string;
}

/** Every debug configuration of a world, and what could not be read. */
export interface LaunchLists {
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
