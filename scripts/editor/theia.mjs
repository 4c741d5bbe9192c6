import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { theia } from '../lib/paths.mjs';
import { startListening } from './listening.mjs';

/** @typedef {import('./listening.mjs').Listening & { temporary: string }} TheiaServer */

/**
 * Starts Eclipse Theia on a free local port.
 * @param {object} options
 * @param {string} options.folder where it keeps its data; nothing else may use it
 * @param {string} options.extensions a folder of unpacked extensions
 * @param {string} options.workspace
 * @returns {Promise<TheiaServer>}
 */
export async function startTheia({ folder, extensions, workspace }) {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const args = ['--hostname', '127.0.0.1', '--port', '0', `--plugins=local-dir:${extensions}`];
  const server = await startListening(theia.node, [theia.entry, ...args, workspace], {
    // Identifies its processes, and collects the files that they leave behind.
    TMPDIR: temporary,
    THEIA_CONFIG_DIR: join(folder, 'config'),
    // A host name per webview would have to be resolved.
    THEIA_WEBVIEW_EXTERNAL_ENDPOINT: '{{hostname}}',
  });
  return { ...server, temporary };
}
