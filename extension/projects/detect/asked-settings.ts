import type { SettingLookup, World } from './world';

/** The same world, and in `asked` the name of every setting that a detector wants: a change of it matters. */
export function notingSettings(world: World, asked: Set<string>): World {
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
