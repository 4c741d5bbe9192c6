import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimUses } from '../../../extension/targets/board/ownership/claim';
import {
  chooseInMenu,
  dialog,
  openActivity,
  openByClick,
  openFile,
  pick,
  runCommand,
  testRow,
  unfold,
} from '../../../scripts/editor/workbench.mjs';
import { copyObjects } from '../../../scripts/lib/objects.mjs';
import { inRoot, pyocd } from '../../../scripts/lib/paths.mjs';
import { buildLoop, listLoadedPieces } from '../../integration/sampling/firmware.mjs';
import { describeInAll, testInAll } from '../../everything';
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

/** A benchmark, the function that it needs, and a program that cannot be built into an image. */
const sources = {
  'filter.c': [
    '#include <cyclescope/bench.h>',
    'int fir(int sample);',
    'CYCLESCOPE_BENCH(fir) { CYCLESCOPE_KEEP(fir(4)); }',
  ],
  'src/fir.c': ['int fir(int sample)', '{', '    return 3 * sample + 1;', '}'],
  'src/main.c': ['int fir(int sample);', 'int main(void)', '{', '    for (;;) fir(1);', '}'],
};

/** A folder whose launch.json names boards that cannot be used here. */
function project(folder: string): { readonly folder: string } {
  const path = join(folder, 'firmware');
  mkdirSync(join(path, '.vscode'), { recursive: true });
  mkdirSync(join(path, 'src'));
  writeFileSync(join(path, '.vscode', 'launch.json'), JSON.stringify(launch));
  for (const [name, lines] of Object.entries(sources))
    writeFileSync(join(path, name), `${lines.join('\n')}\n`);
  copyObjects(path, 'ram-cortex-m7');
  return { folder: path };
}

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ showsPc: true });
});
afterAll(() => rig.close());

const session = editorSession({ open: project });

const row = (page: Page, text: string | RegExp) =>
  page.locator('.pane-body .monaco-list-row', { hasText: text }).first();

async function unfoldBoard(page: Page, name: string): Promise<void> {
  await row(page, name).locator('.monaco-tl-twistie').click();
}

/** Adds the rig to the user's boards while the editor is open. */
function setBoard(board: object): void {
  const settings = { 'cyclescope.boards': [{ name: 'rig', ...board }] };
  const file = join(session.folder, 'firmware', '.vscode', 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
}

/** The rig over OpenOCD, with an agent or not. */
function addRig(agent: { readonly elf?: string }): void {
  const config = join(session.folder, 'firmware', 'rig.cfg');
  const original = inRoot('test', 'rig', 'openocd', 'stlink.cfg');
  writeFileSync(config, `set RIG_PORT ${rig.stlinkPort}\nsource {${original}}\n`);
  setBoard({ server: 'openocd', configFiles: [config], ...agent });
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

testInAll('Profile in the Testing view samples a benchmark on that board', async () => {
  const { page, view } = session;
  await openActivity(page, 'Testing');
  await unfold(page, 'sync');
  await chooseInMenu(testRow(page, 'mutex_lock_unlock'), 'Execute Using Profile...');
  await pick(page, 'Profile');
  await view.getByText(/^sampled, flat: [\d,]+ samples in 3/).waitFor();
  await view.getByRole('row', { name: /xQueueGenericSend/ }).waitFor();
  expect(await rig.state()).toBe('running');
  await openActivity(page, 'Cyclescope');
});

test("a board without an agent measures a function from the RAM of its chip by the function's lens, after one question", async () => {
  const { page, view } = session;
  const lens = (hasText: string | RegExp) => page.locator('.codelens-decoration a', { hasText });
  await openFile(page, 'filter.c');
  await lens('not in the agent of board:rig').waitFor();
  addRig({});
  await lens('Run on board:rig').click();
  await page.getByPlaceholder('Select the chip behind rig').fill('STM32F405RG');
  await pick(page, 'STM32F405RG');
  // They are inconclusive if other load has changed the rate of the virtual core.
  await lens(/\d cycles\b/).click();
  await view.getByRole('button', { name: 'filter/fir' }).waitFor();
  await view.getByLabel('Histogram of filter/fir').first().waitFor();
  await view.getByText('Also built, because your benchmarks need it: src/fir.c.').waitFor();
});

testInAll('such a board is measured as a whole without another question', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Benchmark the connected board');
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

testInAll('the lens then records what ran during its slowest sample', async () => {
  const { page, view } = session;
  const lens = (hasText: string) => page.locator('.codelens-decoration a', { hasText });
  await openFile(page, 'filter.c');
  await lens('Run with trace').click();
  await lens('Slowest sample').click();
  await view.getByRole('application', { name: 'Timeline' }).waitFor();
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

describeInAll('the firmware that runs on a board', () => {
  beforeAll(async () => {
    for (const { address, bytes } of listLoadedPieces(buildLoop())) await rig.poke(address, bytes);
    await rig.fault({ do: 'reset-line' });
    setBoard({
      server: 'pyocd',
      device: 'cortex_m',
      probe: rig.pyocdProbe,
      program: pyocd.program,
    });
    await row(session.page, 'board:rig').getByText('ready').waitFor();
  });

  async function sample(page: Page): Promise<void> {
    await runCommand(page, 'Cyclescope: Sample the running firmware…');
    await pick(page, 'board:rig');
    await pick(page, 'Show addresses instead of functions');
  }

  test('the firmware that runs is sampled, and its flame graph shows where the core was', async () => {
    const { page, view } = session;
    const { halts } = await rig.counters();
    await sample(page);
    await view.getByText(/^sampled, flat: [\d,]+ samples in 5/).waitFor();
    await view.getByText('Name the ELF file of the firmware to see functions.').waitFor();
    // The loop of the function that takes the most time.
    await view.getByRole('row', { name: '0x56' }).waitFor();
    expect((await rig.counters()).halts).toBe(halts);
  });

  test('a board in use is waited for after a question', async () => {
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
    await dialog(page).getByText('Disturb the firmware on').waitFor();
    expect((await rig.counters()).halts).toBe(halts);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await rig.state()).toBe('running');
  });
});
