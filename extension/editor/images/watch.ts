import * as vscode from 'vscode';
import type { Home, Images, Services } from '../services';
import { hasChanged } from '../settings';

/** Tells when an image of a home was built, replaced or removed. */
export function watchPlaces(
  { homes, places }: Pick<Services, 'homes'> & Pick<Images, 'places'>,
  onChange: (home: Home) => void,
): vscode.Disposable {
  let watchers: readonly vscode.Disposable[] = [];
  const stop = () => watchers.forEach((watcher) => watcher.dispose());
  const watch = () => {
    stop();
    watchers = homes
      .list()
      .flatMap((home) =>
        places(home).map(({ folder }) => watchFolder(folder, () => onChange(home))),
      );
  };
  watch();
  return vscode.Disposable.from(
    homes.onDidChange(watch),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (hasChanged(event, 'imagesFolder')) watch();
    }),
    { dispose: stop },
  );
}

function watchFolder(folder: string, onChange: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '*/*/manifest.json');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(onChange),
    watcher.onDidChange(onChange),
    watcher.onDidDelete(onChange),
  );
}
