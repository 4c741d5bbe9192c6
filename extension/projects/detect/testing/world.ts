import type { Setting, World, WorldFolder } from '../world';

/** Settings as a test writes them: the user's own unless stated otherwise. */
export type Settings = Readonly<Record<string, unknown>>;

const lookup =
  (settings: Settings, fromProject: boolean) =>
  (id: string): Setting | undefined =>
    id in settings ? { value: settings[id], fromProject } : undefined;

/** A folder at `/w/NAME` with those files. */
export function folder(
  name: string,
  files: Readonly<Record<string, unknown>>,
  settings: Settings = {},
  fromProject = false,
): WorldFolder {
  return {
    name,
    path: `/w/${name}`,
    files: Object.entries(files).map(([path, content]) => ({
      path: `/w/${name}/${path}`,
      text: typeof content === 'string' ? content : JSON.stringify(content),
    })),
    setting: lookup(settings, fromProject),
  };
}

/** A world of those folders on Linux. */
export function world(folders: readonly WorldFolder[], more: Partial<World> = {}): World {
  return {
    platform: 'linux',
    env: { HOME: '/home/me', TOOLS: '/opt/tools' },
    home: '/home/me',
    folders,
    setting: () => undefined,
    ...more,
  };
}

/** A world of one folder, `app`, with one `launch.json` of those configurations. */
export function launching(
  configurations: readonly object[],
  settings: Settings = {},
  more: Partial<World> = {},
): World {
  const launch = { version: '0.2.0', configurations };
  return world([folder('app', { '.vscode/launch.json': launch }, settings)], more);
}
