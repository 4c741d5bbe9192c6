import { codeServer, newestCodeServer } from '../lib/paths.mjs';

/**
 * An editor that tests can be run in.
 * @typedef {object} Editor
 * @property {typeof codeServer} at
 * @property {readonly string[]} forTests arguments without which it runs no tests in its host
 */

/** The oldest supported editor, and the newest. */
export const editors = /** @type {const} @satisfies {Record<string, Editor>} */ ({
  oldest: { at: codeServer, forTests: [] },
  // With this it shows no notifications, so click tests do without it.
  newest: { at: newestCodeServer, forTests: ['--vscode-option', 'enable-smoke-test-driver'] },
});

/** Environment variable with the name of the editor that test programs start. */
export const editorVariable = 'CYCLESCOPE_EDITOR';

/** Returns the editor to start, by its name. @returns {Editor} */
export function chooseEditor(name = process.env[editorVariable] ?? 'oldest') {
  const editor = Object.entries(editors).find(([known]) => known === name)?.[1];
  if (editor) return editor;
  throw new Error(`${editorVariable}: ${name} is none of ${Object.keys(editors).join(', ')}`);
}
