import type * as vscode from 'vscode';
import type { Home } from '../../common';

/** The controllers of the Testing view, one for each home; among several the editor unfolds every one. */
export interface Controllers extends vscode.Disposable {
  /** Adds the controllers of new homes, and removes those of homes that are gone. */
  update(homes: readonly Home[]): void;
  of(home: string): vscode.TestController | undefined;
}

/** A single controller needs no name of its own: the editor does not show it. */
const NAME = 'Cyclescope';

/** Keeps controllers, which are created by a home and their label. */
export function newControllers(
  create: (home: Home, label: string) => vscode.TestController,
): Controllers {
  const controllers = new Map<string, vscode.TestController>();
  const remove = (home: string, controller: vscode.TestController) => {
    controllers.delete(home);
    controller.dispose();
  };
  return {
    update: (homes) => {
      for (const [id, controller] of [...controllers])
        if (!homes.some((home) => home.id === id)) remove(id, controller);
      for (const home of homes) {
        const label = homes.length > 1 ? `${NAME}: ${home.title}` : NAME;
        const known = controllers.get(home.id);
        if (known) known.label = label;
        else controllers.set(home.id, create(home, label));
      }
    },
    of: (home) => controllers.get(home),
    dispose: () => [...controllers].forEach(([id, controller]) => remove(id, controller)),
  };
}
