import { join } from 'node:path';
import { openWorkbench } from './workbench.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** How long the tests of one extension host may take. */
const LIMIT_MS = 180_000;

/**
 * Opens a workbench whose extension host runs tests; resolves to its exit code and what it logged.
 * @param {Page} page a new one
 * @param {import('./server.mjs').EditorServer} server
 * @param {import('./workbench.mjs').OpenOptions} options
 * @param {string} folder an extension of the tests' own, whose `main.cjs` has a function `run`
 */
export async function runInHost(page, server, options, folder) {
  const { host } = new URL(server.url);
  const remote = (/** @type {string} */ path) => `vscode-remote://${host}${path}`;
  /** @type {string[]} */
  const log = [];
  const code = new Promise((/** @type {(code: number) => void} */ resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('the tests did not end')), LIMIT_MS);
    // The workbench calls these two, which it looks for when it starts.
    void page.exposeFunction(
      'codeAutomationLog',
      (/** @type {string} */ _, /** @type {unknown[]} */ words) => {
        log.push(words.map(String).join(' '));
      },
    );
    void page.exposeFunction('codeAutomationExit', (/** @type {number} */ exitCode) => {
      clearTimeout(limit);
      resolve(exitCode);
    });
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
}
