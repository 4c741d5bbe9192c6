import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../../../../scripts/editor/workbench.mjs';

/** Opens the view like a user and waits for its content: all views are checked with axe. */
export async function open({
  page,
  view,
}: {
  readonly page: Page;
  readonly view: FrameLocator;
}): Promise<void> {
  await runCommand(page, 'Cyclescope: Compare with…');
  for (const run of [/imx6ul.*firmware/s, /freertos.*firmware/s]) {
    const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: run }).first();
    await row.getByRole('checkbox').click();
  }
  await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  await view.locator('.layers svg').waitFor();
}
