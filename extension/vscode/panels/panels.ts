import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Services } from '../common';
import { type PageView, viewId } from '../contributions';
import { PROTOCOL_VERSION } from '../protocol';
import { isLost, pageHtml } from './page-html';

/** A message to post; its version is added when it is sent. */
type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** A panel's content, with a key to find the panel again. */
interface Content<To, From, S extends PanelSession<From>> {
  readonly key: string;
  /** The home that it belongs to, which commands mean while the panel is active. */
  readonly home?: string | undefined;
  readonly open: (end: PanelEnd<To, From, S>) => S;
}

/** Serves the content of one panel. */
export interface PanelSession<From> {
  /** The page sends `ready` each time it is loaded, and then needs all its contents again. */
  readonly receive: (message: From) => void;
  /** The panel is hidden, and its page is gone until it is shown again. */
  readonly onHide?: () => void;
  readonly dispose: () => void;
}

/** A session's connection to its panel. */
export interface PanelEnd<To, From, S extends PanelSession<From> = PanelSession<From>> {
  readonly post: (message: WithoutVersion<To>) => void;
  readonly setTitle: (title: string) => void;
  /** Changes the panel's key when the same session shows something else. */
  readonly setKey: (key: string) => void;
  /** Closes this session and opens another one in the same panel. */
  readonly replace: (content: Content<To, From, S>) => void;
}

/** All panels or editors of one view, one per content. */
export interface Panels<To, From, S extends PanelSession<From>> {
  /** Reveals the content's panel, or opens one. */
  readonly show: (
    content: Content<To, From, S>,
    options?: { readonly preserveFocus?: boolean | undefined },
  ) => void;
  /** Puts content into a panel or an editor created by VS Code. */
  readonly fill: (panel: vscode.WebviewPanel, content: Content<To, From, S>) => void;
  /** Calls the most recently active session with this key, or the first one to come. */
  readonly use: (key: string, what: (session: S) => void) => void;
  /** Restores panels of an earlier window from the state that their pages kept. */
  readonly restore: <State>(
    keeps: v.GenericSchema<unknown, State>,
    toContent: (state: State) => Content<To, From, S> | Promise<Content<To, From, S>>,
  ) => vscode.Disposable;
}

interface Shown<S> {
  readonly panel: vscode.WebviewPanel;
  key: string;
  home: string | undefined;
  session: S;
}

/** A view's open panels, the most recently active one last. */
function newOpenPanels<S>() {
  let open: readonly Shown<S>[] = [];
  const wanted = new Map<string, (session: S) => void>();
  const leave = (shown: Shown<S>) => {
    open = open.filter((each) => each !== shown);
  };
  const find = (key: string) => open.findLast((each) => each.key === key);
  return {
    find,
    leave,
    /** Adds a panel, or makes it the most recently active one. */
    place: (shown: Shown<S>) => {
      leave(shown);
      open = [...open, shown];
      wanted.get(shown.key)?.(shown.session);
      wanted.delete(shown.key);
    },
    use: (key: string, what: (session: S) => void) => {
      const known = find(key);
      if (known) what(known.session);
      else wanted.set(key, what);
    },
  };
}

