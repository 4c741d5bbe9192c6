import { escapeMarkup } from '../../base';
import type { PageView } from '../contributions';
import { L10N_META } from '../protocol';

/** A view's page as first shown by the editor. */
interface Page {
  readonly view: Pick<PageView, 'name' | 'outline'>;
  readonly title: string;
  /** The user's language, and the translations used by the view. */
  readonly language: string;
  readonly translations: Readonly<Record<string, string | undefined>>;
  /** Shown if the view's files cannot be loaded. */
  readonly lost: { readonly sentence: string; readonly again: string };
}

/** Locations of a webview's files, and what it must allow. */
interface PageSources {
  readonly cspSource: string;
  readonly script: string;
  /** The styles of all pages first, then those of the view. */
  readonly styles: readonly string[];
  /** Different for each page: allows the page's own inline script and no other. */
  readonly nonce: string;
  /** The page requests a reload by itself, not only when the user clicks. */
  readonly canRetry: boolean;
}

const LOST = 'lost';

/** A view's page, which paints its outline at once and waits for its script. */
export function pageHtml(page: Page, sources: PageSources): string {
  const { cspSource, script, styles, nonce, canRetry } = sources;
  const policy = `default-src 'none'; script-src ${cspSource} 'nonce-${nonce}'; style-src ${cspSource}`;
  const links = styles.map((style) => `<link rel="stylesheet" href="${escapeMarkup(style)}">`);
  const translations = JSON.stringify(page.translations);
  return `<!doctype html>
<html lang="${escapeMarkup(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="${L10N_META}" content="${escapeMarkup(translations)}">
<title>${escapeMarkup(page.title)}</title>
<script nonce="${escapeMarkup(nonce)}">${watchLoading(canRetry)}</script>
${links.join('\n')}
</head>
<body class="view-${escapeMarkup(page.view.name)}">
<main id="view" aria-busy="true">${page.view.outline.map(block).join('')}</main>
<div id="lost" role="alert" hidden>
<p>${escapeMarkup(page.lost.sentence)}</p>
<button type="button">${escapeMarkup(page.lost.again)}</button>
</div>
<script type="module" src="${escapeMarkup(script)}"></script>
</body>
</html>
`;
}

/**
 * VS Code serves a webview's files through a service worker. If several webviews load at once, as
 * when an editor is moved next to another one, it can miss the requests of one of them, whose view
 * would stay empty. The page then requests a reload, finally by a button.
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

/** True for a page's message that its files failed to load. */
export function isLost(message: unknown): boolean {
  return (message as { readonly type?: unknown } | null)?.type === LOST;
}

/** One block painted before there is content; `page/outline.css` gives it its shape. */
const block = (name: PageView['outline'][number]): string => `<div class="skeleton ${name}"></div>`;
