import type { Translate } from '../common';
import { canDebug, type commands, hasAgent, viewIds } from '../names';
import { menuContributions, type Menus } from './menus';
import { text, type Text } from './text';

/** Declared by every view. */
interface Declared {
  /** Follows `cyclescope.` in the type of its panels or editors, or in the id of its tree. */
  readonly name: string;
  /** Its commands, by the part after `cyclescope.` in their ids. */
  readonly commands?: Readonly<Record<string, CommandFace>>;
  /** Menus that offer commands, its own and others. */
  readonly menus?: Menus;
}

/** A view with a page: `page/main.tsx` in the folder of its name. */
interface Drawn extends Declared {
  /** The title of its panels if the content has none of its own. */
  readonly title: (t: Translate) => string;
  /** Painted until its script has loaded. */
  readonly outline: readonly ('title' | 'line' | 'table' | 'panel')[];
}

/** A page in panels opened by commands. */
interface PanelView extends Drawn {
  readonly kind: 'panel';
}

/** A page in which files open. */
interface EditorView extends Drawn {
  readonly kind: 'editor';
  /** VS Code's name for the editor if several can open a file. */
  readonly displayName: string;
  /** Patterns of file names. */
  readonly files: readonly string[];
  /** Patterns of files that it opens when it is chosen for them: they have an editor of their own. */
  readonly chosenFiles?: readonly string[];
}

export type PageView = PanelView | EditorView;

/** A tree in the sidebar. */
export interface TreeView extends Declared {
  readonly kind: 'tree';
  readonly title: string;
  /** Read by a screen reader on request. */
  readonly help: string;
  /** Markdown shown while the tree is empty. */
  readonly welcome?: string;
}

/** Everything declared by a view: its folder's `view.ts`, which imports no part of the editor. */
export type View = PageView | TreeView;

/** The type of a view's panels or editors, or the id of its tree. */
export const viewId = ({ name }: Pick<View, 'name'>): string => `cyclescope.${name}`;

/** The type of a view's editors for files that it is chosen for. */
export const getChosenViewId = (view: Pick<View, 'name'>): string => `${viewId(view)}Chosen`;

const icon = 'media/icons/cyclescope.svg';

/** The parts of `contributes` that follow from the views. */
export function viewContributions(all: readonly View[]) {
  const trees = all.filter((view) => view.kind === 'tree');
  const editors = all.filter((view) => view.kind === 'editor');
  return {
    commands: commandContributions(all.flatMap((view) => Object.entries(view.commands ?? {}))),
    customEditors: editors.flatMap((view) => {
      const editor = (viewType: string, priority: string, files: readonly string[]) => ({
        viewType,
        displayName: text(`editor.${view.name}`, view.displayName),
        priority,
        selector: files.map((filenamePattern) => ({ filenamePattern })),
      });
      const { files, chosenFiles = [] } = view;
      const usual = editor(viewId(view), 'default', files);
      if (chosenFiles.length === 0) return [usual];
      return [usual, editor(getChosenViewId(view), 'option', chosenFiles)];
    }),
    menus: menuContributions(all.map(({ menus = {} }) => menus)),
    views: {
      [viewIds.container]: trees.map((view) => ({
        id: viewId(view),
        name: text(`view.${view.name}`, view.title),
        icon,
        accessibilityHelpContent: text(`view.${view.name}.help`, view.help),
      })),
    },
    viewsContainers: { activitybar: [{ id: viewIds.container, title: 'Cyclescope', icon }] },
    viewsWelcome: trees.flatMap((view) =>
      view.welcome === undefined
        ? []
        : [{ view: viewId(view), contents: text(`view.${view.name}.welcome`, view.welcome) }],
    ),
  };
}

/** The events on which VS Code starts the extension for a panel of an earlier window. */
export const panelEvents = (all: readonly View[]): readonly string[] =>
  all.flatMap((view) => (view.kind === 'panel' ? [`onWebviewPanel:${viewId(view)}`] : []));

type CommandName = keyof typeof commands;

