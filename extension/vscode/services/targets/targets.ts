import * as vscode from 'vscode';
import type { Home, Homes, Targets } from '../../common';
import { hasChanged, readSettings } from '../settings';
import type { Boards } from './boards';
import { activeTarget, knownTargets } from './known';

/** The key under which the user's choice for a home is stored. */
const pickKey = ({ id }: Home) => `target:${id}`;

/** The targets of each home, and its active one. */
export function newTargets(
  context: vscode.ExtensionContext,
  homes: Homes,
  boards: Boards,
): Targets {
  const { workspaceState, subscriptions } = context;
  const changed = new vscode.EventEmitter<Home>();

  const pickOf = (home: Home) => workspaceState.get<string>(pickKey(home));
  const sourcesOf = (home: Home) => {
    const agentOf = (id: string) => boards.agentOf(home, id);
    const { list } = boards;
    return { settings: readSettings(home), boards: list(home), picked: pickOf(home), agentOf };
  };
  const list = (home: Home) => knownTargets(sourcesOf(home));
  subscriptions.push(
    changed,
    boards.onDidChange((home) => changed.fire(home)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      for (const home of homes.list()) {
        const isMeant = hasChanged(event, 'target', home) || hasChanged(event, 'sshHosts', home);
        if (isMeant) changed.fire(home);
      }
    }),
    // Settings ignored without trust become valid.
    vscode.workspace.onDidGrantWorkspaceTrust(() =>
      homes.list().forEach((home) => changed.fire(home)),
    ),
  );
  return {
    onDidChange: changed.event,
    ready: (home) => boards.ready(home),
    list,
    find: (home, id) => list(home).find((target) => target.id === id),
    active: (home) => activeTarget(sourcesOf(home)),
    setActive: async (home, id) => {
      await workspaceState.update(pickKey(home), id);
      changed.fire(home);
    },
  };
}
