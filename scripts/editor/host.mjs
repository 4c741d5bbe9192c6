import { join } from 'node:path';
import { closeWorkbench, openWorkbench } from './workbench.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** After this long all tests are stuck, as a single stuck one would have been reported. */
const LIMIT_MS = 1_800_000;

/**
 * A page whose extension hosts run tests, one after the other.
 * @typedef {object} Host
 * @property {Page} page
 * @property {(options: import('./workbench.mjs').OpenOptions, folder: string) => Promise<HostEnd>} run
 *   opens a window and runs the tests of a folder: an extension whose `main.cjs` has a function `run`
 * @property {() => Promise<void>} close
 *
 * @typedef {{ code: number, log: readonly string[] }} HostEnd
 */

/** @returns {Promise<Host>} */
export async function newHost(
  /** @type {Page} */ page,
  /** @type {import('./server.mjs').EditorServer} */ server,
) {
  /** @type {string[]} */
  let log = [];
  /** @type {(code: number) => void} */
  let onExit = () => undefined;
  // The workbench looks for these two when it starts, and calls them.
  await page.exposeFunction(
    'codeAutomationLog',
    (/** @type {string} */ _, /** @type {unknown[]} */ words) => {
      log.push(words.map(String).join(' '));
    },
  );
  await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => onExit(code));

  const { host } = new URL(server.url);
  const remote = (/** @type {string} */ path) => `vscode-remote://${host}${path}`;
  /** @type {Host['run']} */
  const run = async (options, folder) => {
    log = [];
    const code = new Promise((/** @type {(code: number) => void} */ resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('the tests did not end')), LIMIT_MS);
      onExit = (exitCode) => {
        clearTimeout(limit);
        resolve(exitCode);
      };
    });
    await openWorkbench(page, server, {
      ...options,
      payload: [
        ['extensionDevelopmentPath', remote(folder)],
        ['extensionTestsPath', remote(join(folder, 'main.cjs'))],
        ['enableProposedApi', ''],
        ['skipWelcome', 'true'],
      ],
    });
    return { code: await code, log };
  };
  return { page, run, close: () => closeWorkbench(page, server) };
}
