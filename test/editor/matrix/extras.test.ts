import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder } from '../../../scripts/editor/host-suites.mjs';
import { dialog, runCommand } from '../../../scripts/editor/workbench.mjs';
import { wolfcrypt } from '../../../scripts/lib/paths.mjs';
import { chooseCrypto, crypto, openChoice } from '../clicks/licences';
import { editorSession } from '../clicks/session';

const TARGET = 'local-linux';

/** The user's cache, in which wolfCrypt was fetched before. */
const cache = mkdtempSync(join(tmpdir(), 'cyclescope-cache-'));
mkdirSync(join(cache, 'cyclescope'));
symlinkSync(wolfcrypt.folder, join(cache, 'cyclescope', 'wolfcrypt'));
afterAll(() => rmSync(cache, { recursive: true }));

const session = editorSession({
  open: (folder) => ({ folder: emptyFolder(folder) }),
  settings: { 'cyclescope.target': TARGET },
  env: { XDG_CACHE_HOME: cache },
});

function extras(): readonly string[] | undefined {
  const images = join(session.folder, 'empty', '.cyclescope', 'agent', TARGET);
  const text = readFileSync(join(images, 'traced', 'manifest.json'), 'utf8');
  return (JSON.parse(text) as { extras?: readonly string[] }).extras;
}

test('an extra is not installed unless its licence is accepted', async () => {
  const { page } = session;
  await openChoice(page);
  await chooseCrypto(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect(existsSync(join(session.folder, 'empty', '.cyclescope', 'agent'))).toBe(false);
});

test('an extra whose licence is accepted is built, and stays for later builds', async () => {
  const { page } = session;
  const status = (text: string) =>
    page.locator('.statusbar', { hasText: `The images for ${TARGET} are ${text}` });
  await openChoice(page);
  await chooseCrypto(page);
  await dialog(page).getByRole('button', { name: 'Agree and Build' }).click();
  await status('built').waitFor();
  expect(extras()).toEqual(['crypto']);
  await openChoice(page);
  expect(await crypto(page).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await runCommand(page, "Cyclescope: Build the target's images");
  await status('up to date').waitFor();
  expect(extras()).toEqual(['crypto']);
});
