import { views } from '../names';
import type { Translate } from '../common';
import { type CommandFace, commandContributions } from './commands';
import { menuContributions, type Menus } from './menus';
import { text } from './text';

/** What every view declares. */
interface Declared {
  /** Behind `cyclescope.`, the type of its panels or editors, or the id of its tree. */
  readonly name: string;
  /** The commands that belong to it, by what follows `cyclescope.` in their ids. */
  readonly commands?: Readonly<Record<string, CommandFace>>;
  /** Where menus offer commands, its own and others. */
  readonly menus?: Menus;
}

/** What a page draws: `page/main.tsx` in the folder of its name. */
interface Drawn extends Declared {
  /** The title of its panels, where what is shown has no title of its own. */
  readonly title: (t: Translate) => string;
  /** What is painted before its script is there. */
  readonly outline: readonly ('title' | 'line' | 'table' | 'panel')[];
}

/** A page in panels, which commands open. */
interface PanelView extends Drawn {
  readonly kind: 'panel';
}

/** A page that files open in. */
interface EditorView extends Drawn {
  readonly kind: 'editor';
  /** What VS Code calls the editor where a file can be opened in several. */
  readonly displayName: string;
  /** Patterns of the files' names. */
  readonly files: readonly string[];
}

export type PageView = PanelView | EditorView;

/** A tree in the sidebar. */
export interface TreeView extends Declared {
  readonly kind: 'tree';
  readonly title: string;
  /** What a screen reader says of it on request. */
  readonly help: string;
  /** What is shown while the tree is empty, as Markdown. */
  readonly welcome?: string;
}

/** Everything that is declared of a view: its folder's `view.ts`, which no part of the editor is needed to read. */
export type View = PageView | TreeView;

/** The type of a view's panels or editors, or the id of its tree. */
export const viewId = ({ name }: Pick<View, 'name'>): string => `cyclescope.${name}`;

const icon = 'media/icons/cyclescope.svg';

/** The parts of `contributes` that follow from the views. */
export function viewContributions(all: readonly View[]) {
  const trees = all.filter((view) => view.kind === 'tree');
  const editors = all.filter((view) => view.kind === 'editor');
  return {
    commands: commandContributions(all.flatMap((view) => Object.entries(view.commands ?? {}))),
    customEditors: editors.map((view) => ({
      viewType: viewId(view),
      displayName: text(`editor.${view.name}`, view.displayName),
      priority: 'default',
      selector: view.files.map((filenamePattern) => ({ filenamePattern })),
    })),
    menus: menuContributions(all.map(({ menus = {} }) => menus)),
    views: {
      [views.container]: trees.map((view) => ({
        id: viewId(view),
        name: text(`view.${view.name}`, view.title),
        icon,
        accessibilityHelpContent: text(`view.${view.name}.help`, view.help),
      })),
    },
    viewsContainers: { activitybar: [{ id: views.container, title: 'Cyclescope', icon }] },
    viewsWelcome: trees.flatMap((view) =>
      view.welcome === undefined
        ? []
        : [{ view: viewId(view), contents: text(`view.${view.name}.welcome`, view.welcome) }],
    ),
  };
}

/** The events at which VS Code starts the extension for a panel of an earlier window. */
export const panelEvents = (all: readonly View[]): readonly string[] =>
  all.flatMap((view) => (view.kind === 'panel' ? [`onWebviewPanel:${viewId(view)}`] : []));
