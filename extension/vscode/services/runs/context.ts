import * as vscode from 'vscode';
import type { Services } from '../../common';

/** Sets the context key for existing runs, used by menus and the walkthrough. */
export function registerContextKeys({
  homes,
  runs,
}: Pick<Services, 'homes' | 'runs'>): vscode.Disposable {
  const update = async () => {
    const lists = await Promise.all(homes.list().map((home) => runs.list(home)));
    const hasRuns = lists.some((list) => list.length > 0);
    await vscode.commands.executeCommand('setContext', 'cyclescope.hasRuns', hasRuns);
  };
  void update();
  return vscode.Disposable.from(runs.onDidChange(update), homes.onDidChange(update));
}
