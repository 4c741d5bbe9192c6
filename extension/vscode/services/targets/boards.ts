import * as vscode from 'vscode';
import {
  boardFiles,
  detect,
  type DetectedBoard,
  noteSettings,
  readWorld,
  type Setting,
  type World,
} from '../../../projects';
import {
  type AttachedProbes,
  findAttachedProbes,
  type BoardImages,
  type BoardSetup,
  probeBoards,
} from '../../../targets';
import { type Home, newTrigger, type Services } from '../../common';

/** The boards of each home, from its files, its settings and the attached probes. */
export interface Boards {
  readonly onDidChange: vscode.Event<Home>;
  /** The boards found so far; starts a search if there was none. */
  readonly list: (home: Home) => readonly BoardSetup[];
  /** Resolves after the first complete search. */
  readonly ready: (home: Home) => Promise<void>;
  /** The probes at this computer when last checked; without trust nothing is checked. */
  readonly attached: () => AttachedProbes;
  /** The commands of other extensions that a board's configuration uses. */
  readonly listCommands: (home: Home, id: string) => readonly string[];
  /** Keeps the answers of such commands for this window. */
  readonly answer: (home: Home, answers: Readonly<Record<string, string>>) => Promise<void>;
  /** The agent chosen for a target, which replaces its usual one. */
  readonly getAgent: (home: Home, id: string) => BoardImages | undefined;
  /** Without images, the target runs its usual agent again. */
  readonly setAgent: (home: Home, id: string, images: BoardImages | undefined) => Promise<void>;
  /** Searches again. */
  readonly search: (home: Home) => Promise<void>;
}

type Needed = Pick<Services, 'context' | 'homes' | 'log'>;

/** A build writes many files. */
const REST_MS = 500;

const agentKey = (home: Home, id: string) => `agent:${home.id} ${id}`;

interface Known {
  readonly detected: readonly DetectedBoard[];
  readonly boards: readonly BoardSetup[];
}

const NOTHING: Known = { detected: [], boards: [] };

/** Everything found in this window. */
interface SearchState {
  readonly known: Map<string, Known>;
  readonly answers: Record<string, string>;
  /** The settings that were read, including those named only by a variable in a configuration. */
  readonly asked: Set<string>;
  attached: AttachedProbes;
}

const newSearchState = (): SearchState => ({
  known: new Map(),
  answers: {},
  asked: new Set(),
  attached: { probes: [] },
});

async function searchHome(home: Home, state: SearchState, log: Needed['log']): Promise<void> {
  const world = await readHomeWorld(home, state.answers);
  if (vscode.workspace.isTrusted) state.attached = await findAttachedProbes();
  const { boards, problems } = detect(noteSettings(world, state.asked));
  problems.forEach((problem) => log.warn(problem));
  const all = [...boards, ...probeBoards(state.attached.probes, boards)];
  state.known.set(home.id, { detected: boards, boards: all });
}

/** Calls back when settings change that describe boards. */
function watchSettings(asked: ReadonlySet<string>, onChange: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    const sections = ['cyclescope.boards', 'launch', 'cortex-debug', ...asked];
    if (sections.some((section) => event.affectsConfiguration(section))) onChange();
  });
}

function withAgent(board: BoardSetup, images: BoardImages | undefined): BoardSetup {
  return images ? { ...board, images } : board;
}

/** Searches for boards on first request, and whenever their files change. */
export function newBoards({ context, homes, log }: Needed): Boards {
  const { workspaceState, subscriptions } = context;
  const changed = new vscode.EventEmitter<Home>();
  const watchers = new Map<string, vscode.Disposable>();
  const state = newSearchState();
  const { known } = state;
  const first = new Map<string, Promise<void>>();
  const getAgent = (home: Home, id: string) => workspaceState.get<BoardImages>(agentKey(home, id));

  const search = async (home: Home) => {
    await searchHome(home, state, log);
    changed.fire(home);
  };
  const searchSafely = (home: Home) =>
    search(home).catch((error: unknown) => log.error('Searching for boards failed.', error));
  const begin = (home: Home) => {
    known.set(home.id, NOTHING);
    watchers.set(
      home.id,
      watch(home, () => void searchSafely(home)),
    );
    first.set(home.id, searchSafely(home));
    return NOTHING;
  };
  const searchAgain = () =>
    homes
      .list()
      .filter(({ id }) => known.has(id))
      .forEach((home) => void searchSafely(home));

  subscriptions.push(
    changed,
    { dispose: () => watchers.forEach((watcher) => watcher.dispose()) },
    homes.onDidChange(searchAgain),
    vscode.workspace.onDidGrantWorkspaceTrust(searchAgain),
    watchSettings(state.asked, searchAgain),
  );
  return {
    onDidChange: changed.event,
    list: (home) =>
      (known.get(home.id) ?? begin(home)).boards.map((board) =>
        withAgent(board, getAgent(home, board.id)),
      ),
    ready: async (home) => {
      if (!known.has(home.id)) begin(home);
      await first.get(home.id);
    },
    attached: () => state.attached,
    listCommands: (home, id) =>
      known.get(home.id)?.detected.find((board) => board.id === id)?.commands ?? [],
    answer: (home, given) => {
      Object.assign(state.answers, given);
      return search(home);
    },
    getAgent,
    setAgent: async (home, id, images) => {
      await workspaceState.update(agentKey(home, id), images);
      changed.fire(home);
    },
    search,
  };
}

function watch({ folder }: Home, onChange: () => void): vscode.Disposable {
  if (!folder) return { dispose: () => undefined };
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(folder, `**/{${boardFiles.join(',')}}`),
  );
  const { pull, dispose } = newTrigger(REST_MS, onChange);
  return vscode.Disposable.from(
    { dispose },
    watcher,
    ...[watcher.onDidChange, watcher.onDidDelete, watcher.onDidCreate].map((event) => event(pull)),
  );
}

/** VS Code returns settings as proxies, which cannot be sent to another thread. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Reads VS Code's settings, separating those of the user from those of an untrusted folder. */
function readSettings(folder: string | undefined) {
  const uri = folder === undefined ? undefined : vscode.Uri.file(folder);
  const configuration = vscode.workspace.getConfiguration(undefined, uri);
  return (id: string): Setting | undefined => {
    const value = plain(configuration.get(id));
    if (value === undefined || value === null) return undefined;
    const { workspaceValue, workspaceFolderValue } = configuration.inspect(id) ?? {};
    return {
      value,
      fromProject: workspaceValue !== undefined || workspaceFolderValue !== undefined,
    };
  };
}

/** A home's view of the world: its own folder first; other folders contribute only their paths. */
function restrictWorld({ folder }: Home, world: World): World {
  const path = folder?.uri.fsPath;
  const folders = world.folders.map((each) =>
    each.path === path ? each : { ...each, files: [], setting: () => undefined },
  );
  const own = folders.filter((each) => each.path === path);
  return { ...world, folders: [...own, ...folders.filter((each) => each.path !== path)] };
}

/** All sources of a home's boards; `commands` are those that the user had answered. */
async function readHomeWorld(
  home: Home,
  commands: Readonly<Record<string, string>>,
): Promise<World> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const world = await readWorld({
    folders: workspaceFolders
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ name, uri }) => ({ name, path: uri.fsPath })),
    workspaceFile: workspaceFile?.scheme === 'file' ? workspaceFile.fsPath : undefined,
    readSettings,
    userLaunch: plain(vscode.workspace.getConfiguration().inspect('launch')?.globalValue),
    commands,
  });
  return restrictWorld(home, world);
}
