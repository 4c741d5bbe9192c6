import { expect, test } from 'vitest';
import { emptyFolder } from '../../../scripts/editor/host-suites.mjs';
import { openActivity } from '../../../scripts/editor/workbench.mjs';
import { editorSession } from './session';

const session = editorSession({ open: (folder) => ({ folder: emptyFolder(folder) }) });

test('an empty folder leads to a result by clicking, without earlier activation', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  await page.getByRole('button', { name: 'Open the sample run' }).first().click();
  await view.getByText('heap/malloc').first().waitFor();
  expect(await view.getByText(/sample/i).count()).toBeGreaterThan(0);
});
