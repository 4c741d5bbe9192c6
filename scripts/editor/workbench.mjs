import { until } from './processes.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./server.mjs').EditorServer} EditorServer */

/**
 * @typedef {object} OpenOptions
 * @property {string} [folder]
 * @property {string} [workspace] a .code-workspace file, instead of a folder
 * @property {readonly (readonly [key: string, value: string])[]} [payload]
 */

/** Opens the editor in a page and waits until it can be used. */
export async function openWorkbench(
  /** @type {Page} */ page,
  /** @type {{ readonly url: string }} */ { url },
  /** @type {OpenOptions} */ { folder, workspace, payload } = {},
) {
  const query = new URLSearchParams({
    ...(folder ? { folder } : workspace ? { workspace } : { ew: 'true' }),
    ...(payload ? { payload: JSON.stringify(payload) } : {}),
  });
  await page.goto(`${url}/?${query}`);
  // It has its theme when it knows its extensions.
  const ready = page.locator('.monaco-workbench[class*="vscode-theme-"]');
  await ready.waitFor({ timeout: 60_000 });
}

/** Chooses a command by its title in the palette, as a person does. */
export async function runCommand(/** @type {Page} */ page, /** @type {string} */ title) {
  await page.keyboard.press('F1');
  const palette = page.locator('.quick-input-widget');
  await palette.locator('input').first().fill(`>${title}`);
  await palette.locator('.monaco-list-row', { hasText: title }).first().click();
}

/** Chooses an entry of the list that is open; one that is out of sight is found by typing. */
export async function pick(/** @type {Page} */ page, /** @type {string | RegExp} */ entry) {
  const list = page.locator('.quick-input-widget');
  const row = list.locator('.monaco-list-row', { hasText: entry }).first();
  if (typeof entry !== 'string') return row.click();
  await row.click({ timeout: 3000 }).catch(async () => {
    await list.locator('input').first().fill(entry);
    await row.click();
  });
}

/** Opens one of the views of the activity bar. */
export const openActivity = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.locator(`.activitybar a.action-label[aria-label^="${name}"]`).click();

/** Opens a file of the workspace by its name. */
export async function openFile(/** @type {Page} */ page, /** @type {string} */ name) {
  await page.keyboard.press('Control+p');
  await page.locator('.quick-input-widget input').first().fill(name);
  await pick(page, name);
}

/** A row of the Testing view by the beginning of its text. */
export const testRow = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.locator('.test-explorer .monaco-list-row', { hasText: new RegExp(`^\\s*${name}`) }).first();

/** Unfolds rows of the Testing view, from the root down. */
export async function unfold(/** @type {Page} */ page, /** @type {string[]} */ ...names) {
  for (const name of names) {
    const row = testRow(page, name);
    const isUnfolded = async () => (await row.getAttribute('aria-expanded')) === 'true';
    // What a row unfolds to may come late, and the row is drawn anew while it does.
    await until(`${name} unfolded`, async () => {
      if (await isUnfolded()) return true;
      await row.click();
      await page.keyboard.press('ArrowRight');
      return isUnfolded();
    });
  }
}

/** Clicks the triangle beside a test. */
export async function runTest(/** @type {Page} */ page, /** @type {string} */ name) {
  const row = testRow(page, name);
  const triangle = row.getByRole('button', { name: /^Run Test/ });
  // A row that is drawn anew under the pointer has no triangle until the pointer comes back.
  await until(`${name} clicked`, async () => {
    await row.hover();
    return triangle.click({ timeout: 2000 }).then(
      () => true,
      () => page.mouse.move(0, 0),
    );
  });
}

/** Clicks a row until what it opens is there: a row that is drawn anew under the pointer loses its click. */
export async function openByClick(
  /** @type {import('playwright-core').Locator} */ row,
  /** @type {import('playwright-core').Locator} */ opened,
) {
  await until(`${opened} opened`, async () => {
    await row.click();
    return opened.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Chooses an entry of a row's context menu. */
export async function chooseInMenu(
  /** @type {import('playwright-core').Locator} */ row,
  /** @type {string} */ entry,
) {
  const page = row.page();
  const item = page.locator('.context-view').getByText(entry, { exact: true });
  await row.click({ button: 'right' });
  // A menu that has just opened takes no clicks for a moment, so that the one that opened it chooses nothing.
  await until(`${entry} chosen`, async () => {
    await item.click({ timeout: 2000 }).catch(() => undefined);
    return (await item.count()) === 0;
  });
}

/** The content of the webview that is in front. */
export const webview = (/** @type {Page} */ page) =>
  page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');

/** The themes that every screen must be good in, with the class that the workbench then has. */
export const themes = /** @type {const} */ ({
  light: { title: 'Light Modern', mark: 'vs' },
  dark: { title: 'Dark Modern', mark: 'vs-dark' },
  'hc-dark': { title: 'Dark High Contrast', mark: 'hc-black' },
  'hc-light': { title: 'Light High Contrast', mark: 'hc-light' },
});

/** @typedef {keyof typeof themes} Theme */

export const themeNames = /** @type {Theme[]} */ (Object.keys(themes));

/** Chooses a theme and waits until the workbench has it. */
export async function setTheme(/** @type {Page} */ page, /** @type {Theme} */ theme) {
  const { title, mark } = themes[theme];
  await runCommand(page, 'Preferences: Color Theme');
  await page.locator('.quick-input-widget input[placeholder*="Color Theme"]').fill(title);
  await pick(page, title);
  await page.locator(`.monaco-workbench.${mark}`).waitFor();
}

/** Closes every message at the corner, which would cover a picture. */
export async function clearNotifications(/** @type {Page} */ page) {
  await runCommand(page, 'Notifications: Clear All Notifications');
  await until('no notification', async () => {
    return (await page.locator('.notifications-toasts.visible .notification-toast').count()) === 0;
  });
}

/** The frame of the webview that is in front, for what a locator cannot do. */
export async function webviewFrame(/** @type {Page} */ page) {
  const outer = await page.waitForSelector('iframe.webview.ready:visible');
  const inner = await (await outer.contentFrame())?.waitForSelector('iframe#active-frame');
  const frame = await inner?.contentFrame();
  if (!frame) throw new Error('there is no webview in front');
  return frame;
}
