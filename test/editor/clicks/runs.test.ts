import { expect, test } from 'vitest';
import { open as openHistory } from '../../../extension/vscode/features/history/testing';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { openActivity, openByClick, runCommand } from '../../../scripts/editor/workbench.mjs';
import { casesOf } from '../../everything';
import { seriousFindings } from './axe';
import { editorSession } from './session';
import { views } from './views';

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
  await expect.poll(() => view.locator('h1').innerText()).toBe('before the change');
});

test('a change in the history opens the comparison of the runs before and after it', async () => {
  await openHistory(session);
  const { view } = session;
  const change = view.getByRole('listitem').filter({ hasText: 'Check the owner twice' }).first();
  await change.getByText('+7.0').waitFor();
  await change.getByRole('button', { name: 'Compare both sides' }).click();
  await view.getByRole('heading', { name: 'Comparison' }).waitFor();
  await expect.poll(() => view.locator('.operations tbody tr').count()).toBeGreaterThan(0);
});

// The pages have tests of their own, in every theme; here is what the editor adds around them.
test.each(casesOf(Object.entries(views), () => 'any'))(
  'axe finds nothing serious in the %s',
  async (_, open) => {
    const { page } = session;
    await runCommand(page, 'View: Close All Editors');
    await open(session);
    expect(await seriousFindings(page)).toEqual([]);
  },
);
