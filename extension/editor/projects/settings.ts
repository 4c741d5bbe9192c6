import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Home } from '../services';
import { readSettings } from '../settings';
import { type Environment, environmentOf } from '../settings/environment';
import { type BuildSettings, buildEnvironment } from './environment';

const TERMINAL: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'terminal.integrated.env.osx',
  win32: 'terminal.integrated.env.windows',
};

/** Settings in which people keep what their builds need, those of the terminal first. */
function variableSettings(): readonly string[] {
  const terminal = TERMINAL[process.platform] ?? 'terminal.integrated.env.linux';
  return [terminal, 'cmake.environment', 'cmake.configureEnvironment'];
}

function variablesIn(value: unknown): Readonly<Record<string, string | null>> {
  if (typeof value !== 'object' || value === null) return {};
  const isVariable = (entry: [string, unknown]): entry is [string, string | null] =>
    typeof entry[1] === 'string' || entry[1] === null;
  return Object.fromEntries(Object.entries(value).filter(isVariable));
}

function buildSettings({ folder }: Home): BuildSettings {
  const configuration = vscode.workspace.getConfiguration(undefined, folder);
  const python: unknown = configuration.get('python.defaultInterpreterPath');
  return {
    variables: variableSettings().map((id) => variablesIn(configuration.get(id))),
    python: typeof python === 'string' ? python : undefined,
  };
}

/** The environment in which projects of a home are built; the workspace is trusted. */
export function projectEnvironment(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  home: Home,
): Environment {
  const places = { folder: home.folder?.uri.fsPath, home: homedir() };
  const inherited = buildEnvironment(buildSettings(home), places, process.env);
  const { cwd } = home;
  return environmentOf(readSettings(home), { cwd, storage: globalStorageUri.fsPath }, inherited);
}
