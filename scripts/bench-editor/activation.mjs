import { runCommand } from '../editor/workbench.mjs';

/** Returns the extension's activation time as reported by the editor, in milliseconds. */
export async function activationTime(/** @type {import('playwright-core').Page} */ page) {
  await runCommand(page, 'Developer: Show Running Extensions');
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', {
    hasText: 'cyclescope',
  });
  const text = await row.locator('.activation-time').first().innerText();
  const time = /(\d+)\s*ms/.exec(text)?.[1];
  if (!time) throw new Error(`no activation time in "${text}"`);
  return Number(time);
}
