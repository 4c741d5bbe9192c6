import { homedir } from 'node:os';
import { basename } from 'node:path';
import { filesAround } from './around';
import { filesOf, readSmall } from './files';
import { parseJsonc } from './jsonc';
import { settingsFromFiles } from './settings-files';
import { fieldsOf, type Fields } from './values';
import type { SettingLookup, World, WorldFile } from './world';

/** Where to look, and what the editor knows better than the files do. */
export interface WorldSources {
  readonly folders: readonly { readonly path: string; readonly name?: string }[];
  readonly workspaceFile?: string | undefined;
  /** The editor's settings for a folder, or for none; without it the project's own files are read. */
  readonly settingsOf?: ((folder: string | undefined) => SettingLookup) | undefined;
  readonly userLaunch?: unknown;
  readonly commands?: Readonly<Record<string, string>> | undefined;
}

/** Reads what detection looks at: small files in known places, and never throws. */
export async function readWorld(sources: WorldSources): Promise<World> {
  const problems: string[] = [];
  const note = (problem: string) => void problems.push(problem);
  const { workspaceFile: path, settingsOf } = sources;
  const workspaceFile = path === undefined ? undefined : await readSmall(path, note);
  const shared = fieldsOf(jsonOf(workspaceFile)['settings']);
  const folders = await Promise.all(
    sources.folders.map(async ({ path: folder, name = basename(folder) }) => {
      const files = await filesOf(folder, note);
      const own = files.find((file) => /[\\/]\.vscode[\\/]settings\.json$/.test(file.path));
      const setting = settingsOf?.(folder) ?? settingsFromFiles([jsonOf(own), shared]);
      const around = await filesAround(folder, files, process.env);
      return { name, path: folder, files, around, setting };
    }),
  );
  return {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    folders,
    workspaceFile,
    setting: settingsOf?.(undefined) ?? settingsFromFiles([shared]),
    userLaunch: sources.userLaunch,
    commands: sources.commands,
    problems,
  };
}

function jsonOf(file: WorldFile | undefined): Fields {
  const reading = file === undefined ? { value: undefined } : parseJsonc(file.text);
  return 'value' in reading ? fieldsOf(reading.value) : {};
}
