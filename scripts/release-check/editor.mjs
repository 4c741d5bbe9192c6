import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPage, startBrowser } from '../editor/browser.mjs';
import { editorEnvironment, editorFolders, startEditor } from '../editor/server.mjs';
import { openWorkbench, runCommand, webview } from '../editor/workbench.mjs';
import { codeServer } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';

/** Installs the extension's package in an editor and opens the sample there; reports problems. */
export async function tryInEditor(/** @type {string} */ vsix, /** @type {string} */ id) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-release-'));
  try {
    const extensions = join(folder, 'extensions');
    const listed = await install(vsix, folder, extensions);
    if (!listed.includes(id)) return [`the editor did not install ${id}: ${listed}`];
    return await openSample(folder, extensions);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(
  /** @type {string} */ vsix,
  /** @type {string} */ folder,
  /** @type {string} */ extensions,
) {
  const { data } = editorFolders(folder);
  const folders = ['--extensions-dir', extensions, '--user-data-dir', data];
  const call = async (/** @type {string[]} */ ...args) => {
    let output = '';
    await run(codeServer.node, [codeServer.entry, ...folders, ...args], {
      env: editorEnvironment(editorFolders(folder), undefined),
      onOutput: (text) => (output += text),
    });
    return output;
  };
  await call('--install-extension', vsix);
  return call('--list-extensions');
}

/** @returns {Promise<readonly string[]>} */
async function openSample(/** @type {string} */ folder, /** @type {string} */ extensions) {
  const server = await startEditor({ folder: join(folder, 'editor'), extensions });
  const browser = await startBrowser();
  try {
    const page = await newPage(browser);
    await openWorkbench(page, server);
    await runCommand(page, 'Cyclescope: Open the sample run');
    await webview(page).getByText('context_switch/switch').first().waitFor();
    return [];
  } catch (error) {
    return [`the sample does not open in an editor: ${String(error)}`];
  } finally {
    await browser.close();
    await server.stop();
  }
}
