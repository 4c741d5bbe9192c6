import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { size } from '../../../extension/measure';
import { readRunRecord } from '../../../extension/runs';
import { pick, runCommand } from '../../../scripts/editor/workbench.mjs';
import {
  describeBoard,
  foreignProject,
  placeStLink,
  STM32,
} from '../../integration/cmake/foreign-project';
import { type ServerByHand, startByHand } from '../../integration/rig-tools';
import { type Rig, startRig } from '../../rig/rig';
import { editorSession } from '../clicks/session';

let rig: Rig;
let server: ServerByHand;
beforeAll(async () => {
  rig = await startRig();
  server = await startByHand(rig);
  placeStLink(join(session.folder, 'bin'), server.port);
});
afterAll(async () => {
  await server.end();
  await rig.close();
});

const session = editorSession({
  open: (parent) => {
    const folder = join(parent, 'stm32');
    foreignProject(folder, STM32);
    const settings = { 'cyclescope.programsFolders': [join(parent, 'bin')] };
    writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
    return { folder };
  },
});

/** The records of the runs that are stored by now. */
function readStoredRuns() {
  const runs = join(session.folder, 'stm32', '.cyclescope', 'runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  return names
    .map((name) => join(runs, name, 'run.json'))
    .filter((path) => existsSync(path))
    .map((path) => readRunRecord(readFileSync(path, 'utf8')).record);
}

test('an STM32 project with ST-LINK is built and measured on the active target', async () => {
  const { page, view, folder } = session;
  // Our firmware would run on an emulated board as well.
  await runCommand(page, 'Cyclescope: Select the active target');
  await pick(page, 'launch:Debug');
  await runCommand(page, 'Cyclescope: Add the agent to this project');
  await pick(page, 'files added');
  const added = page.locator('.notification-toast', { hasText: 'The agent was added to' });
  const build = added.getByRole('button', { name: 'Build and Benchmark' });
  await build.waitFor();
  describeBoard(join(folder, 'stm32'));
  await build.click();
  await view.getByText('heap/malloc').first().waitFor();
  await expect
    .poll(readStoredRuns)
    .toMatchObject([{ status: 'complete', target: { id: 'launch:Debug' } }]);
  const operations = readStoredRuns()[0]?.passes[0]?.operations ?? [];
  const malloc = operations.find(({ suite, op }) => suite === 'heap' && op === 'malloc');
  expect(size(malloc?.quiet ?? []) + size(malloc?.ticked ?? [])).toBeGreaterThan(0);
});
