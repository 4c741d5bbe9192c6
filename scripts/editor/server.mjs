import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEditor } from './editors.mjs';
import { startListening } from './listening.mjs';

/**
 * A running editor.
 * @typedef {import('./listening.mjs').Listening & { folders: EditorFolders }} EditorServer
 *
 * @typedef {ReturnType<typeof editorFolders>} EditorFolders
 *
 * @typedef {object} EditorOptions
 * @property {string} folder where it keeps its data; nothing else may use it
 * @property {string} extensions the folder of installed extensions
 * @property {string} [builtIn] the folder of the extensions it comes with, instead of all of them
 * @property {boolean} [trust] asks whether a folder is trusted, as the editor does by default
 * @property {string} [password]
 * @property {Record<string, unknown>} [settings]
 * @property {Record<string, string>} [env]
 * @property {import('./editors.mjs').Editor} [editor]
 * @property {string} [language] of the editor, instead of English
 * @property {boolean} [runsTests] its extension hosts run tests when a page asks for it
 */

/** Folders and files of an editor. */
export const editorFolders = (/** @type {string} */ folder) => ({
  data: join(folder, 'data'),
  settings: join(folder, 'data', 'User', 'settings.json'),
  logs: join(folder, 'data', 'logs'),
  temporary: join(folder, 'tmp'),
});

/** No prompts, no welcome pages, no network access. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  // Browsers save edits a second later by default, and the desktop does not.
  'files.autoSave': 'off',
  // The newest editor would open settings and trust in a modal window.
  'workbench.editor.useModal': 'off',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoUpdate': false,
  'telemetry.telemetryLevel': 'off',
  'chat.commandCenter.enabled': false,
  'git.enabled': false,
  // It would offer to forward every port that any program on this computer listens on.
  'remote.autoForwardPorts': false,
  'remote.autoForwardPortsSource': 'output',
  'security.workspace.trust.startupPrompt': 'never',
};

/** Settings for runs just long enough to produce a figure. */
export const quickRuns = { 'cyclescope.iterations': 200, 'cyclescope.repeat': 1 };

/** Starts an editor on a free local port. @returns {Promise<EditorServer>} */
export async function startEditor(/** @type {EditorOptions} */ options) {
  const { folder, extensions, password, trust = false, language, runsTests = false } = options;
  const { editor = chooseEditor(), builtIn } = options;
  const folders = editorFolders(folder);
  mkdirSync(folders.temporary, { recursive: true });
  // Keeps existing settings.
  if (!existsSync(folders.settings)) writeSettings(folders, options.settings ?? {});
  if (language) writeLanguagePack(folders, language);
  const config = join(folder, 'config.yaml');
  writeFileSync(config, '');

  const args = [
    '--bind-addr',
    '127.0.0.1:0',
    '--auth',
    password ? 'password' : 'none',
    '--config',
    config,
    '--user-data-dir',
    folders.data,
    '--extensions-dir',
    extensions,
    ...(builtIn ? ['--builtin-extensions-dir', builtIn] : []),
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    ...(trust ? [] : ['--disable-workspace-trust']),
    ...(language ? ['--locale', language] : []),
    ...(runsTests ? editor.forTests : []),
  ];
  const server = await startListening(editor.at.node, [editor.at.entry, ...args], {
    ...options.env,
    ...editorEnvironment(folders, password),
  });
  return { ...server, folders };
}

/** Writes an empty language pack: it makes the editor accept the language. */
function writeLanguagePack(/** @type {EditorFolders} */ { data }, /** @type {string} */ language) {
  const texts = join(data, 'texts.json');
  writeFileSync(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extensionIdentifier = { id: 'cyclescope.language-pack' };
  const pack = {
    hash: language,
    label: language,
    extensions: [{ extensionIdentifier, version: '1.0.0' }],
    translations: { vscode: texts },
  };
  writeFileSync(join(data, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

/** Writes the user's settings; an editor reads them when a page is opened. */
export function writeSettings(
  /** @type {EditorFolders} */ { settings },
  /** @type {Record<string, unknown>} */ changes,
) {
  mkdirSync(join(settings, '..'), { recursive: true });
  writeFileSync(settings, `${JSON.stringify({ ...quietSettings, ...changes }, undefined, 2)}\n`);
}

/** Environment of an editor, in addition to this process's own. */
export function editorEnvironment(
  /** @type {EditorFolders} */ { temporary },
  /** @type {string | undefined} */ password,
) {
  return {
    ...(password ? { PASSWORD: password } : {}),
    // Identifies its processes, and collects the files that they leave behind.
    TMPDIR: temporary,
    // No marketplace: the editor must not access the network.
    EXTENSIONS_GALLERY: '{"serviceUrl":"http://127.0.0.1:9/none"}',
  };
}
