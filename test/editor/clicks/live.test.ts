import { expect, test } from 'vitest';
import { emulatorsOf, until } from '../../../scripts/editor/processes.mjs';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import { openFile, pick, runCommand } from '../../../scripts/editor/workbench.mjs';
import { testInAll } from '../../everything';
import { seriousFindings } from './axe';
import { editorSession, storedStates } from './session';

const session = editorSession({
  open: (folder) => ({ folder: demoWorkspace(`${folder}/firmware`) }),
  // Enough executions that a run never ends on its own.
  settings: { 'cyclescope.iterations': 100_000_000 },
});

const emulators = () => emulatorsOf(session.server.folders.temporary);
const stop = () => session.view.getByRole('button', { name: 'Stop' });

/** The view's text with its number of samples. */
async function grows() {
  const read = () => session.view.locator('main').innerText();
  const before = await read();
  await expect.poll(read).not.toBe(before);
}

test('a run in progress is shown, accessibly', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, /^context_switch/);
  await stop().waitFor();
  await grows();
  expect(await seriousFindings(page)).toEqual([]);
});

testInAll('its view continues where it was after it was hidden or moved', async () => {
  const { page } = session;
  await openFile(page, 'crc.c');
  await page.locator('.tab', { hasText: 'Measuring' }).click();
  await stop().waitFor();
  await grows();
  await runCommand(page, 'View: Move Editor into Next Group');
  await stop().waitFor();
  await grows();
  expect(emulators().length).toBe(1);
});

testInAll('after a reload it reports that the run ended with the window', async () => {
  // The editor restores only its stored state: the view, and the run that it shows.
  await expect
    .poll(() => storedStates(session.page))
    .toMatch(/mainThreadWebview-cyclescope.*startedAt/);
  await session.reload();
  await session.view.getByText('The run ended when the window was reloaded.').waitFor();
  await until('a quiet target', () => emulators().length === 0);
});
