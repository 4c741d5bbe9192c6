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
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { listEmulators } from '../../../scripts/editor/processes.mjs';
import { editorSession } from './session';

const session = editorSession({
  open: (folder) => ({ folder: withRuns(folder) }),
  trust: true,
});

const emulators = () => listEmulators(session.server.folders.temporary);

test('runs of a folder open without trust', async () => {
  const { page, view } = session;
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await openActivity(page, 'Cyclescope');
  await openByClick(
    page.locator('.monaco-list-row', { hasText: /\d operations/ }).first(),
    view.getByRole('button', { name: 'heap/malloc' }),
  );
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
