import * as vscode from 'vscode';
import type { Setting, World } from '../../targets/detect/world';
import { readWorld } from '../../targets/detect/read-world';
import type { Home } from '../services';

/** Settings are lent as proxies, which no other thread can be sent. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Settings as VS Code knows them, with those of the user and of an untrusted folder told apart. */
function settingsOf(folder: string | undefined) {
  const uri = folder === undefined ? undefined : vscode.Uri.file(folder);
  const configuration = vscode.workspace.getConfiguration(undefined, uri);
  return (id: string): Setting | undefined => {
    const value = plain(configuration.get(id));
    if (value === undefined || value === null) return undefined;
    const { workspaceValue, workspaceFolderValue } = configuration.inspect(id) ?? {};
    return {
      value,
      fromProject: workspaceValue !== undefined || workspaceFolderValue !== undefined,
    };
  };
}

/** The folder's configurations, as one's own and as others': those lend their paths alone. */
function seenFrom({ folder }: Home, world: World): World {
  const path = folder?.uri.fsPath;
  const folders = world.folders.map((each) =>
    each.path === path ? each : { ...each, files: [], setting: () => undefined },
  );
  const own = folders.filter((each) => each.path === path);
  return { ...world, folders: [...own, ...folders.filter((each) => each.path !== path)] };
}

/** Everything that a home's boards are found in; `commands` are those that the user had answered. */
export async function worldOf(
  home: Home,
  commands: Readonly<Record<string, string>>,
): Promise<World> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const world = await readWorld({
    folders: workspaceFolders
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ name, uri }) => ({ name, path: uri.fsPath })),
    workspaceFile: workspaceFile?.scheme === 'file' ? workspaceFile.fsPath : undefined,
    settingsOf,
    userLaunch: plain(vscode.workspace.getConfiguration().inspect('launch')?.globalValue),
    commands,
  });
  return seenFrom(home, world);
}
