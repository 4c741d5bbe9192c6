import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleRunProfile } from '../../../extension/profile/stored/testing';
import { open as openComparison } from '../../../extension/vscode/features/compare/testing';
import { open as openHistory } from '../../../extension/vscode/features/history/testing';
import {
  open as openProfile,
  storeProfile,
} from '../../../extension/vscode/features/profile/testing';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import {
  openActivity,
  openByClick,
  openFile,
  runCommand,
} from '../../../scripts/editor/workbench.mjs';
import { chooseCases, testInAll } from '../../everything';
import { seriousFindings } from './axe';
import { editorSession, readStoredStates } from './session';
import { views } from './views';

/* Everything that only shows runs and recordings: nothing is measured in this window. */

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

const closeEditors = () => runCommand(session.page, 'View: Close All Editors');

const row = (text: string | RegExp) =>
  session.page.locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
const accept = () =>
  session.page.locator('.quick-input-widget').getByRole('button', { name: 'OK' });

const SWAPPED = /imx6ul-[0-9a-f]{4}[^\]]*freertos-m7-[0-9a-f]{4}/;

describe('a comparison', () => {
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
    await closeEditors();
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
    await expect.poll(() => readStoredStates(page)).toMatch(SWAPPED);
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
});

describe('a profile', () => {
  beforeAll(closeEditors);

  test('the profile of a run opens, zooms, is searched, and shows another operation', async () => {
    const { view } = session;
    await openProfile(session);
    const chosen = view.locator('tr', { hasText: 'take' });
    expect(await chosen.locator('td.number').allInnerTexts()).toEqual(['5', '9', '1']);
    await view.getByRole('treeitem', { name: /^enter_critical/ }).click();
    await expect.poll(() => view.getByRole('treeitem', { name: /^copy/ }).count()).toBe(0);
    await view.getByRole('searchbox').fill('raise');
    await view.getByText(/^Found: 11.76 % of the instructions/).waitFor();
    await view.getByRole('combobox', { name: /^Operation/ }).selectOption('mutex/lock_again');
    await view.getByText('12.5 instructions per operation').waitFor();
  });

  testInAll('the profile comes back after a reload', async () => {
    const { page, view } = session;
    await expect.poll(() => readStoredStates(page)).toMatch(/mutex\/lock_again/);
    await session.reload();
    await view.getByText('12.5 instructions per operation').waitFor();
  });

  test("the profile opens in the editor's own table", async () => {
    const { page, view } = session;
    await view.getByRole('button', { name: "Open in the editor's table" }).click();
    await page.getByRole('tab', { name: /-2\.cpuprofile/, selected: true }).waitFor();
    await page
      .getByRole('tab', { name: /-2\.cpuprofile/ })
      .locator('.codicon-close')
      .click();
    await view.getByRole('button', { name: 'Open results' }).waitFor();
  });

  test('the results of the run link to its profile, and the profile to the results', async () => {
    const { view } = session;
    await view.getByRole('button', { name: 'Open results' }).click();
    await view.getByRole('button', { name: 'Show profile' }).click();
    await view.getByRole('tree').waitFor();
  });

  test('a comparison links to the difference of the profiles', async () => {
    const { page, view, folder } = session;
    const { operations, ...rest } = exampleRunProfile();
    const [name = ''] = operations.map((operation) => operation.name);
    const changed = operations.slice(1).map((operation) => ({ ...operation, name }));
    storeProfile(join(folder, 'firmware'), { ...rest, operations: changed }, 1);
    await runCommand(page, 'Cyclescope: Refresh');
    await openComparison(session);
    await view.getByRole('button', { name: /^Where the difference lies: / }).click();
    await view.getByRole('heading', { name: 'Difference of two profiles' }).waitFor();
    await view.getByText(/instructions per operation, before .* \([+−]4\.5\)$/).waitFor();
    await view.getByRole('treeitem', { name: /^give, .* before: / }).waitFor();
  });
});

describe('a timeline', () => {
  beforeAll(closeEditors);

  test('a recording of another firmware opens as a timeline', async () => {
    const { page, view } = session;
    await openFile(page, 'gateway.SVDat');
    for (const task of ['task0', 'task1', 'task2', 'task3'])
      await view.getByText(task).first().waitFor();
    await view.getByText('Trace Start').waitFor();
  });

  test('keys move it: its content changes, and comes back', async () => {
    const { view } = session;
    const sheet = view.getByRole('application', { name: 'Timeline' });
    const seen = view.getByText(/ from .*s$/).first();
    const everything = await seen.innerText();
    await sheet.focus();
    await sheet.press('+');
    await expect.poll(() => seen.innerText()).not.toBe(everything);
    await sheet.press('f');
    await expect.poll(() => seen.innerText()).toBe(everything);
  });

  test('a slow sample links to its moment, with a sentence that explains it', async () => {
    const { page, view } = session;
    await closeEditors();
    await runCommand(page, 'Cyclescope: Open the sample run');
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
});

describe('the list of runs', () => {
  beforeAll(closeEditors);

  test('a click on a run shows it and passes keys to the view; a new name is on the tab', async () => {
    const { page, view } = session;
    await openActivity(page, 'Cyclescope');
    const runs = page.locator('.pane', { has: page.getByRole('tree', { name: 'Runs' }) });
    const run = runs.locator('.monaco-list-row[aria-level="2"]').first();
    await openByClick(run, view.locator('h1'));
    const tab = page.locator('.tab.active');
    await expect.poll(() => tab.innerText()).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    await page.keyboard.press('F2');
    await page.locator('.quick-input-widget input').first().fill('before the change');
    await page.keyboard.press('Enter');
    await expect.poll(() => tab.innerText()).toContain('before the change');
    await expect.poll(() => run.innerText()).toContain('before the change');
    await expect.poll(() => view.locator('h1').innerText()).toBe('before the change');
  });

  test('a change in the history opens the comparison of the runs before and after it', async () => {
    await openHistory(session);
    const { view } = session;
    const change = view.getByRole('listitem').filter({ hasText: 'Check the owner twice' }).first();
    await change.getByText('+7.0').waitFor();
    await change.getByRole('button', { name: 'Compare both sides' }).click();
    await view.getByRole('heading', { name: 'Comparison' }).waitFor();
    await expect.poll(() => view.locator('.operations tbody tr').count()).toBeGreaterThan(0);
  });

  // The pages have tests of their own, in every theme; here is what the editor adds around them.
  test.each(chooseCases(Object.entries(views), () => 'any'))(
    'axe finds nothing serious in the %s',
    async (_, open) => {
      const { page } = session;
      await closeEditors();
      await open(session);
      expect(await seriousFindings(page)).toEqual([]);
    },
  );
});
