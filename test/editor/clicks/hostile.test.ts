import { expect, test } from 'vitest';
import { openActivity, openByClick } from '../../../scripts/editor/workbench.mjs';
import { HTML, made, withMalice } from './malice';
import { editorSession } from './session';

const session = editorSession({ open: (folder) => ({ folder: withMalice(folder) }) });

test('names of runs and operations are text in the tree, the title and the results', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  const row = page.locator('.monaco-list-row', { hasText: '8 operations' }).first();
  expect(await row.innerText()).toContain(HTML);
  await openByClick(row, view.getByRole('button', { name: HTML }).first());
  // Nothing turns its order round.
  expect(await page.locator('.tab').first().innerText()).toContain('gnp.exe [click]');
  expect(await made(session)).toEqual([]);
  expect(await page.title()).not.toBe('1');
});
