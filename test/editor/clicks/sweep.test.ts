import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import {
  chooseInMenu,
  openActivity,
  openByClick,
  pick,
  runCommand,
  runTest,
  testRow,
  unfold,
} from '../../../scripts/editor/workbench.mjs';
import { testInAll } from '../../everything';
import { editorSession } from './session';

const session = editorSession({
  open: (folder) => ({ folder: demoWorkspace(`${folder}/firmware`) }),
});

/** Enters values of a parameter in the list of settings, and waits for the answer. */
async function set(page: Page, parameter: string, values: string, answer: string): Promise<void> {
  await pick(page, parameter);
  const input = page.locator('.quick-input-widget');
  await input.getByText(/^From .* several values make a sweep/).waitFor();
  await input.locator('input').first().fill(values);
  await input.getByText(answer).waitFor();
  await page.keyboard.press('Enter');
}

test('values of parameters are asked for, with the number of their points', async () => {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await openActivity(page, 'Testing');
  await runCommand(page, 'Test: Configure Test Profiles');
  await pick(page, 'Benchmark');
  await set(page, 'threads', '2,4', 'A sweep of 2 points');
  await set(page, 'sort.size', '100,200', 'A sweep of 4 points');
  await pick(page, 'sort.size');
  const input = page.locator('.quick-input-widget');
  await input.locator('input').first().fill('99');
  await input.getByText('99 is not between 100 and 1,000,000.').waitFor();
  await page.keyboard.press('Escape');
});

test('a click on the triangle measures every point, and their range is shown after the name', async () => {
  const { page } = session;
  await unfold(page, 'sort');
  await runTest(page, 'quick');
  await testRow(page, 'quick')
    .getByText(/4 points · p50 [\d,]+ to [\d,]+ instr/)
    .waitFor();
});

testInAll(
  "a profile sweeps parameters that are not set over the values of the documents' tables",
  async () => {
    const { page } = session;
    await unfold(page, 'matrix');
    await chooseInMenu(testRow(page, 'addition'), 'Execute Using Profile...');
    await pick(page, 'Sweep as in the published tables');
    // Two numbers of threads are set, and the document has five sizes.
    await testRow(page, 'addition')
      .getByText(/10 points · p50 [\d,]+ to [\d,]+ instr/)
      .waitFor();
  },
);

test('the results list every point', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  await openByClick(
    page.locator('.monaco-list-row', { hasText: '4 operations' }).first(),
    view.getByRole('button', { name: 'sort/quick threads=4 size=200' }),
  );
  for (const point of ['threads=2 size=100', 'threads=2 size=200', 'threads=4 size=100']) {
    await view.getByRole('button', { name: `sort/quick ${point}` }).waitFor();
  }
});
