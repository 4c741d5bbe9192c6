import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFailed } from 'vitest';
import { newPage, startBrowser } from '../../../scripts/editor/browser.mjs';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { listProcesses, until } from '../../../scripts/editor/processes.mjs';
import { type TheiaServer, startTheia } from '../../../scripts/editor/theia.mjs';
import { buildDir } from '../../../scripts/lib/paths.mjs';

export interface TheiaSession {
  readonly page: Page;
  /** The content of the webview that is in front. */
  readonly view: FrameLocator;
}

/** One Theia with the demo's firmware and its runs, in one browser, for all tests of a file. */
export function theiaSession(): TheiaSession {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-theia-'));
  let browser: Browser | undefined;
  let page: Page;
  let server: TheiaServer;

  beforeAll(async () => {
    // Theia keeps installed extensions unpacked, and follows no links to them.
    const extensions = join(folder, 'extensions');
    cpSync(inject('extension'), join(extensions, 'cyclescope'), { recursive: true });
    server = await startTheia({ folder, extensions, workspace: withRuns(folder) });
    browser = await startBrowser();
    page = await newPage(browser);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Yes, I trust' }).click({ timeout: 60_000 });
    // A file in the folder activates the extension.
    await page.locator('#theia-statusBar').getByText('qemu-freertos-m7').waitFor();
    await page.getByRole('button', { name: 'Yes, I trust' }).waitFor({ state: 'hidden' });
  });
  beforeEach(({ task }) => {
    onTestFailed(() => picture(page, task.name));
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
    const isGone = () => listProcesses(server.temporary).length === 0;
    await until('the end of every process', isGone, 10);
    expect(listProcesses(server.temporary)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get page() {
      return page;
    },
    get view() {
      return page.frameLocator('iframe.webview:visible').frameLocator('iframe#active-frame');
    },
  };
}

/** One of the icons at the left edge, by the end of its name. */
export const activity = (page: Page, name: string): Locator =>
  page.locator(`.theia-app-left [id^="shell-tab-"][id$="${name}"]`);

async function picture(page: Page, name: string): Promise<void> {
  const folder = join(buildDir, 'screenshots', 'failures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `theia-${name.replaceAll(/\W+/g, '-')}.png`) });
}
