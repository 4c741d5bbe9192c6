import { expect, test } from 'vitest';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import {
  openActivity,
  openByClick,
  runTest,
  testRow,
  unfold,
} from '../../../scripts/editor/workbench.mjs';
import { editorSession } from './session';

const session = editorSession({
  open: (folder) => ({ folder: demoWorkspace(`${folder}/firmware`) }),
});

test('a click on the triangle measures, and the figures are shown after the name', async () => {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await openActivity(page, 'Testing');
  await unfold(page, 'heap');
  await runTest(page, 'malloc');
  await testRow(page, 'malloc')
    .getByText(/p50 [\d,]+ · p99 [\d,]+ instr/)
    .waitFor();
});

test('nothing offers to debug a benchmark without cortex-debug', async () => {
  const { page } = session;
  const menu = page.locator('.context-view');
  const itsOwn = menu.getByText('Run Test', { exact: true });
  await testRow(page, 'malloc').click({ button: 'right' });
  await itsOwn.waitFor();
  expect(await menu.getByText('Debug this benchmark').count()).toBe(0);
  await page.keyboard.press('Escape');
  await itsOwn.waitFor({ state: 'hidden' });
});

test('the run is listed, and a click opens its results', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  await openByClick(
    page.locator('.monaco-list-row', { hasText: '1 operation' }).first(),
    view.getByRole('button', { name: 'heap/malloc' }),
  );
  await view.getByText('Emulated target: figures are instructions, not time.').waitFor();
});
