import { resolve } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { searchPath } from '../../../host';
import { parseValues } from '../../../runs';
import type { Home } from '../../common';
import { settingContributions } from '../../contributions';
import { settings } from '../../names';

const text = v.pipe(v.string(), v.trim());
const texts = v.array(text);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const whole = v.pipe(v.number(), v.safeInteger());

/** One value, a list of them, or both in the command line's syntax. */
const parameterValues = v.union([
  v.pipe(
    whole,
    v.transform((value): readonly number[] => [value]),
  ),
  v.pipe(v.array(whole), v.minLength(1)),
  v.pipe(
    v.string(),
    v.transform(parseValues),
    v.object({ values: v.array(whole) }),
    v.transform(({ values }): readonly number[] => values),
  ),
]);

const schema = v.object({
  target: v.pipe(text, v.nonEmpty()),
  sshHosts: texts,
  boards: v.array(v.record(v.string(), v.unknown())),
  benchmarks: texts,
  iterations: v.nullable(count),
  repeat: v.nullable(count),
  parameters: v.record(v.string(), parameterValues),
  gate: text,
  inlineResults: v.boolean(),
  maxEvents: count,
  imagesFolder: text,
  programsFolders: texts,
  agentTargets: texts,
  sourceFileMap: v.record(v.string(), text),
});

/** The user's settings for one home, each value checked for its type. */
export type Settings = Readonly<v.InferOutput<typeof schema>>;

type Name = keyof typeof settings;

/** Reads settings as written; a value of the wrong type counts as not set. */
export function settingsFrom(get: (id: string) => unknown): Settings {
  const names = Object.keys(settings) as Name[];
  const values = names.map((name) => {
    const read = v.safeParse(schema.entries[name], get(settings[name]));
    return [name, read.success ? read.output : settingContributions[settings[name]]?.default];
  });
  return Object.fromEntries(values) as Settings;
}

/** The settings of a home, or of the window if none is given. */
export function readSettings(home?: Home): Settings {
  const configuration = vscode.workspace.getConfiguration(undefined, home?.folder);
  return settingsFrom((id) => configuration.get(id));
}

/** True if a configuration change affects a setting, of one home or of any. */
export function hasChanged(
  event: vscode.ConfigurationChangeEvent,
  name: Name,
  home?: Home,
): boolean {
  return event.affectsConfiguration(settings[name], home?.folder);
}

/** The environment for starting programs and finding files. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of everything started for a home: programs are searched in the configured
 * folders, and downloads are in the extension's storage.
 */
export function mergeEnvironment(
  { programsFolders, imagesFolder }: Pick<Settings, 'programsFolders' | 'imagesFolder'>,
  folders: { readonly cwd: string; readonly storage: string },
  inherited: Environment = process.env,
): Environment {
  const absolute = programsFolders.map((folder) => resolve(folders.cwd, folder));
  return {
    ...inherited,
    ...searchPath(inherited, absolute),
    CYCLESCOPE_KERNELS: inherited['CYCLESCOPE_KERNELS'] || kernelsFolder(folders.storage),
    ...(imagesFolder !== '' && { CYCLESCOPE_AGENTS: resolve(folders.cwd, imagesFolder) }),
  };
}

/** The folder of the emulated boards' kernels. */
function kernelsFolder(storage: string): string {
  return resolve(storage, 'linux-imx6ul');
}

/** The environment for programs of a home; a worker's `env`. */
export function programEnvironment(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  home: Home,
): Environment {
  return mergeEnvironment(readSettings(home), { cwd: home.cwd, storage: globalStorageUri.fsPath });
}
