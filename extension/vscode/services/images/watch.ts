import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { codeEndings } from '../../../toolchain';
import { type Home, type Images, newTrigger, type Services } from '../../common';
import { hasChanged } from '../settings';

/** Reports when an image of a home was built, replaced or removed. */
export function watchImageFolders(
  { homes, folders }: Pick<Services, 'homes'> & Pick<Images, 'folders'>,
  onChange: (home: Home) => void,
): vscode.Disposable {
  let watchers: readonly vscode.Disposable[] = [];
  const stop = () => watchers.forEach((watcher) => watcher.dispose());
  const watch = () => {
    stop();
    watchers = homes
      .list()
      .flatMap((home) =>
        folders(home).map(({ folder }) => watchFolder(folder, () => onChange(home))),
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

/** Changes of many files, such as by a checkout, are processed together. */
const REST = 300;

/** Reports when a source or header of a home changed, so its images may be outdated. */
export function watchSources(
  homes: Services['homes'],
  onChange: (home: Home) => void,
): vscode.Disposable {
  const start = () =>
    vscode.Disposable.from(...homes.list().map((home) => watchHome(home, onChange)));
  let watchers = start();
  const moves = homes.onDidChange(() => {
    watchers.dispose();
    watchers = start();
  });
  return { dispose: () => [watchers, moves].forEach((each) => each.dispose()) };
}

function watchHome(home: Home, onChange: (home: Home) => void): vscode.Disposable {
  if (!home.folder) return { dispose: () => undefined };
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(home.folder, `**/*.{${codeEndings.join(',')}}`),
  );
  const { pull, dispose } = newTrigger(REST, () => onChange(home));
  return vscode.Disposable.from(
    { dispose },
    watcher,
    ...[watcher.onDidChange, watcher.onDidDelete, watcher.onDidCreate].map((event) => event(pull)),
  );
}

/** Reports when an ELF file named by a board was relinked. */
export function watchElfs(
  { targets }: Pick<Services, 'targets'>,
  onChange: (home: Home) => void,
): vscode.Disposable {
  const watchers = new Map<
    string,
    { readonly paths: string; readonly watcher: vscode.Disposable }
  >();
  const watch = (home: Home) => {
    const elfs = targets.list(home).flatMap((target) => Object.values(target.elfs ?? {}));
    const paths = JSON.stringify(elfs);
    const before = watchers.get(home.id);
    if (before?.paths === paths) return;
    before?.watcher.dispose();
    const watcher = vscode.Disposable.from(
      ...elfs.map((path) => watchFile(path, () => onChange(home))),
    );
    watchers.set(home.id, { paths, watcher });
  };
  return vscode.Disposable.from(targets.onDidChange(watch), {
    dispose: () => watchers.forEach(({ watcher }) => watcher.dispose()),
  });
}

function watchFile(path: string, onChange: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(path)), basename(path));
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const { pull, dispose } = newTrigger(REST, onChange);
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
