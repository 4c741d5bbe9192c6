import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { openActivity, openByClick, openFile } from '../../../scripts/editor/workbench.mjs';
import { editorSession } from '../clicks/session';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }), language: 'de' });

test('manifest, extension and views are German in a German editor', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  // The manifest's text, then one of the extension host's.
  await page.locator('.pane-header', { hasText: 'Ziele' }).waitFor();
  await openByClick(
    page.locator('.monaco-list-row', { hasText: /8 Operationen/ }).first(),
    view.getByRole('button', { name: 'Bericht exportieren…' }),
  );
  await view.getByText('Emuliertes Ziel: die Zahlen sind Instruktionen, keine Zeit.').waitFor();
  expect(await view.locator('html').getAttribute('lang')).toBe('de');
});

test('the timeline is German, too', async () => {
  const { page, view } = session;
  await openFile(page, 'gateway.SVDat');
  await view.getByRole('application', { name: 'Zeitachse' }).waitFor();
});
