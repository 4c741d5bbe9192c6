import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import { copyObjects } from '../../../scripts/lib/objects.mjs';
import { openByClick, openFile, pick, runCommand } from '../../../scripts/editor/workbench.mjs';
import { dialog } from './licences';
import { editorSession } from './session';

const session = editorSession({
  open: (parent) => {
    const folder = demoWorkspace(join(parent, 'firmware'));
    copyObjects(folder, 'qemu-freertos-m7');
    return { folder };
  },
});

const lens = (page: Page, hasText: string) =>
  page.locator('.codelens-decoration a', { hasText }).first();

/** The texts behind the ends of lines, which are pseudo-elements. */
const costs = (page: Page) =>
  page.locator('.view-line span[class*="ced-"]').evaluateAll((shown) =>
    shown.map((each) => {
      const { content } = getComputedStyle(each, '::after');
      return content.replaceAll(/^"|"$/g, '').replaceAll('\u00a0', ' ');
    }),
  );

test('the lens above a benchmark profiles it, and the flame graph links to the costs of lines', async () => {
  const { page, view } = session;
  await openFile(page, 'crc.c');
  await lens(page, 'build it').click();
  const agree = dialog(page).getByRole('button', { name: 'Agree and Build' });
  await lens(page, 'Profile').click();
  // It is asked once on a computer.
  const isShown = async () => {
    if (await agree.isVisible()) await agree.click();
    return view.getByRole('tree').isVisible();
  };
  await expect.poll(isShown).toBe(true);
  await view.getByText(/^3,41\d\.?\d? instructions per operation/).waitFor();
  const line = view.locator('tr', { hasText: 'shifted' });
  expect(await line.locator('td.number').first().innerText()).toBe('2,050');
  await openByClick(
    line.getByRole('button', { name: 'checksum.c' }),
    page.getByRole('tab', { name: /checksum\.c/, selected: true }),
  );
  await expect.poll(() => costs(page)).toContain('60.05 % · 2,050 instr');
});

test('costs are hidden by a command, and in a source that has changed since', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Show or hide costs in the source');
  await expect.poll(() => costs(page)).not.toContain('60.05 % · 2,050 instr');
  await runCommand(page, 'Cyclescope: Show or hide costs in the source');
  await expect.poll(() => costs(page)).toContain('60.05 % · 2,050 instr');
  const source = join(session.folder, 'firmware', 'src', 'checksum.c');
  writeFileSync(source, '/* Another line. */\n');
  const notice = 'changed since it was measured: no costs of crc/bits bytes=64 are shown';
  await expect.poll(() => costs(page)).toContain(notice);
});

test('the instructions of the operation open as text, disassembled', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Show profile');
  await pick(page, 'qemu-freertos-m7');
  await view.getByRole('button', { name: 'Instructions' }).click();
  await page.locator('.view-line', { hasText: 'bits bytes=64: 3413' }).waitFor();
  await page
    .locator('.view-line', { hasText: /ldr\sr3,/ })
    .first()
    .waitFor();
});

test('the results list the functions with most instructions', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Show profile');
  await pick(page, 'qemu-freertos-m7');
  await view.getByRole('button', { name: 'Open results' }).click();
  await view.getByText('2,050 (60.05 %)').waitFor();
  await view.getByRole('button', { name: 'Show its profile' }).click();
  await view.getByRole('tree').waitFor();
});