/** A command's text, and when it is available. */
interface CommandFace {
  readonly title: string;
  readonly icon?: string;
  readonly enablement?: string;
}

/** The commands without a view. */
const faces: Readonly<Partial<Record<CommandName, CommandFace>>> = {
  selectTarget: { title: 'Select the active target', icon: '$(target)' },
  run: { title: 'Benchmark', icon: '$(play)' },
  runTraced: { title: 'Benchmark with trace', icon: '$(run-all)' },
  runProfiled: { title: 'Profile', icon: '$(flame)' },
  debugBenchmark: { title: 'Debug this benchmark', icon: '$(debug-alt)', enablement: canDebug },
  runAsAgreed: { title: 'Run again as agreed' },
  stopRun: { title: 'Stop the run', icon: '$(debug-stop)', enablement: 'cyclescope.isRunning' },
  showSource: { title: "Show the benchmark's source" },
  exportReport: { title: 'Export report…', icon: '$(markdown)' },
  exportRun: { title: 'Export run as one file…' },
  openExportedRun: { title: 'Open an exported run…' },
  importResults: { title: "Import another tool's results…", icon: '$(cloud-download)' },
  pinBaseline: { title: 'Pin as baseline', icon: '$(pin)' },
  unpinBaseline: { title: 'Unpin the baseline', icon: '$(pinned)' },
  renameRun: { title: 'Rename run…' },
  deleteRun: { title: 'Delete run…', icon: '$(trash)' },
  revealRun: { title: 'Reveal run on disk' },
  cleanUpRuns: { title: 'Clean up runs…', icon: '$(clear-all)' },
  refresh: { title: 'Refresh', icon: '$(refresh)' },
  buildImage: { title: "Build the target's images", icon: '$(tools)' },
  buildImageWith: { title: "Build the target's images with…" },
  addAgent: { title: 'Add the agent to this project…', icon: '$(file-add)' },
  removeAgent: { title: 'Remove the agent from this project…', enablement: hasAgent },
  buildProject: { title: 'Build and benchmark', icon: '$(rocket)', enablement: hasAgent },
  addBoard: { title: 'Add a board…', icon: '$(add)' },
  chooseAgent: { title: "Choose the board's agent…", icon: '$(file-binary)' },
  completeBoard: { title: 'Complete the configuration of the board…', icon: '$(edit)' },
  restoreFirmware: { title: 'Restore the firmware…', icon: '$(history)' },
  sampleFirmware: { title: 'Sample the running firmware…', icon: '$(flame)' },
  benchmarkConnected: { title: 'Benchmark the connected board', icon: '$(plug)' },
  showChip: { title: 'Show what fits on a chip…', icon: '$(circuit-board)' },
  copyServerCommand: { title: 'Copy the server command' },
  fetchKernel: { title: 'Fetch the Linux kernel…', icon: '$(desktop-download)' },
  checkComputer: { title: 'Check this computer', icon: '$(checklist)' },
  collectDiagnostics: { title: 'Collect diagnostics' },
  showLog: { title: 'Show log', icon: '$(output)' },
  openSettings: { title: 'Open settings', icon: '$(gear)' },
  openWalkthrough: { title: 'Get started' },
  openTestResults: { title: 'Open results', icon: '$(graph)' },
  showTestSlowSample: { title: 'Show the slowest sample in the timeline', icon: '$(pulse)' },
  findTestCommit: { title: 'Find the commit', icon: '$(git-commit)' },
};

interface CommandContribution extends Omit<CommandFace, 'title'> {
  readonly command: string;
  readonly category: 'Cyclescope';
  readonly title: Text;
}

/** `contributes.commands`, with those of views by name. */
const commandContributions = (
  ofViews: readonly (readonly [name: string, face: CommandFace])[],
): readonly CommandContribution[] =>
  [...Object.entries(faces), ...ofViews].map(([name, { title, ...face }]) => ({
    command: `cyclescope.${name}`,
    category: 'Cyclescope',
    title: text(`command.${name}`, title),
    ...face,
  }));
