import { openFile, runCommand } from '../../../scripts/editor/workbench.mjs';
import type { Session } from './session';

/** Every view, with how one comes to it and what tells that it is there. */
export const views: Readonly<Record<string, (session: Session) => Promise<void>>> = {
  results: async ({ page, view }) => {
    await runCommand(page, 'Cyclescope: Open the sample run');
    await view.getByRole('button', { name: 'heap/malloc' }).waitFor();
  },
  comparison: async ({ page, view }) => {
    await runCommand(page, 'Cyclescope: Compare with…');
    for (const run of [/imx6ul.*firmware/s, /freertos.*firmware/s]) {
      const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: run }).first();
      await row.getByRole('checkbox').click();
    }
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await view.locator('.layers svg').waitFor();
  },
  timeline: async ({ page, view }) => {
    await openFile(page, 'gateway.SVDat');
    await view.getByText('task0').first().waitFor();
  },
};