/** Manages the panels of one view; `receives` is the schema of its pages' messages. */
export function newPanels<To, From, S extends PanelSession<From> = PanelSession<From>>(
  means: Pick<Services, 'context' | 'log' | 'homes'>,
  view: PageView,
  receives: v.GenericSchema<unknown, From>,
): Panels<To, From, S> {
  const { extensionUri } = means.context;
  const { find, leave, place, use } = newOpenPanels<S>();

  const fill: Panels<To, From, S>['fill'] = (panel, content) => {
    const page = loadPage(panel.webview, means, view, receives, (message) =>
      shown.session.receive(message),
    );
    const end: PanelEnd<To, From, S> = {
      post: page.post,
      setTitle: (title) => (panel.title = title),
      setKey: (key) => (shown.key = key),
      replace: (next) => {
        shown.session.dispose();
        shown.key = next.key;
        shown.home = next.home;
        shown.session = next.open(end);
        place(shown);
        // The page was ready before and does not repeat that.
        shown.session.receive(v.parse(receives, { version: PROTOCOL_VERSION, type: 'ready' }));
      },
    };
    const { key, home } = content;
    const shown: Shown<S> = { panel, key, home, session: content.open(end) };
    place(shown);
    means.homes.follow(panel, () => shown.home);
    // Editors have the icon of their file.
    if (view.kind === 'panel') {
      panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'cyclescope.png');
    }
    const following = panel.onDidChangeViewState(() => {
      if (!panel.visible) shown.session.onHide?.();
      if (panel.active) place(shown);
    });
    panel.onDidDispose(() => {
      leave(shown);
      shown.session.dispose();
      following.dispose();
      page.dispose();
    });
  };

  const show: Panels<To, From, S>['show'] = (content, { preserveFocus = false } = {}) => {
    const known = find(content.key);
    if (known) return known.panel.reveal(undefined, preserveFocus);
    const title = view.title(vscode.l10n.t);
    const where = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    const options = webviewOptions(extensionUri);
    fill(vscode.window.createWebviewPanel(viewId(view), title, where, options), content);
  };

  return {
    fill,
    show,
    use,
    restore: (keeps, toContent) => restorePanels(view, fill, keeps, toContent),
  };
}

/** Restores panels of an earlier window from their pages' state; closes one with invalid state. */
function restorePanels<State, C>(
  view: PageView,
  fill: (panel: vscode.WebviewPanel, content: C) => void,
  keeps: v.GenericSchema<unknown, State>,
  toContent: (state: State) => C | Promise<C>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewId(view), {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const read = v.safeParse(keeps, state);
      if (read.success) fill(panel, await toContent(read.output));
      else panel.dispose();
    },
  });
}

/** The number of automatic reloads of a page that could not load its files. */
const MOST_RETRIES = 4;

/** The folder of the pages' files, the only one that a webview may load from. */
const pagesFolder = (extension: vscode.Uri): vscode.Uri =>
  vscode.Uri.joinPath(extension, 'dist', 'views');

/** The permissions of every webview. */
const webviewOptions = (extension: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  localResourceRoots: [pagesFolder(extension)],
});

/**
 * Loads a view's page into a webview and listens to it. The page sends `ready` each time it is
 * loaded, also after having been hidden or moved, and its content is sent again each time.
 */
function loadPage<To, From>(
  webview: vscode.Webview,
  { context, log }: Pick<Services, 'context' | 'log'>,
  view: PageView,
  receives: v.GenericSchema<unknown, From>,
  onMessage: (message: From) => void,
): { readonly post: (message: WithoutVersion<To>) => void } & vscode.Disposable {
  const { name } = view;
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(pagesFolder(context.extensionUri), file)).toString();
  webview.options = webviewOptions(context.extensionUri);
  let retries = 0;
  const load = () => {
    webview.html = pageHtml(
      {
        view,
        title: view.title(vscode.l10n.t),
        language: vscode.env.language,
        translations: vscode.l10n.bundle ?? {},
        lost: {
          sentence: vscode.l10n.t('This view could not be loaded.'),
          again: vscode.l10n.t('Try again'),
        },
      },
      {
        cspSource: webview.cspSource,
        script: address(`${name}.js`),
        styles: ['shared-styles.css', `${name}.css`].map(address),
        nonce: randomUUID(),
        canRetry: retries < MOST_RETRIES,
      },
    );
  };
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    if (isLost(message)) {
      retries += 1;
      log.debug(`The view ${name} could not load its files. Reloading it.`);
      return load();
    }
    const checked = v.safeParse(receives, message);
    if (!checked.success)
      return log.warn(
        `The view ${name} sent a message that cannot be read.`,
        checked.issues[0].message,
      );
    retries = 0;
    onMessage(checked.output);
  });
  load();
  return {
    post: (message) =>
      void webview.postMessage({ version: PROTOCOL_VERSION, ...(message as object) }),
    dispose: () => listening.dispose(),
  };
}
