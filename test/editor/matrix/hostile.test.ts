import { expect, test } from 'vitest';
import {
  openActivity,
  openByClick,
  openFile,
  runCommand,
} from '../../../scripts/editor/workbench.mjs';
import { HTML, LINK, findInjections, withMalice } from '../clicks/malice';
import { editorSession } from '../clicks/session';

const session = editorSession({ open: (folder) => ({ folder: withMalice(folder) }) });

const toast = (text: RegExp) =>
  session.page.locator('.notification-toast', { hasText: text }).first();

test('a message does not turn them into links', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  const row = page.locator('.monaco-list-row', { hasText: '8 operations' }).first();
  await openByClick(row, view.getByRole('button', { name: 'heap/free' }));
  await view.getByRole('button', { name: 'heap/free' }).click();
  await view.getByRole('button', { name: `${LINK}/x.c:1` }).click();
  await toast(/neither in/).waitFor();
  expect(await findInjections(session)).toEqual([]);
  await runCommand(page, "Cyclescope: Import another tool's results");
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: '[click]' }).click();
  await page.keyboard.press('Enter');
  await toast(/format was not recognised/).waitFor();
  expect(await findInjections(session)).toEqual([]);
});

test('a report with them shows them as text', async () => {
  const { page } = session;
  await openFile(page, 'crc.c');
  await openActivity(page, 'Explorer');
  await openActivity(page, 'Cyclescope');
  const report = session.view.getByRole('button', { name: 'Export report…' });
  await openByClick(page.locator('.monaco-list-row', { hasText: '8 operations' }).first(), report);
  await report.click();
  await page.locator('.quick-input-widget', { hasText: 'report' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Preview/ }).waitFor();
  await session.view
    .getByRole('heading', { name: 'Measured' })
    .or(session.view.locator('h1'))
    .first()
    .waitFor();
  expect(await findInjections(session)).toEqual([]);
  expect(await session.view.getByText(HTML).count()).toBeGreaterThan(0);
});
