import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
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
  rig = await startRig({ rests: true });
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

test('an STM32 project with ST-LINK reaches figures with one question: on which target', async () => {
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
  await page.locator('.statusbar-item', { hasText: 'launch:Debug' }).first().waitFor();
});
