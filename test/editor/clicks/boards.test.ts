import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openActivity, openByClick, pick, runCommand } from '../../../scripts/editor/workbench.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { startRig, type Rig } from '../../rig/rig';
import { editorSession } from './session';

const launch = {
  version: '0.2.0',
  configurations: [
    {
      name: 'Debug "J-Link"',
      type: 'cortex-debug',
      request: 'launch',
      servertype: 'openocd',
      serverpath: '/nonexistent/openocd',
      configFiles: ['target/x.cfg'],
      cwd: '${workspaceFolder}',
      executable: 'app.elf',
    },
    { name: 'Asks', type: 'cortex-debug', servertype: 'pyocd', targetId: '${input:which}' },
  ],
};

/** A project whose launch.json names boards that cannot be used here. */
function project(folder: string): { readonly folder: string } {
  const path = join(folder, 'firmware');
  mkdirSync(join(path, '.vscode'), { recursive: true });
  writeFileSync(join(path, '.vscode', 'launch.json'), JSON.stringify(launch));
  return { folder: path };
}

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const session = editorSession({ open: project });

const row = (page: Page, text: string | RegExp) =>
  page.locator('.pane-body .monaco-list-row', { hasText: text }).first();

async function unfoldBoard(page: Page, name: string): Promise<void> {
  await row(page, name).locator('.monaco-tl-twistie').click();
}

/** The rig as a board of the user, with an agent or not, added while the editor is open. */
function addRig(agent: { readonly elf?: string }): void {
  const folder = join(session.folder, 'firmware');
  const config = join(folder, 'rig.cfg');
  const original = inRoot('test', 'rig', 'openocd', 'stlink.cfg');
  writeFileSync(config, `set RIG_PORT ${rig.stlinkPort}\nsource {${original}}\n`);
  const board = { name: 'rig', server: 'openocd', configFiles: [config], ...agent };
  const settings = { 'cyclescope.boards': [board] };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
}

test('a board of launch.json is listed with its source and the missing program', async () => {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await row(page, 'launch:Debug "J-Link"').getByText('/nonexistent/openocd').waitFor();
  await unfoldBoard(page, 'launch:Debug "J-Link"');
  await row(page, 'from launch.json: "Debug "J-Link""').waitFor();
});

test('a question that no program can answer is listed, and the agent is asked for', async () => {
  const { page } = session;
  await row(page, 'launch:Asks').getByText('${input:which}').waitFor();
  await row(page, /The agent image .*app\.elf does not exist/).waitFor();
});

test('a board added to the settings appears at once, and is measured', async () => {
  const { page, view } = session;
  addRig({ elf: inRoot('dist', 'agent', 'qemu-freertos-m7', 'headline', 'agent.elf') });
  await row(page, 'board:rig').getByText('ready').waitFor();
  await openByClick(row(page, 'board:rig'), row(page, 'board:rig').getByText('active'));
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, 'heap/malloc');
  await view.getByRole('button', { name: 'heap/malloc' }).waitFor();
  expect(await rig.state()).toBe('running');
  // The notes beside it are long, and wrap.
  const histogram = await view.locator('.distribution').boundingBox();
  expect(histogram?.width).toBeGreaterThan(300);
});

test('a board without an agent is measured from the RAM of its chip, after one question', async () => {
  const { page, view } = session;
  addRig({});
  await openByClick(row(page, 'board:rig'), row(page, 'board:rig').getByText('active'));
  // Until then the board has the agent of before.
  await row(page, 'board:rig').getByText('missing: agent').waitFor();
  await runCommand(page, 'Cyclescope: Benchmark the connected board');
  await page.locator('.quick-input-widget input').first().fill('STM32F405RG');
  await pick(page, 'STM32F405RG');
  await view.getByText(/of \d+ samples/).waitFor();
  expect(await view.locator('main').innerText()).toContain('cycles');
  expect(await rig.state()).toBe('running');
  // A run that is stopped keeps the families that are complete: the first one is once another has begun.
  await view
    .getByText(/^(context_switch|mutex|thread)\//)
    .first()
    .waitFor();
  await view.getByRole('button', { name: 'Stop' }).click();
  await view.getByRole('button', { name: 'heap/malloc' }).waitFor();
});

test('a board whose configuration was removed stays active, and nothing else is measured', async () => {
  const { page } = session;
  writeFileSync(join(session.folder, 'firmware', '.vscode', 'settings.json'), '{}');
  await row(page, 'board:rig').getByText('its configuration no longer exists').waitFor();
  const message = page.locator('.notification-toast', { hasText: 'board:rig cannot be used' });
  const completing = message.getByRole('button', { name: 'Complete It' }).first();
  await runCommand(page, 'Cyclescope: Benchmark');
  await completing.click();
  await pick(page, 'qemu-freertos-m7');
  await page.locator('.statusbar-item', { hasText: 'qemu-freertos-m7' }).waitFor();
});
