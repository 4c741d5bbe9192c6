import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { EngineError } from '../../../base';
import { findAbandonedRuns, pinRun, readRun, listStoredRuns, unpinRun } from '../../../engine';
import type { Home, Homes, RunEntry, RunRef, Runs, Services } from '../../common';
import { type KnownRuns, listEntries, type ReadHeads, writeNames } from './entries';
import { removeRuns } from './remove';

/** The time to wait for further changes on disk before lists are read again. */
const settleMs = 100;

/** The runs of this window's homes; callers can report changes. */
export interface OwnRuns extends Runs {
  readonly refresh: (home: Home) => void;
}

/** Creates the failure of a run that is shown or listed somewhere, and no longer stored. */
export function unknownRun(name: string): EngineError {
  return new EngineError(
    'unknown-run',
    vscode.l10n.t('The run {0} no longer exists.', name),
    vscode.l10n.t('It was deleted or moved. Open another one from the list of runs.'),
  );
}

/** Calls `changed` when runs, names or the pinned one change on disk. */
function watch(home: Home, changed: () => void): vscode.Disposable {
  const folder = vscode.Uri.file(dirname(home.runsFolder));
  const pattern = new vscode.RelativePattern(
    folder,
    '{baseline,names.json,runs/*,runs/*/profile.json}',
  );
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs);
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(settle),
    watcher.onDidChange(settle),
    watcher.onDidDelete(settle),
    { dispose: () => clearTimeout(timer) },
  );
}

/** Watches all homes, including those added later. */
function watchAll(homes: Homes, changed: (home: Home) => void): vscode.Disposable {
  const start = () =>
    vscode.Disposable.from(...homes.list().map((home) => watch(home, () => changed(home))));
  let watchers = start();
  const moves = homes.onDidChange(() => {
    watchers.dispose();
    watchers = start();
  });
  return { dispose: () => [watchers, moves].forEach((each) => each.dispose()) };
}

/** Work on stored runs off this thread, which it would block. */
interface RunsWorker {
  readonly readHeads: ReadHeads;
  /** Keeps what killed processes left in a folder of runs. */
  readonly keepAbandoned: (runsFolder: string) => Promise<void>;
}

/** Tidies homes. */
interface Tidying {
  /** Keeps abandoned runs of a home, for example of the last window; searches once until `forget`. */
  readonly tidy: (home: Home) => Promise<void>;
  readonly forget: (home: Home) => void;
}

export function newTidying(keepAbandoned: RunsWorker['keepAbandoned']): Tidying {
  const tidied = new Map<string, Promise<void>>();
  const search = async ({ runsFolder }: Home) => {
    const abandoned = await findAbandonedRuns(runsFolder);
    // A list is worth more than a tidy folder.
    if (abandoned.length > 0) await keepAbandoned(runsFolder).catch(() => undefined);
  };
  return {
    tidy: (home) => {
      const found = tidied.get(home.id) ?? search(home);
      tidied.set(home.id, found);
      return found;
    },
    forget: ({ id }) => void tidied.delete(id),
  };
}

/** The runs of this window's homes and of the sample. */
export function newRuns(
  context: vscode.ExtensionContext,
  homes: Homes,
  { readHeads, keepAbandoned }: RunsWorker,
): OwnRuns {
  const changed = new vscode.EventEmitter<Home>();
  const known: KnownRuns = new Map();
  const lists = new Map<string, Promise<readonly RunEntry[]>>();

  const { tidy, forget } = newTidying(keepAbandoned);
  const refresh = (home: Home) => {
    lists.delete(home.id);
    forget(home);
    changed.fire(home);
  };
  const list = (home: Home) => {
    const read = lists.get(home.id) ?? tidy(home).then(() => listEntries(home, known, readHeads));
    lists.set(home.id, read);
    // Read a failed list again next time.
    read.catch(() => lists.delete(home.id));
    return read;
  };
  const findHome = (id: string) => (id === homes.sample.id ? homes.sample : homes.find(id));
  const find = async (ref: RunRef) => {
    const home = findHome(ref.home);
    return home && (await list(home)).find(({ id }) => id === ref.id);
  };
  const need = async (ref: RunRef) => {
    const [home, entry] = [findHome(ref.home), await find(ref)];
    if (home && entry) return { home, entry };
    throw unknownRun(ref.id);
  };
  const follow = (home: Home) => {
    refresh(home);
    void tidy(home);
  };
  context.subscriptions.push(changed, watchAll(homes, follow));
  for (const home of homes.list()) void tidy(home);
  return {
    onDidChange: changed.event,
    list,
    find,
    refresh,
    record: async (ref) => readRun((await need(ref)).entry),
    pin: async (ref) => {
      const { home, entry } = await need(ref);
      await pinRun(entry, home.runsFolder);
      refresh(home);
    },
    unpin: async (home) => {
      await unpinRun(home.runsFolder);
      refresh(home);
    },
    rename: async (ref, name) => {
      const { home } = await need(ref);
      await writeNames(home.runsFolder, { [ref.id]: name });
      refresh(home);
    },
    remove: (refs) => remove(refs, need, refresh),
  };
}

async function remove(
  refs: readonly RunRef[],
  need: (ref: RunRef) => Promise<{ readonly home: Home; readonly entry: RunEntry }>,
  refresh: (home: Home) => void,
): Promise<void> {
  const found = await Promise.all(refs.map(need));
  const homes = new Map(found.map(({ home }) => [home.id, home]));
  for (const home of homes.values()) {
    const entries = found.filter((each) => each.home.id === home.id).map(({ entry }) => entry);
    await removeRuns(
      home.runsFolder,
      entries.map(({ id }) => id),
    );
    if (entries.some(({ isBaseline }) => isBaseline)) await unpinRun(home.runsFolder);
    refresh(home);
  }
}

/** Sets the context key for existing runs, used by the walkthrough; no record need be read for it. */
export function registerContextKeys({
  homes,
  runs,
}: Pick<Services, 'homes' | 'runs'>): vscode.Disposable {
  const update = async () => {
    const lists = await Promise.all(
      homes.list().map(({ runsFolder }) => listStoredRuns(runsFolder)),
    );
    const hasRuns = lists.some((list) => list.length > 0);
    await vscode.commands.executeCommand('setContext', 'cyclescope.hasRuns', hasRuns);
  };
  void update();
  return vscode.Disposable.from(runs.onDidChange(update), homes.onDidChange(update));
}
