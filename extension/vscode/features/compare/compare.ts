import * as vscode from 'vscode';
import type { Screens } from '../../common';
import { registerCompareCommands } from './commands';
import type { CompareMeans } from './means';
import { newComparePanels } from './panel';

/** Comparisons: their panels and the commands that open them. */
export function registerCompare(
  means: CompareMeans,
): Pick<Screens, 'openCompare'> & vscode.Disposable {
  const panels = newComparePanels(means);
  const commands = registerCompareCommands(means, panels.show);
  const parts = vscode.Disposable.from(panels, commands);
  return {
    openCompare: async (columns) => panels.show(columns),
    dispose: () => parts.dispose(),
  };
}
