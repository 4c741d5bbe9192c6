import {
  openActivity,
  openFile,
  pick,
  runCommand,
  runTest,
  testRow,
  unfold,
  webview,
} from '../editor/workbench.mjs';

/**
 * One screen as users see it.
 * @typedef {object} Scene
 * @property {string} name
 * @property {(page: import('playwright-core').Page) => Promise<void>} show
 */

/** Gives a view the whole width. Where the side bar is hidden already, its command is not offered. */
async function hideSideBar(/** @type {import('playwright-core').Page} */ page) {
  if (!(await page.locator('.part.sidebar').isVisible())) return;
  await runCommand(page, 'View: Close Primary Side Bar');
}

/** Profiles an operation and shows its flame graph; a boot of Linux takes its time. */
async function showProfile(
  /** @type {import('playwright-core').Page} */ page,
  /** @type {string} */ target,
  /** @type {string} */ operation,
) {
  await hideSideBar(page);
  await runCommand(page, 'Cyclescope: Select the active target');
  await pick(page, target);
  await runCommand(page, 'Cyclescope: Profile');
  await pick(page, operation);
  await webview(page).getByRole('tree').waitFor({ timeout: 300_000 });
}

/** @type {readonly Scene[]} */
export const scenes = [
  {
    name: 'results',
    show: async (page) => {
      await openActivity(page, 'Cyclescope');
      await runCommand(page, 'Cyclescope: Open the sample run');
      await webview(page).getByRole('button', { name: 'heap/malloc' }).click();
    },
  },
  {
    name: 'comparison',
    show: async (page) => {
      await openActivity(page, 'Cyclescope');
      await runCommand(page, 'Cyclescope: Open the sample run');
      await webview(page).getByRole('button', { name: 'Compare with published…' }).click();
      for (const system of [/RT1050 EVK/, /6UL EVK · Cortex-A7/]) {
        const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: system });
        await row.first().getByRole('checkbox').click();
      }
      await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
      await webview(page).getByRole('heading', { name: 'Shape' }).waitFor();
      await webview(page).locator('.layers svg').waitFor();
    },
  },
  {
    name: 'testing',
    show: async (page) => {
      await openActivity(page, 'Testing');
      await openFile(page, 'crc.c');
      await runCommand(page, "Cyclescope: Build the target's images");
      await page.locator('.codelens-decoration', { hasText: 'Run on' }).first().waitFor();
      await unfold(page, 'heap', 'mutex', 'crc');
      await runTest(page, 'qemu-freertos-m7');
      await testRow(page, 'nibbles').getByText(/p50/).waitFor({ timeout: 60_000 });
      await page.locator('.codelens-decoration', { hasText: 'p50' }).first().waitFor();
      await runCommand(page, 'View: Toggle Panel Visibility');
    },
  },
  {
    name: 'slow-sample',
    show: async (page) => {
      await hideSideBar(page);
      await runCommand(page, 'Cyclescope: Open the sample run');
      await webview(page).getByRole('button', { name: 'thread/join' }).first().click();
      await webview(page)
        .getByRole('button', { name: /^Show in timeline/ })
        .first()
        .click();
      await webview(page)
        .getByText(/ own \+ /)
        .first()
        .waitFor();
    },
  },
  {
    name: 'profile-mutex',
    show: (page) => showProfile(page, 'qemu-freertos-m7', 'mutex/unlock'),
  },
  {
    name: 'profile-linux',
    show: (page) => showProfile(page, 'qemu-linux-imx6ul', 'thread/create'),
  },
  {
    name: 'timeline',
    show: async (page) => {
      await openFile(page, 'gateway.SVDat');
      await webview(page).getByText('task0').first().waitFor();
    },
  },
  {
    name: 'walkthrough',
    show: async (page) => {
      await runCommand(page, 'Cyclescope: Get started');
      await page.getByText('Try it without hardware').first().waitFor();
    },
  },
];
