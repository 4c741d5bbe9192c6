import { describe, expect, it } from 'vitest';
import { pageHtml } from './html';

const places = { cspSource: 'https://*.example', script: 'https://a/b.js?x=1&y', style: 'c.css' };
const page = { view: 'results', title: 'Results', language: 'de', translations: {} } as const;

describe('the page of a view', () => {
  it('allows nothing but its own script and style', () => {
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(pageHtml(page, places))!;
    expect(policy).toBe(
      "default-src 'none'; script-src https://*.example; style-src https://*.example",
    );
  });

  it('holds no script, no style and no handler of its own', () => {
    const html = pageHtml(page, places);
    expect(html).not.toMatch(/<style| style=| on\w+=|<script(?![^>]* src=)/);
  });

  it('writes titles and translations as text', () => {
    const nasty = '"><img src=x onerror=alert(1)>';
    const html = pageHtml({ ...page, title: nasty, translations: { Run: nasty } }, places);
    expect(html).not.toContain('<img');
    const [, meta] = /name="cyclescope-l10n" content="([^"]*)"/.exec(html)!;
    const text = meta!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(JSON.parse(text.replaceAll('&amp;', '&'))).toEqual({ Run: nasty });
  });

  it('paints an outline before its script is there', () => {
    expect(pageHtml(page, places)).toContain('<main id="view" aria-busy="true"><div class="skel');
  });
});
