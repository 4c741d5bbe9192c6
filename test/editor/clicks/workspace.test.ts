import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chooseInMenu,
  closeWorkbench,
  dialog,
  openActivity,
  openByClick,
  openWorkbench,
  pick,
  runCommand,
  runTest,
  testRow,
  unfold,
  webview,
} from '../../../scripts/editor/workbench.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { startRig, type Rig } from '../../rig/rig';
import { testInAll } from '../../everything';
import { editorSession } from './session';

const AGENT = inRoot('dist', 'agent', 'qemu-freertos-m7', 'headline', 'agent.elf');

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** A configuration of cortex-debug for the rig, whose configuration file is named in some way. */
const configuration = (name: string, configFile: string) => ({
  name,
  type: 'cortex-debug',
  request: 'launch',
  servertype: 'openocd',
  configFiles: [configFile],
  executable: AGENT,
});

/**
 * Two folders. The second has the rig's configuration, which it names, as the workspace does; the
 * first one asks a command for it.
 */
function project(parent: string): { readonly workspace: string } {
  const [motor, radio] = [join(parent, 'motor'), join(parent, 'radio')];
  for (const folder of [motor, radio]) mkdirSync(join(folder, '.vscode'), { recursive: true });
  const asks = configuration('Asks', '${workspaceFolder:radio}/${command:standIn.answer}.cfg');
  const launch = { version: '0.2.0', configurations: [asks] };
  writeFileSync(join(motor, '.vscode', 'launch.json'), JSON.stringify(launch));
  const original = inRoot('test', 'rig', 'openocd', 'stlink.cfg');
  writeFileSync(join(radio, 'rig.cfg'), `set RIG_PORT ${rig.stlinkPort}\nsource {${original}}\n`);
  const alone = configuration('Alone', '${workspaceFolder}/rig.cfg');
  const inRadio = { version: '0.2.0', configurations: [alone] };
  writeFileSync(join(radio, '.vscode', 'launch.json'), JSON.stringify(inRadio));
  const shared = configuration('Shared', '${workspaceFolder:radio}/rig.cfg');
  const workspace = join(parent, 'two.code-workspace');
  const file = {
    folders: [{ path: motor }, { path: radio }],
    launch: { version: '0.2.0', configurations: [shared] },
  };
  writeFileSync(workspace, JSON.stringify(file));
  return { workspace };
}

const session = editorSession({ open: project, cortexDebug: true });

const row = (page: Page, text: string | RegExp) =>
  page.locator('.pane-body .monaco-list-row', { hasText: text }).first();

const toolbar = (page: Page) => page.locator('.debug-toolbar');
const lens = (page: Page, hasText: string) => page.locator('.codelens-decoration a', { hasText });

test('a board of the workspace file belongs to each folder, one of launch.json to its own', async () => {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await row(page, 'launch:Asks').waitFor();
  const rows = (text: string) => page.locator('.pane-body .monaco-list-row', { hasText: text });
  await expect.poll(() => rows('launch:Shared').count()).toBe(2);
  expect(await rows('launch:Asks').count()).toBe(1);
});

test('a value that a command provides is requested on a click, which completes the board', async () => {
  const { page } = session;
  await row(page, 'launch:Asks').getByText('missing: ${command:standIn.answer}').waitFor();
  await row(page, 'launch:Asks').locator('.monaco-tl-twistie').click();
  const gap = row(page, /^\s*\$\{command:standIn\.answer\}/);
  await openByClick(gap, row(page, 'launch:Asks').getByText('ready'));
});

test('it is measured from the Testing view, and again by the lens above the benchmark', async () => {
  const { page } = session;
  const board = row(page, 'launch:Asks');
  await openByClick(board, board.getByText('active'));
  await openActivity(page, 'Testing');
  // The suites of each folder's active target are shown without a click.
  await testRow(page, 'Cyclescope: radio').waitFor();
  await testRow(page, 'launch:Asks').getByText('active').waitFor();
  await testRow(page, 'mutex').waitFor();
  await unfold(page, 'mutex');
  await runTest(page, 'lock');
  await testRow(page, 'lock')
    .getByText(/p50 [\d,]+/)
    .waitFor();
  await testRow(page, 'lock').dblclick();
  const figures = lens(page, 'p50');
  await expect.poll(() => figures.count()).toBe(1);
  // The next benchmark has not been measured yet.
  const next = lens(page, 'Run on launch:Asks').nth(1);
  await openByClick(next, page.locator('.statusbar-item', { hasText: 'on launch:Asks' }));
  // The item under the pointer is not drawn again.
  await page.mouse.move(0, 0);
  await expect.poll(() => figures.count()).toBe(2);
  await page.locator('.statusbar-item', { hasText: /^\s*launch:Asks\s*$/ }).waitFor();
});

test('a benchmark on a board is debugged from the Testing view, after a question', async () => {
  const { page } = session;
  const { halts } = await rig.counters();
  await chooseInMenu(testRow(page, 'lock'), 'Debug this benchmark');
  await dialog(page).getByText('Debug mutex/lock on Asks?').waitFor();
  await dialog(page).getByRole('button', { name: 'Debug', exact: true }).click();
  await toolbar(page).waitFor();
  await runCommand(page, 'Debug Console: Focus on Debug Console View');
  await page.getByText(/^tbreak \*0x/).waitFor();
  expect((await rig.counters()).halts).toBe(halts);
});

test('the session continues and nothing is measured if the user wants to keep it', async () => {
  const { page } = session;
  const { halts } = await rig.counters();
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, 'mutex/lock');
  await dialog(page).getByText('"Cyclescope: mutex/lock" uses the probe').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await toolbar(page).waitFor();
  expect((await rig.counters()).halts).toBe(halts);
});

test('the session is stopped for a run if the user agrees, and the run measures', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Benchmark');
  // The view in front names the folder.
  await pick(page, 'mutex/lock');
  await dialog(page).getByRole('button', { name: 'Stop the Session and Benchmark' }).click();
  await toolbar(page).waitFor({ state: 'hidden' });
  await view.getByRole('button', { name: 'mutex/lock' }).waitFor();
  expect(await rig.state()).toBe('running');
});

testInAll(
  'a debug session started by the lens holds the probe against another window',
  async () => {
    const { page } = session;
    await openActivity(page, 'Testing');
    await testRow(page, 'lock').dblclick();
    await openByClick(
      lens(page, 'Debug').first(),
      dialog(page).getByText('Debug mutex/lock on Asks?'),
    );
    await dialog(page).getByRole('button', { name: 'Debug', exact: true }).click();
    await toolbar(page).waitFor();

    const other = await page.context().newPage();
    await openWorkbench(other, session.server, { folder: join(session.folder, 'radio') });
    await openActivity(other, 'Cyclescope');
    const board = row(other, 'launch:Alone');
    await openByClick(board, board.getByText('active'));
    await runCommand(other, 'Cyclescope: Benchmark');
    await pick(other, 'mutex/lock');
    const holder = /The debug probe is in use by .*debug session "Cyclescope: mutex\/lock"/;
    const refused = other.locator('.notification-toast', { hasText: holder }).first();
    await refused.getByRole('button', { name: 'Wait and Run' }).click();
    await webview(other).getByText('Waiting until the target is free').waitFor();
    await runCommand(page, 'Debug: Stop');
    await toolbar(page).waitFor({ state: 'hidden' });
    await webview(other).getByRole('button', { name: 'mutex/lock' }).waitFor();
    await closeWorkbench(other, session.server);
    await other.close();
  },
);
