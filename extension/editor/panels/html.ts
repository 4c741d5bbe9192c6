import type * as vscode from 'vscode';
import { L10N_META } from '../../views/shared/protocol';

/** A view's page as the editor first shows it. */
export interface Page {
  readonly view: 'results' | 'compare' | 'timeline';
  readonly title: string;
  /** The user's language, and the translations that the view needs. */
  readonly language: string;
  readonly translations: Readonly<Record<string, string | undefined>>;
}

/** Where a webview finds its files and what it must allow. */
export interface PagePlaces {
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
}

/** The folder of the views' files: all that a webview may load. */
export function viewsFolder(vs: Pick<typeof vscode, 'Uri'>, extension: vscode.Uri): vscode.Uri {
  return vs.Uri.joinPath(extension, 'dist', 'views');
}

/** The page of a view: it paints its outline at once and waits for its script. */
export function pageHtml(page: Page, { cspSource, script, style }: PagePlaces): string {
  const policy = `default-src 'none'; script-src ${cspSource}; style-src ${cspSource}`;
  const translations = JSON.stringify(page.translations);
  return `<!doctype html>
<html lang="${escape(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="${L10N_META}" content="${escape(translations)}">
<title>${escape(page.title)}</title>
<link rel="stylesheet" href="${escape(style)}">
</head>
<body class="view-${page.view}">
<main id="view" aria-busy="true">${OUTLINES[page.view]}</main>
<script type="module" src="${escape(script)}"></script>
</body>
</html>
`;
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
