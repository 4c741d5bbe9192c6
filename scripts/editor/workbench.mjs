/// <reference lib="dom" />
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, listProcesses, until } from './processes.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
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
  /** @type {EditorServer} */ server,
  /** @type {OpenOptions} */ { folder, workspace, payload } = {},
) {
  if (workspace) await cacheWorkspace(page, server, workspace);
  await load(page, server, {
    ...(folder ? { folder } : workspace ? { workspace } : { ew: 'true' }),
    ...(payload ? { payload: JSON.stringify(payload) } : {}),
  });
}

const load = (
  /** @type {Page} */ page,
  /** @type {EditorServer} */ server,
  /** @type {Record<string, string>} */ query,
) =>
  startHost(server, async () => {
    await page.goto(`${server.url}/?${new URLSearchParams(query)}`);
    await awaitWorkbench(page);
  });

/** Waits until the editor can be used: the theme is applied once the extensions are loaded. */
const awaitWorkbench = (/** @type {Page} */ page) =>
  page.locator('.monaco-workbench[class*="vscode-theme-"]').waitFor();

/** Opens the same again, as a reload of the window does. */
export async function reloadWorkbench(
  /** @type {Page} */ page,
  /** @type {EditorServer} */ server,
) {
  await waitForHosts(server);
  const before = livingHosts(server);
  await startHost(server, async () => {
    await page.reload();
    await awaitWorkbench(page);
  });
  await endForgottenHosts(server, before);
}

/*
 * An extension host that has not connected when its window is left runs on for five minutes, and so does one
 * to which the window's last message is lost, as happens on a busy machine. So the host that a new window starts
 * is waited for, and before a window is left those that were started again; one that was not reached is ended.
 */

/** Waits for the extension host that an action starts. */
async function startHost(
  /** @type {EditorServer} */ { folders },
  /** @type {() => Promise<void>} */ act,
) {
  const before = listReportedHosts(folders.logs).length;
  await act();
  await until('the extension host', () => listReportedHosts(folders.logs).length > before);
}

/** Lists the living extension hosts by their process ids. */
const livingHosts = (/** @type {EditorServer} */ { folders }) =>
  listProcesses(folders.temporary)
    .filter(({ command }) => command.includes('--type=extensionHost'))
    .map(({ pid }) => pid);

/** Waits until all living extension hosts have connected. */
const waitForHosts = (/** @type {EditorServer} */ server) =>
  until('connected extension hosts', () => {
    const connected = listReportedHosts(server.folders.logs).map(({ pid }) => pid);
    return livingHosts(server).every((pid) => connected.includes(pid));
  });

/** Time for the last messages of a window. */
const MESSAGE_SECONDS = 30;

/** Ends extension hosts of windows that were left, unless they have ended or were asked to end by then. */
export async function endForgottenHosts(
  /** @type {EditorServer} */ server,
  hosts = livingHosts(server),
) {
  const forgotten = () => {
    const asked = listReportedHosts(server.folders.logs).filter(({ isEnding }) => isEnding);
    const living = livingHosts(server).filter((pid) => hosts.includes(pid));
    return living.filter((pid) => !asked.some((host) => host.pid === pid));
  };
  await until('their end', () => forgotten().length === 0, MESSAGE_SECONDS).catch(() => {
    for (const pid of forgotten()) endProcess(pid);
  });
}

/** Lists the extension hosts that have reported to their windows since the editor was started. */
function listReportedHosts(/** @type {string} */ logs) {
  if (!existsSync(logs)) return [];
  return (
    readdirSync(logs, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('remoteexthost.log'))
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      // A host that follows a killed one in the same window continues its log.
      .flatMap((text) => text.split(/(?=Extension host with pid)/))
      .flatMap((text) => {
        const [, pid] = /Extension host with pid (\d+) started/.exec(text) ?? [];
        return pid
          ? [{ pid: Number(pid), isEnding: text.includes('Extension host terminating') }]
          : [];
      })
  );
}

/**
 * Opens a workspace file and waits until the editor has it in its cache. On a busy machine a window
 * can miss the editor's own event "workspace file read" while it starts, and then has no folders for
 * as long as it is open. A window that finds the file in the cache takes its folders from there.
 */
async function cacheWorkspace(
  /** @type {Page} */ page,
  /** @type {EditorServer} */ server,
  /** @type {string} */ workspace,
) {
  const { folders } = server;
  const content = readFileSync(workspace, 'utf8');
  const cache = join(folders.data, 'User', 'caches', 'CachedConfigurations', 'workspaces');
  const isContent = (/** @type {string} */ id) => {
    const file = join(cache, id, 'workspace.json');
    // A file that is just being written is not whole.
    return existsSync(file) && readFileSync(file, 'utf8') === JSON.stringify({ content });
  };
  await load(page, server, { workspace });
  await until(
    'the editor to cache the workspace file',
    () => existsSync(cache) && readdirSync(cache).some(isContent),
  );
}

