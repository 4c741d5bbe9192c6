import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { exampleRunProfile } from '../../../extension/profile/stored/testing';
import { open as openComparison } from '../../../extension/vscode/features/compare/testing';
import { open, storeProfile } from '../../../extension/vscode/features/profile/testing';
import { runCommand } from '../../../scripts/editor/workbench.mjs';
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
  await view.getByRole('combobox', { name: /^Operation/ }).selectOption('mutex/lock_again');
  await expect.poll(() => storedStates(page)).toMatch(/mutex\/lock_again/);
  await session.reload();
  await view.getByText('12.5 instructions per operation').waitFor();
});

test("the profile opens in the editor's own table", async () => {
  const { page, view } = session;
  await view.getByRole('button', { name: "Open in the editor's table" }).click();
  await page.getByRole('tab', { name: /-2\.cpuprofile/, selected: true }).waitFor();
  await page
    .getByRole('tab', { name: /-2\.cpuprofile/ })
    .locator('.codicon-close')
    .click();
  await view.getByRole('button', { name: 'Open results' }).waitFor();
});

test('the results of the run link to its profile, and the profile to the results', async () => {
  const { view } = session;
  await view.getByRole('button', { name: 'Open results' }).click();
  await view.getByRole('button', { name: 'Show profile' }).click();
  await view.getByRole('tree').waitFor();
});

test('a comparison links to the difference of the profiles', async () => {
  const { page, view, folder } = session;
  const { operations, ...rest } = exampleRunProfile();
  const [name = ''] = operations.map((operation) => operation.name);
  const changed = operations.slice(1).map((operation) => ({ ...operation, name }));
  storeProfile(join(folder, 'firmware'), { ...rest, operations: changed }, 1);
  await runCommand(page, 'Cyclescope: Refresh');
  await openComparison(session);
  await view.getByRole('button', { name: /^Where the difference lies: / }).click();
  await view.getByRole('heading', { name: 'Difference of two profiles' }).waitFor();
  await view.getByText(/instructions per operation, before .* \([+−]4\.5\)$/).waitFor();
  await view.getByRole('treeitem', { name: /^give, .* before: / }).waitFor();
});
