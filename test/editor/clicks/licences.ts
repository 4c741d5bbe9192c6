import type { Page } from 'playwright-core';
import { dialog, runCommand } from '../../../scripts/editor/workbench.mjs';

const list = (page: Page) => page.locator('.quick-input-widget');

/** The box before the only extra with a licence of its own. */
export const crypto = (page: Page) =>
  list(page).locator('.monaco-list-row', { hasText: 'crypto' }).getByRole('checkbox');

/** Opens the list of extras. */
export async function openChoice(page: Page): Promise<void> {
  await runCommand(page, "Cyclescope: Build the target's images with…");
  await crypto(page).waitFor();
}

/** Asks for that extra: the terms of its licence are shown. */
export async function chooseCrypto(page: Page): Promise<void> {
  await crypto(page).click();
  await list(page).getByRole('button', { name: 'OK' }).click();
  await dialog(page).getByText('Do you agree to the licence of wolfcrypt?').waitFor();
  await dialog(page)
    .getByText(/GNU General Public License/)
    .waitFor();
}
