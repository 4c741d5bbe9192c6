import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { pageHtml } from '../../../extension/editor/panels/html';
import { newPage } from '../../../scripts/editor/browser.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { applyTheme, fakeEditor } from './in-page';
import themes from './themes.json';

export type ThemeName = keyof typeof themes;

/** The four themes whose variables VS Code 1.100 gave to a webview. */
export const themeNames = Object.keys(themes) as ThemeName[];

const origin = 'https://views.test';
const lost = { sentence: 'This view could not be loaded.', again: 'Try again' };

export interface ViewOptions {
  readonly view: 'results' | 'compare' | 'timeline';
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
  /** None of its files can be loaded; whether it may still ask to be loaded anew by itself. */
  readonly broken?: { readonly canRetry: boolean };
  /** What the view kept when it was last loaded. */
  readonly state?: unknown;
  readonly translations?: Readonly<Record<string, string>>;
  /** What the editor answers to a message. */
  readonly answer: (message: Posted) => readonly object[] | Promise<readonly object[]>;
}

/** A message of a view; its version is checked here. */
export interface Posted {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A view in a browser page of its own, with an editor that answers by a function. */
export interface BareView {
  readonly page: Page;
  readonly posted: readonly Posted[];
  readonly send: (message: object) => Promise<void>;
  readonly kept: () => Promise<unknown>;
  readonly useTheme: (name: ThemeName) => Promise<void>;
  /** What the page complained about: errors, and what its policy forbade. */
  readonly complaints: readonly string[];
}

/** Opens a view without an editor: the same page, policy and variables as a webview has. */
export async function openView(browser: Browser, options: ViewOptions): Promise<BareView> {
  const { view, theme = 'dark', answer, translations = {}, state, broken, ...size } = options;
  const page = await newPage(browser, size);
  const complaints: string[] = [];
  const posted: Posted[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  const send = (message: object) =>
    page.evaluate((text) => window.cyclescopeTest.send(text), encode(message));
  await page.exposeFunction('cyclescopePosted', async (message: Posted & { version: number }) => {
    if (message.version !== 1) complaints.push(`a message of version ${message.version}`);
    posted.push(message);
    for (const each of await answer(message)) await send(each);
  });
  await page.addInitScript(fakeEditor, state);
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path !== '/' && broken) return route.abort('namenotresolved');
    if (path !== '/') return route.fulfill({ path: join(inRoot('dist', 'views'), path) });
    const html = pageHtml(
      { view, title: view, language: 'en', translations, lost },
      {
        ...{ cspSource: origin, script: `/${view}.js`, style: `/${view}.css` },
        ...{ nonce: 'once', canRetry: broken?.canRetry ?? true },
      },
    );
    return route.fulfill({ body: html, contentType: 'text/html' });
  });
  const useTheme = (name: ThemeName) => page.evaluate(applyTheme, themes[name]);
  await page.addInitScript(
    `addEventListener('DOMContentLoaded', () => (${applyTheme.toString()})(${JSON.stringify(themes[theme])}))`,
  );
  await page.goto(`${origin}/`);
  const kept = () => page.evaluate(() => window.cyclescopeTest.state);
  return { page, posted, send, kept, useTheme, complaints };
}

/** The text of axe-core, to be run in a page whose policy allows no foreign script. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(inRoot('node_modules', 'axe-core', 'axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

const BUFFER = 'base64 buffer:';

/** Buffers do not survive on their way through the browser's remote control. */
function encode(message: object): string {
  return JSON.stringify({ version: 1, ...message }, (_, value: unknown) =>
    value instanceof ArrayBuffer ? BUFFER + Buffer.from(value).toString('base64') : value,
  );
}
