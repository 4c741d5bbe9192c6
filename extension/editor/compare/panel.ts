import * as vscode from 'vscode';
import * as v from 'valibot';
import {
  compareStateSchema,
  type FromCompare,
  fromCompareSchema,
  type ToCompare,
} from '../../views/compare/protocol';
import { panels } from '../ids';
import { attachView, webviewOptions } from '../panels/webview';
import type { CompareMeans } from './means';
import { newSession, type Subject } from './session';
import { columnOf, runsAmong } from './references';

/** The panels of comparisons: one for each set of columns. */
export interface ComparePanels extends vscode.Disposable {
  readonly show: (columns: readonly string[]) => void;
}

/** Knows no panel; panels of an earlier window are filled again. */
export function newPanels(means: CompareMeans): ComparePanels {
  const open = new Map<vscode.WebviewPanel, string>();
  const fill = (panel: vscode.WebviewPanel, subject: Subject) => {
    const place = ({ columns }: Subject) => {
      open.set(panel, keyOf(columns));
      panel.title = titleOf(columns);
    };
    place(subject);
    const view = attachView<ToCompare, FromCompare>(panel.webview, {
      ...{ context: means.context, log: means.log, view: 'compare', title: panel.title },
      receives: fromCompareSchema,
      onMessage: (message) => session.receive(message),
    });
    const session = newSession(means, subject, { post: view.post, onSubject: place });
    const icons = vscode.Uri.joinPath(means.context.extensionUri, 'media', 'icons');
    panel.iconPath = vscode.Uri.joinPath(icons, 'cyclescope.png');
    panel.onDidDispose(() => {
      open.delete(panel);
      session.dispose();
      view.dispose();
    });
  };
  const registration = vscode.window.registerWebviewPanelSerializer(panels.compare, {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const read = v.safeParse(compareStateSchema, state);
      if (read.success) fill(panel, read.output);
      else panel.dispose();
    },
  });
  return {
    show: (columns) => {
      const key = keyOf(columns);
      const known = [...open].find(([, each]) => each === key);
      if (known !== undefined) return known[0].reveal();
      const options = webviewOptions(means.context.extensionUri);
      const title = titleOf(columns);
      const column = vscode.ViewColumn.Active;
      const panel = vscode.window.createWebviewPanel(panels.compare, title, column, options);
      fill(panel, { columns: [...columns] });
    },
    dispose: () => registration.dispose(),
  };
}

const keyOf = (columns: readonly string[]): string => columns.join('\n');

/** The targets of two columns, or how many there are. */
function titleOf(columns: readonly string[]): string {
  const known = columns.filter((column) => columnOf(column) !== undefined);
  const published = known.length - runsAmong(known).length;
  if (published > 0) return vscode.l10n.t('Comparison with published figures');
  return vscode.l10n.t('Comparison of {0} runs', known.length);
}
