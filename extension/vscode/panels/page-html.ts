import type { PageView } from '../contributions';
import { L10N_META } from '../protocol';

/** A view's page as the editor first shows it. */
interface Page {
  readonly view: Pick<PageView, 'name' | 'outline'>;
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
<body class="view-${escape(page.view.name)}">
<main id="view" aria-busy="true">${page.view.outline.map(block).join('')}</main>
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

/** One block of what is painted before there is anything to show; `page/outline.css` gives it its shape. */
const block = (name: PageView['outline'][number]): string => `<div class="skeleton ${name}"></div>`;

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
