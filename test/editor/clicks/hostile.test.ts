import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import {
  openActivity,
  openByClick,
  openFile,
  runCommand,
  type webview,
} from '../../../scripts/editor/workbench.mjs';
import { editorSession } from './session';

const HTML = '<img src=x onerror="document.title=1">';
const LINK = '[click](command:workbench.action.openSettings)';
const NASTY = `${HTML}\u001b[31m\u202egnp.exe ${LINK} \`x\` $(zap)`;
const LONG = `${NASTY}${'x'.repeat(65_536)}`;

interface Run {
  target: { title: string };
  notes: readonly string[];
  passes: {
    facts: Record<string, string>;
    operations: { suite: string; op: string; at: string }[];
  }[];
}

/** Every name in a folder's runs is somebody's malice. */
function withMalice(parent: string): string {
  const folder = withRuns(parent);
  const runs = join(folder, '.cyclescope', 'runs');
  const names: Record<string, string> = {};
  for (const id of readdirSync(runs)) {
    const file = join(runs, id, 'run.json');
    const run = JSON.parse(readFileSync(file, 'utf8')) as Run;
    run.target.title = NASTY;
    run.notes = [LONG];
    for (const { facts, operations } of run.passes) {
      facts[NASTY] = LONG;
      for (const operation of operations) operation.at = `${LINK}/x.c:1`;
      Object.assign(operations[0] ?? {}, { suite: NASTY, op: LONG });
    }
    writeFileSync(file, JSON.stringify(run));
    names[id] = NASTY;
  }
  writeFileSync(join(folder, '.cyclescope', 'names.json'), JSON.stringify(names));
  writeFileSync(join(folder, `${LINK}.txt`), 'of no known format\n');
  return folder;
}

const session = editorSession({ open: (folder) => ({ folder: withMalice(folder) }) });

/** What a name could have made of the workbench or of the view in front. */
async function made(): Promise<readonly string[]> {
  const { page } = session;
  const of = (from: typeof page | ReturnType<typeof webview>) =>
    from
      .locator('img[src="x"], [onerror], a[href^="command:workbench.action.openSettings"]')
      .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
  return [...(await of(page)), ...(await of(session.view))];
}

const toast = (text: RegExp) =>
  session.page.locator('.notification-toast', { hasText: text }).first();

test('names of runs and operations are text in the tree, the title and the results', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  const row = page.locator('.monaco-list-row', { hasText: '8 operations' }).first();
  expect(await row.innerText()).toContain(HTML);
  await openByClick(row, view.getByRole('button', { name: HTML }).first());
  // Nothing turns its order round.
  expect(await page.locator('.tab').first().innerText()).toContain('gnp.exe [click]');
  expect(await made()).toEqual([]);
  expect(await page.title()).not.toBe('1');
});

test('a message makes no link of them', async () => {
  const { page, view } = session;
  await view.getByRole('button', { name: 'heap/free' }).click();
  await view.getByRole('button', { name: `${LINK}/x.c:1` }).click();
  await toast(/neither in/).waitFor();
  expect(await made()).toEqual([]);
  await runCommand(page, "Cyclescope: Import another tool's results");
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: '[click]' }).click();
  await page.keyboard.press('Enter');
  await toast(/No known format/).waitFor();
  expect(await made()).toEqual([]);
});

test('a report can be written with them, and shows them as text', async () => {
  const { page } = session;
  await openFile(page, 'crc.c');
  await openActivity(page, 'Explorer');
  await openActivity(page, 'Cyclescope');
  const report = session.view.getByRole('button', { name: 'Export report…' });
  await openByClick(page.locator('.monaco-list-row', { hasText: '8 operations' }).first(), report);
  await report.click();
  await page.locator('.quick-input-widget', { hasText: 'report' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Preview/ }).waitFor();
  await session.view
    .getByRole('heading', { name: 'Measured' })
    .or(session.view.locator('h1'))
    .first()
    .waitFor();
  expect(await made()).toEqual([]);
  expect(await session.view.getByText(HTML).count()).toBeGreaterThan(0);
});
