import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeServer } from '../lib/paths.mjs';
import { endGroup } from './processes.mjs';

/**
 * A running editor.
 * @typedef {object} EditorServer
 * @property {string} url without a path
 * @property {number} pid
 * @property {EditorFolders} folders
 * @property {() => string} output what it has printed so far
 * @property {Promise<void>} ended settles when the process is gone
 * @property {() => Promise<void>} stop ends it and everything that it started
 *
 * @typedef {ReturnType<typeof editorFolders>} EditorFolders
 *
 * @typedef {object} EditorOptions
 * @property {string} folder where it keeps its data; nothing else may use it
 * @property {string} extensions the folder of installed extensions
 * @property {boolean} [trust] asks whether a folder is trusted, as the editor does by itself
 * @property {string} [password]
 * @property {Record<string, unknown>} [settings]
 * @property {Record<string, string>} [env]
 */

/** Where an editor keeps its things. */
export const editorFolders = (/** @type {string} */ folder) => ({
  data: join(folder, 'data'),
  settings: join(folder, 'data', 'User', 'settings.json'),
  logs: join(folder, 'data', 'logs'),
  temporary: join(folder, 'tmp'),
});

/** Nothing that asks, greets or reaches out. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoUpdate': false,
  'telemetry.telemetryLevel': 'off',
  'chat.commandCenter.enabled': false,
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
};

/** Starts an editor on a free port of this computer alone. @returns {Promise<EditorServer>} */
export async function startEditor(/** @type {EditorOptions} */ options) {
  const { folder, extensions, password, trust = false } = options;
  const folders = editorFolders(folder);
  mkdirSync(folders.temporary, { recursive: true });
  // What somebody has set in it stays.
  if (!existsSync(folders.settings)) writeSettings(folders, options.settings ?? {});
  const config = join(folder, 'config.yaml');
  writeFileSync(config, '');

  const args = [
    ...['--bind-addr', '127.0.0.1:0', '--auth', password ? 'password' : 'none'],
    ...['--config', config, '--user-data-dir', folders.data, '--extensions-dir', extensions],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...(trust ? [] : ['--disable-workspace-trust']),
  ];
  const child = spawn(codeServer.node, [codeServer.entry, ...args], {
    // A group of its own, so that everything it starts can be ended with it.
    detached: true,
    env: { ...process.env, ...options.env, ...editorEnvironment(folders, password) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const { pid = 0 } = child;
  const ended = new Promise((resolve) => child.once('close', () => resolve(undefined)));
  const stop = () => endGroup(pid);
  process.once('exit', () => void stop());
  const url = await Promise.race([output.address, ended]);
  if (url === undefined) throw new Error(`The editor did not start:\n${output.text()}`);
  return { url, pid, folders, output: output.text, ended, stop };
}

/** Writes the user's settings; an editor reads them when a page is opened. */
export function writeSettings(
  /** @type {EditorFolders} */ { settings },
  /** @type {Record<string, unknown>} */ changes,
) {
  mkdirSync(join(settings, '..'), { recursive: true });
  writeFileSync(settings, `${JSON.stringify({ ...quietSettings, ...changes }, undefined, 2)}\n`);
}

/** What an editor is started with beside this process's own environment. */
export function editorEnvironment(
  /** @type {EditorFolders} */ { temporary },
  /** @type {string | undefined} */ password,
) {
  return {
    ...(password ? { PASSWORD: password } : {}),
    // Its processes are known by it, and what they forget is found there.
    TMPDIR: temporary,
    // No marketplace: the editor is to ask nobody.
    EXTENSIONS_GALLERY: '{"serviceUrl":"http://127.0.0.1:9/none"}',
  };
}

function collect(/** @type {import('node:child_process').ChildProcess} */ child) {
  let text = '';
  /** @type {(url: string) => void} */
  let found;
  const address = new Promise((/** @type {(url: string) => void} */ resolve) => (found = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const url = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1];
      if (url) found(url);
    });
  }
  return { address, text: () => text };
}
