import * as vscode from 'vscode';
import type { Home } from '../../common';
import { settings as ids, type settings } from '../../names';
import { type Settings, settingsFrom } from './values';

/** What is set for a home; for none, what is set for the window. */
export function readSettings(home?: Home): Settings {
  const configuration = vscode.workspace.getConfiguration(undefined, home?.folder);
  return settingsFrom((id) => configuration.get(id));
}

/** Whether a change of the configuration concerns a setting, of one home or of any. */
export function hasChanged(
  event: vscode.ConfigurationChangeEvent,
  name: keyof typeof settings,
  home?: Home,
): boolean {
  return event.affectsConfiguration(ids[name], home?.folder);
}
