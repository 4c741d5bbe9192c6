import * as vscode from 'vscode';
import { newTrigger } from '../lenses/trigger';
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

/** Changes of many files, such as a checkout's, are looked at once. */
const REST = 300;

/** Tells when a C file or header of a home changed: an image may be outdated, or outlive it. */
export function watchSources(
  homes: Services['homes'],
  onChange: (home: Home) => void,
): vscode.Disposable {
  const start = () => vscode.Disposable.from(...homes.list().map((home) => watchC(home, onChange)));
  let watchers = start();
  const moves = homes.onDidChange(() => {
    watchers.dispose();
    watchers = start();
  });
  return { dispose: () => [watchers, moves].forEach((each) => each.dispose()) };
}

function watchC(home: Home, onChange: (home: Home) => void): vscode.Disposable {
  if (!home.folder) return { dispose: () => undefined };
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(home.folder, '**/*.{c,h}'),
  );
  const { pull, dispose } = newTrigger(REST, () => onChange(home));
  return vscode.Disposable.from(
    { dispose },
    watcher,
    ...[watcher.onDidChange, watcher.onDidDelete, watcher.onDidCreate].map((event) => event(pull)),
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