/** Leaves the editor like a user who navigates away: its extension host ends, too. */
export async function closeWorkbench(/** @type {Page} */ page, /** @type {EditorServer} */ server) {
  await waitForHosts(server);
  await page.goto('about:blank');
}

/** An action without effect for this long is repeated. */
const AGAIN_MS = 10_000;

/** Clicks until that has an effect: an element redrawn under the pointer loses a click. */
async function clickUntil(
  /** @type {string} */ effect,
  /** @type {Locator} */ place,
  /** @type {() => Promise<boolean>} */ isDone,
) {
  await until(effect, async () => {
    if (await isDone()) return true;
    // An element that is gone was clicked, or has to be located again.
    await place.click({ timeout: AGAIN_MS }).catch(() => undefined);
    return isSoon(isDone);
  });
}

const isSoon = (/** @type {() => Promise<boolean>} */ isDone) =>
  until('an effect', isDone, AGAIN_MS / 1000).catch(() => false);

const hasSucceeded = (/** @type {Promise<void>} */ action) =>
  action.then(
    () => true,
    () => false,
  );

/** Chooses a command by its title in the palette, like a user. */
export async function runCommand(/** @type {Page} */ page, /** @type {string} */ title) {
  const palette = page.locator('.quick-input-widget');
  const input = palette.locator('input').first();
  const text = `>${title}`;
  // By its whole name: what was typed is an element of its own in longer names, too.
  const whole = new RegExp(`^${escapeRegExp(title)}…?$`);
  const label = page.locator('.label-name', { hasText: whole });
  const row = palette.locator('.monaco-list-row', { has: label }).first();
  const isTaken = async () => !(await input.isVisible()) || (await input.inputValue()) !== text;
  await until(`${title} taken`, async () => {
    await page.keyboard.press('F1');
    if (!(await hasSucceeded(input.fill(text, { timeout: AGAIN_MS })))) return false;
    if (await hasSucceeded(row.click({ timeout: 2000 }))) return isSoon(isTaken);
    // A palette opened before a command was registered never lists it.
    await page.keyboard.press('Escape');
    return false;
  });
}

