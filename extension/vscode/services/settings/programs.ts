import type * as vscode from 'vscode';
import type { Home } from '../../common';
import { type Environment, environmentOf } from './environment';
import { readSettings } from './settings';

/** The environment for programs of a home; a worker's `env`. */
export function programEnvironment(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  home: Home,
): Environment {
  return environmentOf(readSettings(home), { cwd: home.cwd, storage: globalStorageUri.fsPath });
}
