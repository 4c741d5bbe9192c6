import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { open } from '../../../extension/vscode/features/profile/testing';
import { editorSession, storedStates } from './session';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

test('the profile of a run opens, zooms, is searched, and comes back after a reload', async () => {
  const { page, view } = session;
  await open(session);
  const chosen = view.locator('tr', { hasText: 'take' });
  expect(await chosen.locator('td.number').allInnerTexts()).toEqual(['5', '9', '1']);
  await view.getByRole('treeitem', { name: /^enter_critical/ }).click();
  await expect.poll(() => view.getByRole('treeitem', { name: /^copy/ }).count()).toBe(0);
  await view.getByRole('searchbox').fill('raise');
  await view.getByText(/^Found: 11.76 % of the instructions/).waitFor();
  await view.getByRole('combobox').selectOption('mutex/lock_again');
  await expect.poll(() => storedStates(page)).toMatch(/mutex\/lock_again/);
  await session.reload();
  await view.getByText('12.5 instructions per operation').waitFor();
});

test('the results of the run lead to its profile, and the profile to the results', async () => {
  const { view } = session;
  await view.getByRole('button', { name: 'Open results' }).click();
  await view.getByRole('button', { name: 'Show profile' }).click();
  await view.getByRole('tree').waitFor();
});
