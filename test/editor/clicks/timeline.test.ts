import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { openFile, runCommand } from '../../../scripts/editor/workbench.mjs';
import { editorSession } from './session';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

test('a recording of another firmware opens as a timeline', async () => {
  const { page, view } = session;
  await openFile(page, 'gateway.SVDat');
  for (const task of ['task0', 'task1', 'task2', 'task3'])
    await view.getByText(task).first().waitFor();
  await view.getByText('Trace Start').waitFor();
});

test('keys move it: its content changes, and comes back', async () => {
  const { view } = session;
  const sheet = view.getByRole('application', { name: 'Timeline' });
  const seen = view.getByText(/ from .*s$/).first();
  const everything = await seen.innerText();
  await sheet.focus();
  await sheet.press('+');
  await expect.poll(() => seen.innerText()).not.toBe(everything);
  await sheet.press('f');
  await expect.poll(() => seen.innerText()).toBe(everything);
});

test('a slow sample links to its moment, with a sentence that explains it', async () => {
  const { page, view } = session;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Cyclescope: Open the sample run');
  await view.getByRole('button', { name: 'heap/malloc' }).click();
  await view
    .getByRole('button', { name: /Show in timeline/ })
    .first()
    .click();
  await view.getByRole('application', { name: 'Timeline' }).waitFor();
  await view
    .getByText(/^[\d,]+ = [\d,]+ own/)
    .first()
    .waitFor();
});
