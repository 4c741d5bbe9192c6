import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { newPage, startBrowser } from '../../../scripts/editor/browser.mjs';
import { chooseEditor } from '../../../scripts/editor/editors.mjs';
import { linkBuiltIn, linkExtensions } from '../../../scripts/editor/extensions.mjs';
import { type OwnProcess, listProcesses } from '../../../scripts/editor/processes.mjs';
import { type EditorServer, startEditor } from '../../../scripts/editor/server.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';

/*
 * Things that a worker of the tests keeps from file to file, because they take longer to start than
 * most tests take: a browser, one page in it, and an editor for each way in which editors are
 * started. `stage.ts` ends the editors.
 */

/** The settings that an editor is started with; everything else changes from window to window. */
export interface EditorStart {
  readonly env: Readonly<Record<string, string>>;
  readonly language: string;
  /** Installs a stand-in for cortex-debug. */
  readonly cortexDebug: boolean;
}

/** A running editor without a window. */
export interface Editor {
  readonly server: EditorServer;
  /** The living processes that its windows have started. */
  readonly processes: () => readonly OwnProcess[];
}

const editors = new Map<string, Promise<Editor>>();

/** The worker's editor that was started in that way. */
export function getSharedEditor(start: EditorStart): Promise<Editor> {
  const key = JSON.stringify(start);
  const found = editors.get(key) ?? newEditor(start, `${process.pid}-${editors.size}`);
  editors.set(key, found);
  return found;
}

async function newEditor({ env, language, cortexDebug }: EditorStart, name: string) {
  const folder = join(inject('editors'), name);
  const other = inRoot('test', 'editor', cortexDebug ? 'cortex-debug' : 'bystander');
  const extensions = linkExtensions(join(folder, 'extensions'), [inject('extension'), other]);
  const builtIn = linkBuiltIn(join(folder, 'built-in'), chooseEditor());
  const server = await startEditor({
    folder,
    extensions,
    builtIn,
    language,
    env: { ...env },
    // Asking for trust is a setting of each window.
    trust: true,
  });
  const { temporary } = server.folders;
  const first = new Set(listProcesses(temporary).map(({ pid }) => pid));
  // The hosts of terminals and of file watchers, too, belong to the editor.
  const isOwn = ({ pid, command }: OwnProcess) =>
    first.has(pid) || /--type=(ptyHost|fileWatcher)/.test(command);
  return { server, processes: () => listProcesses(temporary).filter((each) => !isOwn(each)) };
}

let browser: Promise<Browser> | undefined;
let page: Promise<Page> | undefined;

/** The worker's browser. */
export const getSharedBrowser = (): Promise<Browser> => (browser ??= startBrowser());

/** The worker's page: one that has shown an editor before shows the next one much sooner. */
export const getSharedPage = (): Promise<Page> =>
  (page ??= getSharedBrowser().then((started) => newPage(started)));
