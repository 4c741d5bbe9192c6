/// <reference lib="dom" />

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed } from 'vitest';
import { type OwnProcess, until } from '../../../scripts/editor/processes.mjs';
import { type EditorServer, quickRuns, writeSettings } from '../../../scripts/editor/server.mjs';
import {
  closeWorkbench,
  endForgottenHosts,
  type OpenOptions,
  openWorkbench,
  reloadWorkbench,
  webview,
} from '../../../scripts/editor/workbench.mjs';
import { buildDir } from '../../../scripts/lib/paths.mjs';
import { type Editor, getSharedEditor, getSharedPage } from './editors';

export interface SessionOptions {
  /** Makes the folder or workspace to open, inside the session's folder. */
  readonly open: (folder: string) => OpenOptions;
  /** Asks whether a folder is trusted. */
  readonly trust?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further variables of the editor's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly language?: string;
  /** A stand-in for cortex-debug is installed. */
  readonly cortexDebug?: boolean;
}

export interface Session {
  readonly folder: string;
  readonly page: Page;
  readonly server: EditorServer;
  readonly view: FrameLocator;
  /** The living processes that the window and its extensions started. */
  readonly processes: () => readonly OwnProcess[];
  /** Opens the same again, as a reload of the window does. */
  readonly reload: () => Promise<void>;
}

/** A window for all tests of a file; nothing that it started may be left over. */
export function editorSession({
  open,
  trust = false,
  settings = {},
  env = {},
  language = '',
  cortexDebug = false,
}: SessionOptions): Session {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-clicks-'));
  let page: Page;
  let editor: Editor;

  beforeAll(async () => {
    editor = await getSharedEditor({ env, language, cortexDebug });
    writeSettings(editor.server.folders, {
      'security.workspace.trust.enabled': trust,
      // A panel that a reload restores would otherwise start a shell.
      'terminal.integrated.hideOnStartup': 'always',
      // They are drawn again and again, and no test is about them.
      'editor.minimap.enabled': false,
      'editor.cursorBlinking': 'solid',
      ...quickRuns,
      ...settings,
    });
    page = await getSharedPage();
    await forgetStates(page, editor.server);
    await openWorkbench(page, editor.server, open(folder));
  });
  beforeEach(({ task }) => {
    onTestFailed(() => picture(page, task.name));
  });
  afterAll(async () => {
    await closeWorkbench(page, editor.server);
    await endForgottenHosts(editor.server);
    const isOver = () => editor.processes().length === 0;
    await until('the end of every process', isOver).catch(() => undefined);
    expect(editor.processes()).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    folder,
    get page() {
      return page;
    },
    get server() {
      return editor.server;
    },
    get view() {
      return webview(page);
    },
    processes: () => editor.processes(),
    reload: () => reloadWorkbench(page, editor.server),
  };
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = join(buildDir, 'screenshots', 'failures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`) });
}

/** Windows of earlier files have stored their states in the same browser. */
async function forgetStates(page: Page, { url }: EditorServer): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' });
  await tools.detach();
}

/** Reads the workbench's stored state: it stores it now and then, and no more once it is reloaded. */
export function readStoredStates(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const toPromise = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('vscode-web-state-db')) continue;
      const database = await toPromise(indexedDB.open(name));
      const store = database.transaction('ItemTable').objectStore('ItemTable');
      texts.push(...(await toPromise(store.getAll())).map(String));
      database.close();
    }
    return texts.join('\n');
  });
}
