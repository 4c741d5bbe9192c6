import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chooseInMenu,
  openActivity,
  openByClick,
  pick,
  runCommand,
  testRow,
  unfold,
} from '../../../scripts/editor/workbench.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { startRig, type Rig } from '../../rig/rig';
import { editorSession } from './session';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** A project with one configuration of cortex-debug, which reaches the rig. */
function project(parent: string): { readonly folder: string } {
  const folder = join(parent, 'firmware');
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const original = inRoot('test', 'rig', 'openocd', 'stlink.cfg');
  writeFileSync(join(folder, 'rig.cfg'), `set RIG_PORT ${rig.stlinkPort}\nsource {${original}}\n`);
  const configuration = {
    name: 'Debug',
    type: 'cortex-debug',
    request: 'launch',
    servertype: 'openocd',
    configFiles: ['${workspaceFolder}/rig.cfg'],
    cwd: '${workspaceFolder}',
    executable: inRoot('dist', 'agent', 'qemu-freertos-m7', 'headline', 'agent.elf'),
  };
  const launch = { version: '0.2.0', configurations: [configuration] };
  writeFileSync(join(folder, '.vscode', 'launch.json'), JSON.stringify(launch));
  return { folder };
}

const session = editorSession({ open: project, cortexDebug: true });

const toolbar = (page: Page) => page.locator('.debug-toolbar');
const question = (page: Page) => page.locator('.monaco-dialog-box');
const board = (page: Page) =>
  page.locator('.pane-body .monaco-list-row', { hasText: 'launch:Debug' }).first();

test('a benchmark on a board is debugged from the Testing view, after a question', async () => {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await board(page).getByText('ready').waitFor();
  await openByClick(board(page), board(page).getByText('active'));
  await openActivity(page, 'Testing');
  await testRow(page, 'launch:Debug').getByText('active').waitFor();
  await unfold(page, 'heap');
  await chooseInMenu(testRow(page, 'malloc'), 'Debug this benchmark');
  await question(page).getByText('Debug heap/malloc on Debug?').waitFor();
  await question(page).getByRole('button', { name: 'Debug', exact: true }).click();
  await toolbar(page).waitFor();
  await runCommand(page, 'Debug Console: Focus on Debug Console View');
  await page.getByText(/^tbreak \*0x/).waitFor();
  expect(await rig.state()).toBe('waiting');
});

test('the session continues and nothing is measured if the user wants to keep it', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, 'heap/malloc');
  await question(page).getByText('"Cyclescope: heap/malloc" uses the probe').waitFor();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await question(page).waitFor({ state: 'detached' });
  await toolbar(page).waitFor();
  expect(await rig.state()).toBe('waiting');
});

test('the session is stopped for a run if the user agrees, and the run measures', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, 'heap/malloc');
  await question(page).getByRole('button', { name: 'Stop the Session and Benchmark' }).click();
  await toolbar(page).waitFor({ state: 'hidden' });
  await view.getByRole('button', { name: 'heap/malloc' }).waitFor();
  expect(await rig.state()).toBe('running');
});
