import { expect, test } from 'vitest';
import {
  runCommand,
  openActivity,
  openByClick,
  openFile,
  unfold,
  runTest,
  testRow,
} from '../../../scripts/editor/workbench.mjs';
import { listEmulators } from '../../../scripts/editor/processes.mjs';
import { HTML, findInjections, withMalice } from '../clicks/malice';
import { editorSession } from '../clicks/session';

/* A folder of somebody else: it is not trusted, and its runs have names that were made to deceive. */

const session = editorSession({
  open: (folder) => ({ folder: withMalice(folder) }),
  trust: true,
});

const emulators = () => listEmulators(session.server.folders.temporary);

test('runs of a folder open without trust', async () => {
  const { page, view } = session;
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await openActivity(page, 'Cyclescope');
  const row = page.locator('.monaco-list-row', { hasText: '8 operations' }).first();
  await openByClick(row, view.getByRole('button', { name: 'heap/free' }));
});

test('names of runs and operations are text in the tree, the title and the results', async () => {
  const { page, view } = session;
  const row = page.locator('.monaco-list-row', { hasText: '8 operations' }).first();
  expect(await row.innerText()).toContain(HTML);
  await view.getByRole('button', { name: HTML }).first().waitFor();
  // Nothing turns its order round.
  expect(await page.locator('.tab').first().innerText()).toContain('gnp.exe [click]');
  expect(await findInjections(session)).toEqual([]);
  expect(await page.title()).not.toBe('1');
});

test('a recording opens without trust', async () => {
  const { page, view } = session;
  await openFile(page, 'gateway.SVDat');
  await view.getByText('task0').first().waitFor();
});

test('nothing is measured without trust, and the message leads to trust', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Benchmark');
  const message = page.locator('.notification-toast', { hasText: /trust/i });
  await message.getByRole('button', { name: 'Manage Workspace Trust' }).click();
  expect(emulators()).toEqual([]);
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await page
    .locator('.statusbar-item', { hasText: 'Restricted Mode' })
    .waitFor({ state: 'hidden' });
});

test('the same click measures with trust', async () => {
  const { page } = session;
  await openActivity(page, 'Testing');
  await unfold(page, 'mutex');
  await runTest(page, 'lock');
  await testRow(page, 'lock').getByText(/p50 /).waitFor();
});
