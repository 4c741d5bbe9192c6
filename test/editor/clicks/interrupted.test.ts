import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testInAll } from '../../everything';
import { listEmulators, until } from '../../../scripts/editor/processes.mjs';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import {
  openActivity,
  openFile,
  pick,
  runCommand,
  runTest,
  testRow,
  unfold,
} from '../../../scripts/editor/workbench.mjs';
import { editorSession, readStoredStates } from './session';

const session = editorSession({
  open: (folder) => ({ folder: demoWorkspace(`${folder}/firmware`) }),
  // Enough executions that a run never ends on its own.
  settings: { 'cyclescope.iterations': 100_000_000 },
});

const runs = join(session.folder, 'firmware', '.cyclescope', 'runs');

const emulators = () => listEmulators(session.server.folders.temporary);

const stop = () => session.view.getByRole('button', { name: 'Stop' });

/** The view's text with its number of samples. */
async function grows() {
  const read = () => session.view.locator('main').innerText();
  const before = await read();
  await expect.poll(read).not.toBe(before);
}

/** The runs that are not complete. */
function halfRuns(): readonly string[] {
  const names = existsSync(runs) ? readdirSync(runs) : [];
  return names.filter((name) => !existsSync(join(runs, name, 'run.json')));
}

/** Half runs and locks, which only a run in progress may have. */
function listLeftOvers(): readonly string[] {
  const options = { recursive: true, withFileTypes: true } as const;
  const files = readdirSync(session.server.folders.temporary, options);
  const locks = files.filter((file) => file.isFile() && /\.lock$|locks/.test(file.parentPath));
  return [...halfRuns(), ...locks.map(({ name }) => name)];
}

/** Everything of a run that a killed or reloaded editor might leave. */
const remains = () => [...emulators().map(({ command }) => command), ...listLeftOvers()];

async function startRun() {
  const { page } = session;
  await openActivity(page, 'Cyclescope');
  await openActivity(page, 'Testing');
  await unfold(page, 'context_switch');
  await runTest(page, 'switch');
  // Only an emulator may be asked for its version.
  await until('a run in progress', () => halfRuns().length > 0 && emulators().length > 0);
}

async function stopRun() {
  await session.page.getByRole('button', { name: /^Cancel Test Run/ }).click();
  await until('a quiet target', () => emulators().length === 0);
}

test('a run in progress is shown', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, /^context_switch/);
  await stop().waitFor();
  await grows();
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

test('after a reload it reports that the run ended with the window, and leaves no process and no partial run', async () => {
  // The editor restores only its stored state: the view, and the run that it shows.
  await expect
    .poll(() => readStoredStates(session.page))
    .toMatch(/mainThreadWebview-cyclescope.*startedAt/);
  await session.reload();
  // Its results, if what was measured has been put together before.
  await session.view
    .getByText(/^The run ended when the window was reloaded|^This run is incomplete/)
    .first()
    .waitFor();
  await expect.poll(remains).toEqual([]);
});

testInAll('a run stopped in the middle leaves a quiet target', async () => {
  const { page } = session;
  await startRun();
  await stopRun();
  // What was measured until then is never shown without that word.
  expect(
    await testRow(page, 'switch')
      .getByText(/^(?!.*(stopped|incomplete)).*p50/)
      .count(),
  ).toBe(0);
});

testInAll('a killed extension host leaves no process, no lock and no partial run', async () => {
  await startRun();
  const hosts = session.processes().filter(({ command }) => /--type=extensionHost/.test(command));
  for (const { pid } of hosts) process.kill(pid, 'SIGKILL');
  await expect.poll(remains).toEqual([]);
  // The editor starts another host, which measures again.
  await startRun();
  await stopRun();
});
