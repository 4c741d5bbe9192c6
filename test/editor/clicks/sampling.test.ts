import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimUses } from '../../../extension/targets/board/ownership/claim';
import { openActivity, pick, runCommand } from '../../../scripts/editor/workbench.mjs';
import { pyocd } from '../../../scripts/lib/paths.mjs';
import { buildLoop, loadedPieces } from '../../integration/sampling/firmware.mjs';
import { testInAll } from '../../everything';
import { type Rig, startRig } from '../../rig/rig';
import { editorSession } from './session';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ showsPc: true });
  for (const { address, bytes } of loadedPieces(buildLoop())) await rig.poke(address, bytes);
  await rig.fault({ do: 'reset-line' });
});
afterAll(() => rig.close());

/** A project whose settings name the rig. */
function project(parent: string): { readonly folder: string } {
  const folder = join(parent, 'firmware');
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const board = {
    name: 'rig',
    server: 'pyocd',
    device: 'cortex_m',
    probe: rig.pyocdProbe,
    program: pyocd.program,
  };
  const settings = { 'cyclescope.boards': [board] };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  return { folder };
}

const session = editorSession({ open: project });

async function sample(page: Page): Promise<void> {
  await runCommand(page, 'Cyclescope: Sample the running firmware…');
  await pick(page, 'board:rig');
  await pick(page, 'Show addresses instead of functions');
}

test('the firmware that runs is sampled, and its flame graph shows where the core was', async () => {
  const { page, view } = session;
  await openActivity(page, 'Cyclescope');
  const { halts } = await rig.counters();
  await sample(page);
  await view.getByText(/^sampled, flat: [\d,]+ samples in 5/).waitFor();
  await view.getByText('Name the ELF file of the firmware to see functions.').waitFor();
  // The loop of the function that takes the most time.
  await view.getByRole('row', { name: '0x56' }).waitFor();
  expect((await rig.counters()).halts).toBe(halts);
});

testInAll('a board in use is waited for after a question', async () => {
  const { page, server } = session;
  const own = join(server.folders.temporary, `cyclescope-${process.getuid?.()}`);
  const address = rig.pyocdProbe.replace('remote:', '');
  const holder = claimUses([{ kind: 'network', address }], {
    holder: 'another run',
    lockFolder: join(own, 'locks'),
  });
  await holder.take();
  await sample(page);
  const refused = page.locator('.notification-toast', { hasText: 'is in use by' });
  await refused.getByRole('button', { name: 'Wait and Sample' }).click();
  const progress = page.locator('.notification-toast', { hasText: 'Sampling the firmware on' });
  await progress.getByText('Waiting until the target is free').waitFor();
  holder.release();
  await progress.getByText(/[1-9][\d,]* samples/).waitFor();
  await progress.waitFor({ state: 'detached' });
});

test('a core that hides its program counter is stopped after a question only', async () => {
  const { page } = session;
  await rig.fault({ do: 'answer-pcsr', value: 0 });
  const { halts } = await rig.counters();
  await sample(page);
  const question = page.locator('.monaco-dialog-box');
  await question.getByText('Disturb the firmware on').waitFor();
  expect((await rig.counters()).halts).toBe(halts);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await rig.state()).toBe('running');
});
