import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../../scripts/editor/workbench.mjs';
import { wolfcrypt } from '../../../scripts/lib/paths.mjs';
import { editorSession } from './session';

const TARGET = 'local-linux';

/** The user's cache, in which wolfCrypt was fetched before. */
const cache = mkdtempSync(join(tmpdir(), 'cyclescope-cache-'));
mkdirSync(join(cache, 'cyclescope'));
symlinkSync(wolfcrypt.folder, join(cache, 'cyclescope', 'wolfcrypt'));
afterAll(() => rmSync(cache, { recursive: true }));

function empty(parent: string): { readonly folder: string } {
  const folder = join(parent, 'empty');
  mkdirSync(folder);
  return { folder };
}

const session = editorSession({
  open: empty,
  settings: { 'cyclescope.target': TARGET },
  env: { XDG_CACHE_HOME: cache },
});

const images = () => join(session.folder, 'empty', '.cyclescope', 'agent', TARGET);

function extras(): readonly string[] | undefined {
  const text = readFileSync(join(images(), 'traced', 'manifest.json'), 'utf8');
  return (JSON.parse(text) as { extras?: readonly string[] }).extras;
}

const dialog = (page: Page) => page.locator('.monaco-dialog-box');
const list = (page: Page) => page.locator('.quick-input-widget');
const crypto = (page: Page) =>
  list(page).locator('.monaco-list-row', { hasText: 'crypto' }).getByRole('checkbox');

async function openChoice(page: Page): Promise<void> {
  await runCommand(page, "Cyclescope: Build the target's images with…");
  await crypto(page).waitFor();
}

/** Its title is the beginning of the other one's. */
async function buildAgain(page: Page): Promise<void> {
  const title = "Cyclescope: Build the target's images";
  await page.keyboard.press('F1');
  await list(page).locator('input').first().fill(`>${title}`);
  const rows = list(page).locator('.monaco-list-row', { hasText: title });
  await rows.filter({ hasNotText: 'with…' }).first().click();
}

async function choose(page: Page): Promise<void> {
  await crypto(page).click();
  await list(page).getByRole('button', { name: 'OK' }).click();
  await dialog(page).getByText('Do you agree to the licence of wolfcrypt?').waitFor();
  const terms = dialog(page).getByText(/GNU General Public License/);
  await terms.waitFor();
}

test('whoever does not agree to a licence gets nothing that is under it', async () => {
  const { page } = session;
  await openChoice(page);
  await choose(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect(existsSync(images())).toBe(false);
});

test('whoever agrees gets it, and keeps it for later builds', { timeout: 300_000 }, async () => {
  const { page } = session;
  const status = (text: string) =>
    page.locator('.statusbar', { hasText: `The images for ${TARGET} are ${text}` });
  await openChoice(page);
  await choose(page);
  await dialog(page).getByRole('button', { name: 'Agree and Build' }).click();
  await status('built').waitFor({ timeout: 200_000 });
  expect(extras()).toEqual(['crypto']);
  await openChoice(page);
  expect(await crypto(page).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await buildAgain(page);
  await status('up to date').waitFor({ timeout: 60_000 });
  expect(extras()).toEqual(['crypto']);
});
