import { expect, test } from 'vitest';
import { open } from '../../../extension/vscode/features/history/testing';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { editorSession } from './session';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

test('a change in the history opens the comparison of the runs before and after it', async () => {
  await open(session);
  const { view } = session;
  const change = view.getByRole('listitem').filter({ hasText: 'Check the owner twice' }).first();
  await change.getByText('+7.0').waitFor();
  await change.getByRole('button', { name: 'Compare both sides' }).click();
  await view.getByRole('heading', { name: 'Comparison' }).waitFor();
  await expect.poll(() => view.locator('.operations tbody tr').count()).toBeGreaterThan(0);
});
