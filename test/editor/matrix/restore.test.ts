import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/editor/processes.mjs';
import {
  dialog,
  openActivity,
  openByClick,
  pick,
  runCommand,
} from '../../../scripts/editor/workbench.mjs';
import { pyocd } from '../../../scripts/lib/paths.mjs';
import { buildFlashAlgorithm, type FlashAlgorithm } from '../../integration/flash-algorithm/build';
import { previousFirmware } from '../../integration/flash-algorithm/previous-firmware';
import { startRig, type Rig } from '../../rig/rig';
import { editorSession } from '../clicks/session';

const BYTES = 0x20000;

let rig: Rig;
let flash: FlashAlgorithm;
const old = previousFirmware(BYTES);
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** A project whose settings name the rig, the low memory of which behaves as flash. */
function project(parent: string): { readonly folder: string } {
  const folder = join(parent, 'firmware');
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  flash = buildFlashAlgorithm(parent);
  const board = {
    name: 'rig',
    server: 'pyocd',
    device: 'cortex_m',
    probe: rig.pyocdProbe,
    program: pyocd.program,
    args: flash.args,
    images: 'qemu-freertos-m7',
  };
  const settings = { 'cyclescope.boards': [board] };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  return { folder };
}

const session = editorSession({ open: project });

const row = (page: Page) => page.locator('.pane-body .monaco-list-row', { hasText: 'board:rig' });
const message = (page: Page, hasText: string) =>
  page.locator('.notification-toast', { hasText }).first();
const inFlash = async () => Buffer.from(await rig.peek(flash.start, BYTES));
const backups = () => join(session.folder, 'firmware', '.cyclescope', 'flash');

async function benchmark(page: Page): Promise<void> {
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, 'mutex/lock');
  await dialog(page).getByText('Overwrite the flash of board:rig with the agent?').waitFor();
}

async function agree(page: Page): Promise<void> {
  await dialog(page).getByText('Restore the firmware of board:rig?').waitFor();
  await dialog(page).getByRole('button', { name: 'Restore', exact: true }).click();
}

async function chooseFolder(page: Page, folder: string): Promise<void> {
  const list = page.locator('.quick-input-widget');
  const path = list.locator('input[type="text"]').first();
  // It writes the folder that it begins with once it has read that one.
  await until('the folder dialog', async () => (await path.inputValue()).endsWith('/firmware/'));
  await path.fill(folder);
  await list.getByRole('button', { name: 'Choose' }).click();
}

test('flash is not written before the user agrees', async () => {
  const { page } = session;
  await rig.poke(flash.start, old);
  await openActivity(page, 'Cyclescope');
  await row(page).first().getByText('ready').waitFor();
  await openByClick(row(page).first(), row(page).first().getByText('active'));
  await benchmark(page);
  await dialog(page)
    .getByText(/would overwrite \d+ bytes of flash at 0x00000000/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await inFlash()).toEqual(old);
});

test('after a backup it is written and measured, and the earlier contents are kept', async () => {
  const { page, view } = session;
  await benchmark(page);
  await dialog(page).getByRole('button', { name: 'Back Up First, Then Write' }).click();
  await view.getByRole('button', { name: 'mutex/lock' }).waitFor();
  expect(await inFlash()).not.toEqual(old);
  expect(readdirSync(backups())).toHaveLength(1);
});

test("the backup's message restores the firmware that was there, byte for byte", async () => {
  const { page } = session;
  const kept = message(page, 'The previous flash contents of board:rig are backed up in');
  await kept.getByRole('button', { name: 'Restore the Firmware…' }).click();
  await pick(page, 'board:rig');
  await dialog(page)
    .getByText(/[\d,]+ bytes at 0x00000000/)
    .waitFor();
  await agree(page);
  await message(page, 'The flash of board:rig was restored').waitFor();
  expect(await inFlash()).toEqual(old);
  expect(await rig.state()).toBe('running');
});

test('a backup in another place can be chosen, and only differences are written', async () => {
  const { page } = session;
  const [name = ''] = readdirSync(backups());
  const elsewhere = join(session.folder, 'elsewhere');
  cpSync(join(backups(), name), elsewhere, { recursive: true });
  const restore = async () => {
    await runCommand(page, 'Notifications: Clear All Notifications');
    await runCommand(page, 'Cyclescope: Restore the firmware…');
    await pick(page, 'Another folder…');
    await chooseFolder(page, elsewhere);
    await agree(page);
  };
  await rig.poke(flash.start, Buffer.from('other'));
  await restore();
  await message(page, `: ${flash.blockSize.toLocaleString('en')} bytes were written`).waitFor();
  expect(await inFlash()).toEqual(old);
  await restore();
  await message(page, 'already has these contents. Nothing was written').waitFor();
});
