import { expect, test } from 'vitest';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import { openActivity, testRow, unfold } from '../../../scripts/editor/workbench.mjs';
import { editorSession, readStoredStates } from '../clicks/session';

const session = editorSession({
  open: (folder) => ({ folder: demoWorkspace(`${folder}/firmware`) }),
});

test('the filter of the Testing view survives a reload', async () => {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await openActivity(page, 'Testing');
  await unfold(page, 'heap');
  await testRow(page, 'free').waitFor();
  await page.locator('.testing-filter-wrapper .monaco-editor').click();
  await page.keyboard.type('malloc');
  await testRow(page, 'free').waitFor({ state: 'hidden' });
  await testRow(page, 'malloc').waitFor();
  // The editor stores it once a minute at the latest.
  await expect.poll(() => readStoredStates(page)).toMatch(/"lastValue":"malloc"/);
  await session.reload();
  await openActivity(page, 'Cyclescope');
  await openActivity(page, 'Testing');
  await testRow(page, 'heap').waitFor();
  await page.locator('.testing-filter-wrapper').getByText('malloc').waitFor();
  expect(await testRow(page, 'mutex').count()).toBe(0);
  await unfold(page, 'heap');
  await testRow(page, 'malloc').waitFor();
  expect(await testRow(page, 'free').count()).toBe(0);
});