const escapeRegExp = (/** @type {string} */ text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Chooses an entry of the open list; pages down to one that is out of sight. */
export async function pick(/** @type {Page} */ page, /** @type {string | RegExp} */ entry) {
  const list = page.locator('.quick-input-widget');
  const rows = list.locator('.monaco-list-row');
  const row = rows.filter({ hasText: entry }).first();
  // A dialog that was closed before may return the focus late to where it was.
  const press = () => list.locator('input').first().press(key, { timeout: AGAIN_MS });
  let key = 'PageDown';
  await until(`${entry} in the list`, async () => {
    if (await row.isVisible()) return true;
    const rectangles = await rows.evaluateAll((shown) =>
      shown.map((each) => [each.ariaPosInSet, each.ariaSetSize].map(Number)),
    );
    if (rectangles.some(([at, size]) => at === size)) key = 'PageUp';
    if (rectangles.some(([at]) => at === 1)) key = 'PageDown';
    if (rectangles.some(([, size = 0]) => size > rectangles.length)) await hasSucceeded(press());
    return false;
  });
  // The pointer is still on the last list that was clicked; a hover there could cover the row.
  await page.mouse.move(0, 0);
  await row.click();
}

/** Opens one of the views of the activity bar, whose places move while a window starts. */
export function openActivity(/** @type {Page} */ page, /** @type {string} */ name) {
  const label = page.locator(`a.action-label[aria-label^="${name}"]`);
  const item = page.locator('.activitybar .action-item', { has: label });
  const open = page.locator('.activitybar .action-item.checked', { has: label });
  return clickUntil(`${name} open`, item, () => open.isVisible());
}

/** Opens a file of the workspace by its name. */
export async function openFile(/** @type {Page} */ page, /** @type {string} */ name) {
  const list = page.locator('.quick-input-widget');
  const row = list.locator('.monaco-list-row', { hasText: name }).first();
  await until(`${name} open`, async () => {
    await page.keyboard.press('Control+p');
    const typed = list.locator('input').first().fill(name, { timeout: AGAIN_MS });
    return (await hasSucceeded(typed)) && hasSucceeded(row.click({ timeout: AGAIN_MS }));
  });
}

/** Locates a row of the Testing view by the beginning of its text. */
export const testRow = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.locator('.test-explorer .monaco-list-row', { hasText: new RegExp(`^\\s*${name}`) }).first();

/** Expands rows of the Testing view, from the root down. */
export async function unfold(/** @type {Page} */ page, /** @type {string[]} */ ...names) {
  // Rows are redrawn while their children arrive: a click may meet a row above, and fold that one.
  await until(`${names.join(', ')} unfolded`, async () => {
    // Only there where other extensions have tests, too.
    const root = testRow(page, 'Cyclescope');
    if ((await root.isVisible()) && !(await unfoldRow(page, root))) return false;
    for (const name of names) {
      if (!(await unfoldRow(page, testRow(page, name)))) return false;
    }
    return true;
  });
}

/** Resolves to false if a row is not there, or not unfolded soon. */
async function unfoldRow(/** @type {Page} */ page, /** @type {Locator} */ row) {
  const isUnfolded = async () =>
    (await row.isVisible()) && (await row.getAttribute('aria-expanded')) === 'true';
  if (await isUnfolded()) return true;
  if (!(await hasSucceeded(row.click({ timeout: AGAIN_MS })))) return false;
  if (!(await isUnfolded())) await page.keyboard.press('ArrowRight');
  return isSoon(isUnfolded);
}

/** Clicks the triangle beside a test until it is running or has run. */
export async function runTest(/** @type {Page} */ page, /** @type {string} */ name) {
  const row = testRow(page, name);
  const triangle = row.getByRole('button', { name: /^Run Test(?! with Coverage)/ });
  const running = page.getByRole('button', { name: /^Cancel Test Run/ }).first();
  const before = await row.getAttribute('aria-label');
  const hasRun = async () =>
    (await running.isVisible()) || (await row.getAttribute('aria-label')) !== before;
  await until(`${name} run`, async () => {
    await row.hover();
    if (await hasSucceeded(triangle.click({ timeout: 2000 }))) return isSoon(hasRun);
    // A row redrawn under the pointer has no triangle until the pointer returns.
    await page.mouse.move(0, 0);
    return false;
  });
}

/** Clicks a row until its content is open. */
export const openByClick = (/** @type {Locator} */ row, /** @type {Locator} */ opened) =>
  clickUntil(`${opened} opened`, row, () => opened.isVisible());

/** Chooses an entry of a row's context menu. */
export async function chooseInMenu(/** @type {Locator} */ row, /** @type {string} */ entry) {
  const page = row.page();
  const item = page.locator('.context-view').getByText(entry, { exact: true });
  await until(`the menu with ${entry}`, async () => {
    const clicked = nextMenuRow(page);
    await row.click({ button: 'right' });
    if (!(await isSoon(() => item.isVisible()))) return false;
    if ((await clicked) === (await row.textContent())) return true;
    // The list was redrawn while the row was clicked: this is the menu of another one.
    await page.keyboard.press('Escape');
    return false;
  });
  // A menu that has just opened ignores clicks for a moment, so that the opening click chooses
  // nothing.
  await until(`${entry} chosen`, async () => {
    await item.click({ timeout: 2000 }).catch(() => undefined);
    return (await item.count()) === 0;
  });
}

/** Resolves to the text of the row whose menu is opened next, as the list shows it at that moment. */
function nextMenuRow(/** @type {Page} */ page) {
  const text = page.evaluate(
    () =>
      /** @type {Promise<string | null | undefined>} */ (
        new Promise((resolve) => {
          const report = (/** @type {MouseEvent} */ { target }) =>
            resolve(
              target instanceof Element
                ? target.closest('.monaco-list-row')?.textContent
                : undefined,
            );
          document.addEventListener('contextmenu', report, { capture: true, once: true });
        })
      ),
  );
  // Without a menu, nobody waits for it.
  text.catch(() => undefined);
  return text;
}

/** Locates the question over everything else. */
export const dialog = (/** @type {Page} */ page) => page.locator('.monaco-dialog-box');

/** Locates the content of the active webview. */
export const webview = (/** @type {Page} */ page) =>
  page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');

/** Themes that every screen must support, with the workbench's class. */
export const themes = /** @type {const} */ ({
  light: { title: 'Light Modern', mark: 'vs' },
  dark: { title: 'Dark Modern', mark: 'vs-dark' },
  'hc-dark': { title: 'Dark High Contrast', mark: 'hc-black' },
  'hc-light': { title: 'Light High Contrast', mark: 'hc-light' },
});

/** @typedef {keyof typeof themes} Theme */

export const themeNames = /** @type {Theme[]} */ (Object.keys(themes));

/** Chooses a theme and waits until the workbench has applied it. */
export async function setTheme(/** @type {Page} */ page, /** @type {Theme} */ theme) {
  const { title, mark } = themes[theme];
  await runCommand(page, 'Preferences: Color Theme');
  await page.locator('.quick-input-widget input[placeholder*="Color Theme"]').fill(title);
  await pick(page, title);
  await page.locator(`.monaco-workbench.${mark}`).waitFor();
}

/** Closes all notifications, which would cover a picture. */
export async function clearNotifications(/** @type {Page} */ page) {
  await runCommand(page, 'Notifications: Clear All Notifications');
  await until('no notification', async () => {
    return (await page.locator('.notifications-toasts.visible .notification-toast').count()) === 0;
  });
}

/** Returns the active webview's frame, for things that a locator cannot do. */
export async function webviewFrame(/** @type {Page} */ page) {
  const outer = await page.waitForSelector('iframe.webview.ready:visible');
  const inner = await (await outer.contentFrame())?.waitForSelector('iframe#active-frame');
  const frame = await inner?.contentFrame();
  if (!frame) throw new Error('there is no webview in front');
  return frame;
}
