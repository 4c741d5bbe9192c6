import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFailed } from 'vitest';
import { newPage, startBrowser } from '../../../scripts/editor/browser.mjs';
import { linkExtensions } from '../../../scripts/editor/extensions.mjs';
import { processesOf, until } from '../../../scripts/editor/processes.mjs';
import { type EditorServer, startEditor } from '../../../scripts/editor/server.mjs';
import { type OpenOptions, openWorkbench, webview } from '../../../scripts/editor/workbench.mjs';
import { buildDir, inRoot } from '../../../scripts/lib/paths.mjs';

export interface SessionOptions {
  /** Makes what is opened, in a folder of the session's own. */
  readonly open: (folder: string) => OpenOptions;
  readonly trust?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the editor has besides in its environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly language?: string;
  /** Something that stands in for cortex-debug is installed. */
  readonly cortexDebug?: boolean;
}

export interface Session {
  readonly folder: string;
  readonly page: Page;
  readonly server: EditorServer;
  readonly view: FrameLocator;
  /** The living processes that the editor and its extensions started. */
  readonly processes: () => readonly { readonly pid: number; readonly command: string }[];
  /** Opens the same again, as a reload of the window does. */
  readonly reload: () => Promise<void>;
}

/** One editor in one browser for all tests of a file; nothing of it may be left over. */
export function editorSession({
  open,
  trust = false,
  settings = {},
  env = {},
  language = '',
  cortexDebug = false,
}: SessionOptions): Session {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-clicks-'));
  let browser: Browser | undefined;
  let page: Page;
  let server: EditorServer;

  beforeAll(async () => {
    const other = cortexDebug ? standIn : bystander;
    const extensions = linkExtensions(join(folder, 'extensions'), [inject('extension'), other]);
    server = await startEditor({
      ...{ folder, extensions, trust, language, settings: { ...settings } },
      env: { ...env },
    });
    browser = await startBrowser();
    page = await newPage(browser);
    await openWorkbench(page, server, open(folder));
  });
  beforeEach(({ task }) => {
    onTestFailed(() => picture(page, task.name));
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
    const gone = () => processesOf(server.folders.temporary).length === 0;
    await until('the end of every process', gone, 10);
    expect(processesOf(server.folders.temporary)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    folder,
    get page() {
      return page;
    },
    get server() {
      return server;
    },
    get view() {
      return webview(page);
    },
    processes: () => processesOf(server.folders.temporary),
    reload: async () => {
      await page.reload();
      await page.locator('.monaco-workbench[class*="vscode-theme-"]').waitFor();
    },
  };
}

const bystander = inRoot('test', 'editor', 'bystander');
const standIn = inRoot('test', 'editor', 'cortex-debug');

async function picture(page: Page, name: string): Promise<void> {
  const folder = join(buildDir, 'screenshots', 'failures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`) });
}
