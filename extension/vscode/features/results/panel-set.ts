import * as vscode from 'vscode';
import { failureOf } from '../../../base';
import type { Services } from '../../common';
import { panels } from '../../names';
import { type FromResults, fromResultsSchema, type ToResults } from './protocol';
import type { Session, SessionEnd } from './session';
import { attachView, webviewOptions } from './webview';

/** What a panel shows, with a name by which it is found again. */
export interface Content {
  readonly key: string;
  /** Makes the session; `replace` shows something else in the same panel. */
  readonly open: (end: SessionEnd, replace: (content: Content) => void) => Session;
}

/** The panels of one kind, one for each thing shown. */
export interface PanelSet {
  /** Shows the content's panel; gives its session where there was one already. */
  readonly show: (
    content: Content,
    title: string,
    options?: { readonly preserveFocus?: boolean | undefined },
  ) => Session | undefined;
  /** Puts content into a panel that VS Code has restored. */
  readonly fill: (panel: vscode.WebviewPanel, content: Content) => void;
}

interface Shown {
  readonly panel: vscode.WebviewPanel;
  readonly end: SessionEnd;
  content: Content;
  session: Session;
}

const ICON = 'media/icons/cyclescope.png';

/** Knows no panel. */
export function newPanelSet(means: Pick<Services, 'context' | 'log'>): PanelSet {
  const open = new Map<string, Shown>();

  const place = (shown: Shown) => {
    const { panel, content, session } = shown;
    open.set(content.key, shown);
    void session.title.then((title) => {
      panel.title = title ?? vscode.l10n.t('Results');
    });
  };
  const leave = (shown: Shown) => {
    if (open.get(shown.content.key) === shown) open.delete(shown.content.key);
    shown.session.dispose();
  };
  const replace = (shown: Shown, content: Content) => {
    leave(shown);
    shown.content = content;
    shown.session = content.open(shown.end, (next) => replace(shown, next));
    place(shown);
    // The view was ready before: nobody will ask again.
    shown.session.receive({ version: 1, type: 'ready' });
  };
  const fill = (panel: vscode.WebviewPanel, content: Content) => {
    const view = attachView<ToResults, FromResults>(panel.webview, {
      context: means.context,
      log: means.log,
      view: 'results',
      title: panel.title,
      receives: fromResultsSchema,
      onMessage: (message) => shown.session.receive(message),
    });
    const end = endOf(panel, view.post, means.log);
    const session = content.open(end, (next) => replace(shown, next));
    const shown: Shown = { panel, end, content, session };
    place(shown);
    panel.iconPath = vscode.Uri.joinPath(means.context.extensionUri, ICON);
    const following = panel.onDidChangeViewState(() => {
      if (!panel.visible) shown.session.hidden();
    });
    panel.onDidDispose(() => {
      leave(shown);
      following.dispose();
      view.dispose();
    });
  };

  return {
    fill,
    show: (content, title, { preserveFocus = false } = {}) => {
      const known = open.get(content.key);
      known?.panel.reveal(undefined, preserveFocus);
      if (known) return known.session;
      const options = webviewOptions(means.context.extensionUri);
      const where = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
      fill(vscode.window.createWebviewPanel(panels.results, title, where, options), content);
      return undefined;
    },
  };
}

function endOf(
  panel: vscode.WebviewPanel,
  post: SessionEnd['post'],
  log: vscode.LogOutputChannel,
): SessionEnd {
  return {
    post,
    entitle: (title) => (panel.title = title),
    fail: (error) => {
      const { message, hint } = failureOf(error);
      log.error(message);
      post({ type: 'failure', message, hint });
    },
  };
}
