import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { Browser, Page, Route } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { pageViews } from '../../../extension/vscode/features/views';
import { pageHtml } from '../../../extension/vscode/panels/page-html';
import { newPage } from '../../../scripts/editor/browser.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { isEverything } from '../../everything';
import { applyTheme, fakeEditor } from './in-page';
import themes from './themes.json';

export type ThemeName = keyof typeof themes;

/**
 * The themes whose variables VS Code 1.100 gave to a webview. `npm test` takes two of the four: one of them is dark and
 * one is light, one has high contrast and one has not.
 */
export const themeNames: readonly ThemeName[] = isEverything
  ? (Object.keys(themes) as ThemeName[])
  : ['dark', 'hc-light'];

const origin = 'https://views.test';
const lost = { sentence: 'This view could not be loaded.', again: 'Try again' };

type PageView = (typeof pageViews)[number];

export interface ViewOptions {
  readonly view: PageView['name'];
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Makes all its files unloadable; returns whether it may still request a reload itself. */
  readonly broken?: { readonly canRetry: boolean };
  /** The state that the view kept when it was last loaded. */
  readonly state?: unknown;
  readonly translations?: Readonly<Record<string, string>>;
  /** Returns the editor's answers to a message. */
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
  /** The page's complaints: errors, and what its policy forbade. */
  readonly complaints: readonly string[];
}

/** A view in a page, with its options and messages. */
interface Shown {
  readonly options: ViewOptions;
  readonly posted: Posted[];
  readonly complaints: string[];
}

/** Opens a view without an editor: the same page, policy and variables as a webview has. */
export async function openView(browser: Browser, options: ViewOptions): Promise<BareView> {
  const page = free.pop() ?? (await preparePage(browser));
  const shown: Shown = { options, posted: [], complaints: [] };
  showing.set(page, shown);
  onTestFinished(() => leave(page));
  const { theme = 'dark', width = 1400, height = 900, state } = options;
  await page.setViewportSize({ width, height });
  // The address holds what the view finds when it opens.
  const found = JSON.stringify({ state, theme: themes[theme] });
  await page.goto(`${origin}/#${encodeURIComponent(found)}`);
  return {
    page,
    posted: shown.posted,
    complaints: shown.complaints,
    send: (message) => send(page, message),
    kept: () => page.evaluate(() => window.cyclescopeTest.state),
    useTheme: (name) => page.evaluate(applyTheme, themes[name]),
  };
}

/** Pages that no view is in: a new one would take longer to open than most tests take. */
const free: Page[] = [];
const showing = new WeakMap<Page, Shown>();

async function leave(page: Page): Promise<void> {
  showing.delete(page);
  await page.goto('about:blank');
  free.push(page);
}

const send = (page: Page, message: object) =>
  page.evaluate((text) => window.cyclescopeTest.send(text), encode(message));

/** A page in which a view can be opened, and after it another one. */
async function preparePage(browser: Browser): Promise<Page> {
  const page = await newPage(browser);
  const complain = (text: string) => showing.get(page)?.complaints.push(text);
  page.on('pageerror', ({ message }) => complain(message));
  page.on('console', (line) => line.type() === 'error' && complain(line.text()));
  await page.exposeFunction('cyclescopePosted', async (message: Posted & { version: number }) => {
    const shown = showing.get(page);
    if (!shown) return;
    if (message.version !== 1) complain(`a message of version ${message.version}`);
    shown.posted.push(message);
    for (const each of await shown.options.answer(message)) {
      if (showing.get(page) === shown) await send(page, each);
    }
  });
  await page.addInitScript(`if (location.hash) {
    const { state, theme } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    (${fakeEditor.toString()})(state);
    addEventListener('DOMContentLoaded', () => (${applyTheme.toString()})(theme));
  }`);
  await page.route(`${origin}/**`, (route) => {
    const options = showing.get(page)?.options;
    return options ? serve(route, options) : route.abort();
  });
  return page;
}

/** Serves the files of a view. */
function serve(route: Route, { view, broken, translations = {} }: ViewOptions): Promise<void> {
  const path = new URL(route.request().url()).pathname;
  if (path !== '/' && broken) return route.abort('namenotresolved');
  if (path !== '/') return route.fulfill({ path: join(inRoot('dist', 'views'), path) });
  const declared = pageViews.find(({ name }) => name === view) as PageView;
  const html = pageHtml(
    { view: declared, title: view, language: 'en', translations, lost },
    {
      cspSource: origin,
      script: `/${view}.js`,
      styles: ['/shared-styles.css', `/${view}.css`],
      nonce: 'once',
      canRetry: broken?.canRetry ?? true,
    },
  );
  return route.fulfill({ body: html, contentType: 'text/html' });
}

const axeSource = readFileSync(inRoot('node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/**
 * Lists every serious accessibility problem of a view, with its places. Only colours differ between themes, so the
 * themes after the first are checked for those only.
 */
export async function axeFindings(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // An evaluation is not bound by the page's policy, a script in it would be.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const colours = ['color-contrast', 'link-in-text-block'];
  const options: RunOptions =
    rules === 'colours' ? { runOnly: { type: 'rule', values: colours } } : {};
  const { violations } = await page.evaluate((chosen) => window.axe.run(chosen), options);
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
