import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { L10N_META, PROTOCOL_VERSION } from '../../protocol';

/** So often a page that could not load its files is loaded anew without asking. */
const MOST_RETRIES = 4;

/** A message as it is posted: its version is added on the way. */
export type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** The editor's end of a view. */
interface ViewEnd<To> {
  readonly post: (message: WithoutVersion<To>) => void;
}

/** What a webview is allowed, wherever it is made. */
export function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [viewsFolder(vscode, extension)] };
}

/**
 * Loads a view into a webview and listens to it. The view says `ready` each time that it was
 * loaded, also after having been hidden or moved: what it shows is sent anew each time.
 */
export function attachView<To, From>(
  webview: vscode.Webview,
  options: {
    readonly context: vscode.ExtensionContext;
    readonly log: vscode.LogOutputChannel;
    readonly view: Page['view'];
    readonly title: string;
    readonly receives: v.GenericSchema<unknown, From>;
    readonly onMessage: (message: From) => void;
  },
): ViewEnd<To> & vscode.Disposable {
  const { context, log, view, title, receives, onMessage } = options;
  const folder = viewsFolder(vscode, context.extensionUri);
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  webview.options = webviewOptions(context.extensionUri);
  let retries = 0;
  const load = () => {
    webview.html = pageHtml(
      {
        view,
        title,
        language: vscode.env.language,
        translations: vscode.l10n.bundle ?? {},
        lost: {
          sentence: vscode.l10n.t('This view could not be loaded.'),
          again: vscode.l10n.t('Try again'),
        },
      },
      {
        cspSource: webview.cspSource,
        script: address(`${view}.js`),
        style: address(`${view}.css`),
        nonce: randomUUID(),
        canRetry: retries < MOST_RETRIES,
      },
    );
  };
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    if (isLost(message)) {
      retries += 1;
      log.debug(`The view ${view} could not load its files: it is loaded anew.`);
      return load();
    }
    const checked = v.safeParse(receives, message);
    if (!checked.success)
      return log.warn(`The view ${view} sent what cannot be read.`, checked.issues[0].message);
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

/** A view's page as the editor first shows it. */
interface Page {
  readonly view: 'results' | 'compare' | 'timeline';
  readonly title: string;
  /** The user's language, and the translations that the view needs. */
  readonly language: string;
  readonly translations: Readonly<Record<string, string | undefined>>;
  /** What is shown when the view's files cannot be loaded. */
  readonly lost: { readonly sentence: string; readonly again: string };
}

/** Where a webview finds its files and what it must allow. */
interface PagePlaces {
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  /** Another one for each page: it lets the page's own few lines run, and no others. */
  readonly nonce: string;
  /** The page asks to be loaded anew by itself, and not only when the user wants it. */
  readonly canRetry: boolean;
}

const LOST = 'lost';

/** The folder of the views' files: all that a webview may load. */
function viewsFolder(vs: Pick<typeof vscode, 'Uri'>, extension: vscode.Uri): vscode.Uri {
  return vs.Uri.joinPath(extension, 'dist', 'views');
}

/** The page of a view: it paints its outline at once and waits for its script. */
export function pageHtml(page: Page, places: PagePlaces): string {
  const { cspSource, script, style, nonce, canRetry } = places;
  const policy = `default-src 'none'; script-src ${cspSource} 'nonce-${nonce}'; style-src ${cspSource}`;
  const translations = JSON.stringify(page.translations);
  return `<!doctype html>
<html lang="${escape(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="${L10N_META}" content="${escape(translations)}">
<title>${escape(page.title)}</title>
<script nonce="${escape(nonce)}">${watchLoading(canRetry)}</script>
<link rel="stylesheet" href="${escape(style)}">
</head>
<body class="view-${page.view}">
<main id="view" aria-busy="true">${OUTLINES[page.view]}</main>
<div id="lost" role="alert" hidden>
<p>${escape(page.lost.sentence)}</p>
<button type="button">${escape(page.lost.again)}</button>
</div>
<script type="module" src="${escape(script)}"></script>
</body>
</html>
`;
}

/**
 * VS Code serves a webview's files through a service worker. Where several webviews are loaded at
 * once, as when an editor is moved beside another one, it can miss the requests of one of them:
 * that view would stay empty. The page then asks to be loaded anew, in the end by a button.
 */
const watchLoading = (canRetry: boolean): string => `{
  let api;
  const again = () => api.postMessage({ type: '${LOST}' });
  const show = () => {
    document.getElementById('view').hidden = true;
    const lost = document.getElementById('lost');
    lost.hidden = false;
    lost.querySelector('button').addEventListener('click', again);
  };
  addEventListener('error', ({ target }) => {
    const isFile = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
    if (!isFile || api) return;
    api = acquireVsCodeApi();
    if (${canRetry}) again();
    else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show);
    else show();
  }, true);
}`;

/** Whether a message is a page's that could not load its files. */
export function isLost(message: unknown): boolean {
  return (message as { readonly type?: unknown } | null)?.type === LOST;
}

const block = (name: string): string => `<div class="skeleton ${name}"></div>`;

/** What is painted before there is anything to show; `views/shared/outline.css` gives it its shape. */
const OUTLINES: Readonly<Record<Page['view'], string>> = {
  results: [block('title'), block('line'), block('table'), block('panel')].join(''),
  compare: [block('title'), block('line'), block('table'), block('panel')].join(''),
  timeline: [block('line'), block('panel')].join(''),
};

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
