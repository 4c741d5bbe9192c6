import { views } from '../names';
import type { Translate } from '../common';
import { type CommandFace, commandContributions } from './commands';
import { menuContributions, type Menus } from './menus';
import { text } from './text';

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

/** The events on which VS Code starts the extension for a panel of an earlier window. */
export const panelEvents = (all: readonly View[]): readonly string[] =>
  all.flatMap((view) => (view.kind === 'panel' ? [`onWebviewPanel:${viewId(view)}`] : []));
