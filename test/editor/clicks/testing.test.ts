import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  chooseInMenu,
  dialog,
  openActivity,
  openByClick,
  openFile,
  pick,
  runCommand,
  runTest,
  testRow,
  unfold,
} from '../../../scripts/editor/workbench.mjs';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import { copyObjects } from '../../../scripts/lib/objects.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { testInAll } from '../../everything';
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

/** Enters values of a parameter in the list of settings, and waits for the answer. */
async function set(page: Page, parameter: string, values: string, answer: string): Promise<void> {
  await pick(page, parameter);
  const input = page.locator('.quick-input-widget');
  await input.getByText(/^From .* several values make a sweep/).waitFor();
  await input.locator('input').first().fill(values);
  await input.getByText(answer).waitFor();
  await page.keyboard.press('Enter');
}

test('a click on the triangle measures, and the figures are shown after the name', async () => {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await openActivity(page, 'Testing');
  await unfold(page, 'heap');
  await runTest(page, 'malloc');
  await testRow(page, 'malloc')
    .getByText(/p50 [\d,]+ · p99 [\d,]+ instr/)
    .waitFor();
});

test('nothing offers to debug a benchmark without cortex-debug', async () => {
  const { page } = session;
  const menu = page.locator('.context-view');
  const itsOwn = menu.getByText('Run Test', { exact: true });
  await testRow(page, 'malloc').click({ button: 'right' });
  await itsOwn.waitFor();
  expect(await menu.getByText('Debug this benchmark').count()).toBe(0);
  await page.keyboard.press('Escape');
  await itsOwn.waitFor({ state: 'hidden' });
});

test('the run is listed, and a click opens its results', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  await openByClick(
    page.locator('.monaco-list-row', { hasText: '1 operation' }).first(),
    view.getByRole('button', { name: 'heap/malloc' }),
  );
  await view.getByText('Emulated target: figures are instructions, not time.').waitFor();
});

describe('a profile', () => {
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

  testInAll('a setting names the folder that has the sources of another one', async () => {
    const { page, view } = session;
    const firmware = join(session.folder, 'firmware');
    cpSync(inRoot('scripts', 'ide', 'demo', 'src'), join(session.folder, 'elsewhere'), {
      recursive: true,
    });
    const settings = join(firmware, '.vscode', 'settings.json');
    const map = { 'cyclescope.sourceFileMap': { [join(firmware, 'src')]: '../elsewhere' } };
    const others = JSON.parse(readFileSync(settings, 'utf8')) as object;
    writeFileSync(settings, JSON.stringify({ ...others, ...map }));
    await runCommand(page, 'Cyclescope: Show profile');
    await pick(page, 'qemu-freertos-m7');
    const line = view.locator('tr', { hasText: 'shifted' });
    await openByClick(
      line.getByRole('button', { name: 'checksum.c' }),
      page.locator('.breadcrumbs-control', { hasText: 'elsewhere' }).first(),
    );
    await expect.poll(() => costs(page)).toContain('60.05 % · 2,050 instr');
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
});

describe('a sweep', () => {
  test('values of parameters are asked for, with the number of their points', async () => {
    const { page } = session;
    await openActivity(page, 'Cyclescope');
    await openActivity(page, 'Testing');
    await runCommand(page, 'Test: Configure Test Profiles');
    await pick(page, 'Benchmark');
    await set(page, 'threads', '2,4', 'A sweep of 2 points');
    await set(page, 'sort.size', '100,200', 'A sweep of 4 points');
    await pick(page, 'sort.size');
    const input = page.locator('.quick-input-widget');
    await input.locator('input').first().fill('99');
    await input.getByText('99 is not between 100 and 1,000,000.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('a click on the triangle then measures every point, and their range is shown after the name', async () => {
    const { page } = session;
    await unfold(page, 'sort');
    await runTest(page, 'quick');
    await testRow(page, 'quick')
      .getByText(/4 points · p50 [\d,]+ to [\d,]+ instr/)
      .waitFor();
  });

  testInAll(
    "a profile sweeps parameters that are not set over the values of the documents' tables",
    async () => {
      const { page } = session;
      await unfold(page, 'matrix');
      await chooseInMenu(testRow(page, 'addition'), 'Execute Using Profile...');
      await pick(page, 'Sweep as in the published tables');
      // Two numbers of threads are set, and the document has five sizes.
      await testRow(page, 'addition')
        .getByText(/10 points · p50 [\d,]+ to [\d,]+ instr/)
        .waitFor();
    },
  );

  test('the results list every point', async () => {
    const { page, view } = session;
    await openActivity(page, 'Cyclescope');
    await openByClick(
      page.locator('.monaco-list-row', { hasText: '4 operations' }).first(),
      view.getByRole('button', { name: 'sort/quick threads=4 size=200' }),
    );
    for (const point of ['threads=2 size=100', 'threads=2 size=200', 'threads=4 size=100']) {
      await view.getByRole('button', { name: `sort/quick ${point}` }).waitFor();
    }
  });
});

test('a benchmark opens at its line, which has moved since the build', async () => {
  const { page } = session;
  // The editor itself follows the lines of an open file.
  await runCommand(page, 'View: Close All Editors');
  const source = join(session.folder, 'firmware', 'benchmarks', 'crc.c');
  const moved = `\n\n\n${readFileSync(source, 'utf8')}`;
  writeFileSync(source, moved);
  const line = moved.split('\n').findIndex((text) => text.includes('(bits')) + 1;
  await openActivity(page, 'Testing');
  await unfold(page, 'crc');
  const position = page.locator('.statusbar-item', { hasText: `Ln ${line}, Col 1` });
  const isThere = async () => {
    await testRow(page, 'bits').dblclick();
    return position.isVisible();
  };
  await expect.poll(isThere).toBe(true);
});
