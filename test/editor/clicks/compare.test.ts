import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { runCommand } from '../../../scripts/editor/workbench.mjs';
import { editorSession, storedStates } from './session';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

const row = (text: string | RegExp) =>
  session.page.locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
const accept = () =>
  session.page.locator('.quick-input-widget').getByRole('button', { name: 'OK' });

const SWAPPED = /imx6ul-[0-9a-f]{4}[^\]]*freertos-m7-[0-9a-f]{4}/;

test('the sample run leads to the white paper by clicking', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Open the sample run');
  await view.getByRole('button', { name: 'Compare with published…' }).click();
  // The system of the run's own core comes first.
  await row(/RT1050 EVK/)
    .getByRole('checkbox')
    .click();
  await row(/6UL EVK · Cortex-A7/)
    .getByRole('checkbox')
    .click();
  await accept().click();
  await view.getByRole('heading', { name: 'Shape' }).waitFor();
  await view.getByText('published: means only').first().waitFor();
  await view.getByText('600 and 528 MHz').waitFor();
});

test('two runs are compared, swapped, and unchanged after a reload', async () => {
  const { page, view } = session;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Cyclescope: Compare with…');
  await row(/imx6ul.*firmware/s)
    .getByRole('checkbox')
    .click();
  await row(/freertos.*firmware/s)
    .getByRole('checkbox')
    .click();
  await accept().click();
  const first = view.locator('.card').first();
  await first.getByText('qemu-freertos-m7').first().waitFor();
  await view.getByRole('button', { name: /^Make baseline: B/ }).click();
  await first.getByText('qemu-linux-imx6ul').first().waitFor();
  await expect.poll(() => storedStates(page)).toMatch(SWAPPED);
  await session.reload();
  await first.getByText('qemu-linux-imx6ul').first().waitFor();
  await view.locator('.layers svg').waitFor();
});

test('a report of the comparison is written and opens as a preview', async () => {
  const { page, view, folder } = session;
  await view.getByRole('button', { name: 'Export report…' }).click();
  await page.locator('.quick-input-widget', { hasText: 'report' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Preview/ }).waitFor();
  const work = join(folder, 'firmware');
  const report = readdirSync(work).find((name) => name.endsWith('-comparison.md')) ?? '';
  const text = readFileSync(join(work, report), 'utf8');
  expect(text).toContain('## Comparison');
  const images = [...text.matchAll(/\]\(([^)]+\.svg)\)/g)].map(([, name]) => name ?? '');
  expect(images.length).toBeGreaterThan(8);
  for (const image of images) expect(existsSync(join(work, image)), image).toBe(true);
});
