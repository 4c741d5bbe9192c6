import { describe, expect, it } from 'vitest';
import { isLost, pageHtml } from './page-html';

const sources = {
  cspSource: 'https://*.example',
  script: 'https://a/b.js?x=1&y',
  styles: ['all.css', 'c.css?x=1&y'],
  nonce: 'once',
  canRetry: true,
};
const page: Parameters<typeof pageHtml>[0] = {
  view: { name: 'results', outline: ['title', 'table'] },
  title: 'Results',
  language: 'de',
  translations: {},
  lost: { sentence: 'Not loaded.', again: 'Try again' },
};

describe('the page of a view', () => {
  it('allows nothing but its own script and style, and the few inline lines of this page', () => {
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(pageHtml(page, sources))!;
    expect(policy).toBe(
      "default-src 'none'; script-src https://*.example 'nonce-once'; style-src https://*.example",
    );
  });

  it('has no style, no handler, and no script without the nonce', () => {
    const html = pageHtml(page, sources);
    expect(html).not.toMatch(/<style| style=| on\w+=|<script(?![^>]* (?:src|nonce)=)/);
  });

  it('writes titles and translations as text', () => {
    const nasty = '"><img src=x onerror=alert(1)>';
    const html = pageHtml({ ...page, title: nasty, translations: { Run: nasty } }, sources);
    expect(html).not.toContain('<img');
    const [, meta] = /name="cyclescope-l10n" content="([^"]*)"/.exec(html)!;
    const text = meta!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(JSON.parse(text.replaceAll('&amp;', '&'))).toEqual({ Run: nasty });
  });

  it('requests a reload by itself, or leaves it to the user', () => {
    expect(pageHtml(page, sources)).toContain('if (true) again();');
    expect(pageHtml(page, { ...sources, canRetry: false })).toContain('if (false) again();');
    expect([{ type: 'lost' }, { type: 'ready' }, null, 'lost'].map(isLost)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('has the styles of all pages before its own', () => {
    const links = [...pageHtml(page, sources).matchAll(/<link rel="stylesheet" href="([^"]*)">/g)];
    expect(links.map(([, href]) => href)).toEqual(['all.css', 'c.css?x=1&amp;y']);
  });

  it('shows an outline before its script is loaded', () => {
    expect(pageHtml(page, sources)).toContain('<main id="view" aria-busy="true"><div class="skel');
  });
});
