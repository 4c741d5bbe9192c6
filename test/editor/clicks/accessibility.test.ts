import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import {
  openFile,
  runCommand,
  setTheme,
  themeNames,
  webview,
} from '../../../scripts/editor/workbench.mjs';
import { seriousFindings } from './axe';
import { editorSession } from './session';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

/** Every view, with how one comes to it and what tells that it is there. */
const views = {
  results: async () => {
    const { page } = session;
    await runCommand(page, 'Cyclescope: Open the sample run');
    await webview(page).getByRole('button', { name: 'heap/malloc' }).waitFor();
  },
  comparison: async () => {
    const { page } = session;
    await runCommand(page, 'Cyclescope: Compare with…');
    for (const run of [/imx6ul.*firmware/s, /freertos.*firmware/s]) {
      const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: run }).first();
      await row.getByRole('checkbox').click();
    }
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await webview(page).locator('.layers svg').waitFor();
  },
  timeline: async () => {
    const { page } = session;
    await openFile(page, 'gateway.SVDat');
    await webview(page).getByText('task0').first().waitFor();
  },
};

test.each(Object.entries(views))('axe finds nothing serious in the %s', async (_, open) => {
  const { page } = session;
  await runCommand(page, 'View: Close All Editors');
  await open();
  const findings: Record<string, readonly string[]> = {};
  for (const theme of themeNames) {
    await setTheme(page, theme);
    findings[theme] = await seriousFindings(page);
  }
  expect(findings).toEqual({ light: [], dark: [], 'hc-dark': [], 'hc-light': [] });
});
