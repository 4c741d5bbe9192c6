import * as vscode from 'vscode';
import type { Home } from '../../common';
import { settings as ids, type settings } from '../../names';
import { type Settings, settingsFrom } from './values';

/** The settings of a home, or of the window if none is given. */
export function readSettings(home?: Home): Settings {
  const configuration = vscode.workspace.getConfiguration(undefined, home?.folder);
  return settingsFrom((id) => configuration.get(id));
}

/** True if a configuration change affects a setting, of one home or of any. */
export function hasChanged(
  event: vscode.ConfigurationChangeEvent,
  name: keyof typeof settings,
  home?: Home,
): boolean {
  return event.affectsConfiguration(ids[name], home?.folder);
}
