import { expect, test } from 'vitest';
import { until } from '../../../scripts/editor/processes.mjs';
import { pick, runCommand } from '../../../scripts/editor/workbench.mjs';
import { activity, theiaSession } from './session';

const session = theiaSession();

const treeRow = (text: RegExp) =>
  session.page.locator('.theia-TreeNode:visible', { hasText: text }).first();

test('the commands are in the palette', async () => {
  const { page } = session;
  const palette = page.locator('.quick-input-widget');
  // The first key after the start may be lost.
  await until('the palette', async () => {
    await page.keyboard.press('F1');
    return palette.isVisible();
  });
  for (const title of ['Open the sample run', 'Benchmark with trace', 'Collect diagnostics']) {
    await palette.locator('input').first().fill(`>Cyclescope: ${title}`);
    await palette.getByText(title).first().waitFor();
  }
  await page.keyboard.press('Escape');
});

test('the sample run shows its results, which can be navigated', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Open the sample run');
  await view.getByText('Sample run, shipped with Cyclescope').waitFor();
  await view.getByRole('button', { name: 'mutex/pair' }).click();
  await view.getByRole('heading', { name: 'mutex/pair' }).waitFor();
});

test('a slow sample links to its moment in the timeline', async () => {
  const { view } = session;
  await view.getByRole('button', { name: 'heap/malloc' }).click();
  await view
    .getByRole('button', { name: /Show in timeline/ })
    .first()
    .click();
  await view.getByRole('application', { name: 'Timeline' }).waitFor();
  await view
    .getByText(/^[\d,]+ = [\d,]+ own/)
    .first()
    .waitFor();
});

test('a recording of another firmware opens as a timeline', async () => {
  const { page, view } = session;
  await page.keyboard.press('Control+p');
  await page.locator('.quick-input-widget input').first().fill('gateway.SVDat');
  await pick(page, 'gateway.SVDat');
  await view.getByText('task0').first().waitFor();
  const sheet = view.getByRole('application', { name: 'Timeline' });
  const seen = view.getByText(/ from .*s$/).first();
  const everything = await seen.innerText();
  await sheet.focus();
  await sheet.press('+');
  await expect.poll(() => seen.innerText()).not.toBe(everything);
});

test('the tree shows the targets', async () => {
  const { page } = session;
  await activity(page, 'extension.cyclescope').click();
  await treeRow(/^qemu-freertos-m7.*active/).waitFor();
  await treeRow(/^local-linux/).waitFor();
});

// Theia 1.74 never asks for the rows of a view that has a welcome: the runs are chosen by name.
test("the folder's own runs are listed, and open as results", async () => {
  const { page, view } = session;
  await page.getByText('Runs', { exact: true }).click();
  await page.getByRole('button', { name: 'Open the sample run' }).waitFor();
  await runCommand(page, 'Cyclescope: Open results');
  await pick(page, /qemu-linux-imx6ul.*firmware/s);
  await view.getByText('Linux on an emulated i.MX 6UL').first().waitFor();
});
