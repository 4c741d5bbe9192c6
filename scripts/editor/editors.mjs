import { codeServer, newestCodeServer } from '../lib/paths.mjs';

/**
 * An editor that tests can be run in.
 * @typedef {object} Editor
 * @property {typeof codeServer} at
 * @property {readonly string[]} forTests arguments without which it runs no tests in its host
 */

/** The oldest editor that the extension promises to run in, and the newest. */
export const editors = /** @type {const} @satisfies {Record<string, Editor>} */ ({
  oldest: { at: codeServer, forTests: [] },
  // By this it shows no messages at the corner any more, so those who click do without.
  newest: { at: newestCodeServer, forTests: ['--vscode-option', 'enable-smoke-test-driver'] },
});

/** By this variable of the environment test programs learn which editor they are to start. */
export const editorVariable = 'CYCLESCOPE_EDITOR';

/** The editor that is to be started, by its name. @returns {Editor} */
export function chosenEditor(name = process.env[editorVariable] ?? 'oldest') {
  const editor = Object.entries(editors).find(([known]) => known === name)?.[1];
  if (editor) return editor;
  throw new Error(`${editorVariable}: ${name} is none of ${Object.keys(editors).join(', ')}`);
}
