import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPage, startBrowser } from '../editor/browser.mjs';
import { linkExtensions } from '../editor/extensions.mjs';
import { withRuns } from '../editor/host-suites.mjs';
import { startEditor } from '../editor/server.mjs';
import { openWorkbench, runCommand, setTheme, themeNames } from '../editor/workbench.mjs';
import { buildDir } from '../lib/paths.mjs';
import { scenes } from './scenes.mjs';

const output = join(buildDir, 'screenshots');

/** Takes pictures of the main screens in four themes; returns the names of those that failed. */
export async function takeScreenshots(/** @type {readonly string[]} */ names = []) {
  const chosen = scenes.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-screenshots-'));
  const extensions = linkExtensions(join(folder, 'extensions'));
  // Hides the temporary folder, which users would not see.
  const settings = { 'breadcrumbs.enabled': false };
  linkKernels(join(folder, 'data', 'User', 'globalStorage', 'cyclescope.cyclescope'));
  const server = await startEditor({ folder, extensions, settings });
  const browser = await startBrowser();
  mkdirSync(output, { recursive: true });
  try {
    const page = await newPage(browser, { width: 1280, height: 800, scale: 1 });
    await openWorkbench(page, server, { folder: withRuns(folder) });
    /** @type {string[]} */
    const failed = [];
    for (const scene of chosen) {
      if (!(await takeScene(page, scene))) failed.push(scene.name);
    }
    return failed;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the extension the kernels of this clone, where it keeps those that it fetches. */
function linkKernels(/** @type {string} */ storage) {
  const kernels = join(buildDir, 'linux-imx6ul');
  if (!existsSync(kernels)) return;
  mkdirSync(storage, { recursive: true });
  symlinkSync(kernels, join(storage, 'linux-imx6ul'));
}

async function takeScene(
  /** @type {import('playwright-core').Page} */ page,
  /** @type {import('./scenes.mjs').Scene} */ { name, show },
) {
  try {
    await runCommand(page, 'View: Close All Editors');
    await show(page);
    for (const theme of themeNames) {
      await setTheme(page, theme);
      await page.screenshot({ path: join(output, `${name}-${theme}.png`) });
    }
    console.log(`ok  ${name}`);
    return true;
  } catch (error) {
    await page.screenshot({ path: join(output, `${name}-failed.png`) });
    await page.keyboard.press('Escape');
    console.log(`FAILED  ${name}: ${String(error)}`);
    return false;
  }
}
