import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { openActivity, openByClick } from '../../../scripts/editor/workbench.mjs';
import { editorSession } from './session';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

test('a click on a run shows it and passes keys to the view; a new name is on the tab', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  const runs = page.locator('.pane', { has: page.getByRole('tree', { name: 'Runs' }) });
  const run = runs.locator('.monaco-list-row[aria-level="2"]').first();
  await openByClick(run, view.locator('h1'));
  const tab = page.locator('.tab.active');
  await expect.poll(() => tab.innerText()).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await page.keyboard.press('F2');
  await page.locator('.quick-input-widget input').first().fill('before the change');
  await page.keyboard.press('Enter');
  await expect.poll(() => tab.innerText()).toContain('before the change');
  await expect.poll(() => run.innerText()).toContain('before the change');
  expect(await view.locator('h1').innerText()).toBe('before the change');
});
