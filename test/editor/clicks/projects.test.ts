import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../scripts/editor/processes.mjs';
import {
  clearNotifications,
  openFile,
  pick,
  runCommand,
} from '../../../scripts/editor/workbench.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { testInAll } from '../../everything';
import { editorSession } from './session';

const BLOCK = /# >>> cyclescope[^]*# <<< cyclescope\n/;

/** A program for Linux without Cyclescope. */
function project(folder: string): { readonly folder: string } {
  const path = join(folder, 'checksum');
  cpSync(inRoot('sdk-integration', 'linux', 'example'), path, { recursive: true });
  const lists = join(path, 'CMakeLists.txt');
  // One family of benchmarks keeps the two builds short.
  const text = readFileSync(lists, 'utf8').replace(
    /^project\(.*\n/m,
    '$&set(CYCLESCOPE_FAMILIES heap)\n',
  );
  writeFileSync(lists, text.replace(BLOCK, ''));
  return { folder: path };
}

const session = editorSession({ open: project });

const inFolder = (...names: readonly string[]) => join(session.folder, 'checksum', ...names);
const lists = () => readFileSync(inFolder('CMakeLists.txt'), 'utf8');
const quick = () => session.page.locator('.quick-input-widget');
const toast = (text: string | RegExp) =>
  session.page.locator('.notification-toast', { hasText: text });

let before: ReadonlyMap<string, string>;

function everything(): ReadonlyMap<string, string> {
  const files = readdirSync(inFolder(), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && !file.parentPath.includes('.cyclescope'))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => [path, readFileSync(path, 'latin1')] as const);
  return new Map(texts);
}

test('the change is shown as a diff with its sources, and nothing is changed before a click', async () => {
  const { page } = session;
  before = everything();
  await runCommand(page, 'Cyclescope: Add the agent to this project');
  await quick().getByText('Add the agent', { exact: true }).waitFor();
  await quick()
    .getByText(/cyclescope\/: files added: [1-9]\d\d, /)
    .waitFor();
  await quick().getByText('CMakeLists.txt:13').waitFor();
  await page.locator('.multi-file-diff, .monaco-diff-editor').first().waitFor();
  await page.getByText('cyclescope_add_to').first().waitFor();
  expect(everything()).toEqual(before);
});

test('a cancel leaves everything as it is', async () => {
  const { page } = session;
  await page.keyboard.press('Escape');
  await quick().waitFor({ state: 'hidden' });
  expect(everything()).toEqual(before);
});

test('one click adds the agent', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Add the agent to this project');
  await pick(page, 'files added');
  await toast('The agent was added to Linux program "checksum".').waitFor();
  expect(lists()).toMatch(BLOCK);
  expect(existsSync(inFolder('cyclescope', 'sdk-integration', 'linux', 'linux.cmake'))).toBe(true);
});

test('a cancelled build ends at once, and prints nothing more', async () => {
  await toast('The agent was added to')
    .getByRole('button', { name: 'Build and Benchmark' })
    .click();
  const building = toast('Building Linux program "checksum"');
  await building.getByRole('button', { name: 'Cancel' }).click();
  await building.waitFor({ state: 'hidden' });
  const builds = () =>
    session.processes().filter(({ command }) => /cmake|make|ninja/.test(command));
  await until('the end of the build', () => builds().length === 0);
  expect(await toast('The build').count()).toBe(0);
});

test('a compiler error is shown at its line until a build succeeds', async () => {
  const { page } = session;
  const good = readFileSync(inFolder('crc.c'), 'utf8');
  const line = good.split('\n').length;
  writeFileSync(inFolder('crc.c'), `${good}int wrong = nowhere;\n`);
  await runCommand(page, 'Cyclescope: Build and benchmark');
  await toast(/The build failed .*nowhere/).waitFor();
  await clearNotifications(page);
  await runCommand(page, 'Problems: Focus on Problems View');
  const problem = page.locator('.markers-panel .monaco-list-row', { hasText: 'nowhere' }).first();
  await problem.getByText(`[Ln ${line}, Col `, { exact: false }).waitFor();
  await problem.click();
  await page.locator('.tab.active', { hasText: 'crc.c' }).waitFor();
  writeFileSync(inFolder('crc.c'), good);
  await runCommand(page, 'View: Close All Editors');
});

test('the project builds the agent, and all its operations are measured on this computer', async () => {
  const { page, view } = session;
  const own = '${CMAKE_CURRENT_LIST_DIR}/bench_crc.c';
  const text = lists().replace('(CYCLESCOPE_BENCHES)', `(CYCLESCOPE_BENCHES ${own})`);
  writeFileSync(inFolder('CMakeLists.txt'), text);
  await runCommand(page, 'Cyclescope: Build and benchmark');
  await toast('Building Linux program "checksum"').waitFor();
  await view.getByText('bench_crc/crc32').first().waitFor();
  await page.locator('.statusbar-item', { hasText: 'local-linux' }).first().waitFor();
  await page.locator('.markers-panel').getByText('No problems have been detected').waitFor();
});

test('its source shows figures, and explains how to measure again', async () => {
  const { page } = session;
  await openFile(page, 'bench_crc.c');
  const lens = page.locator('.codelens-decoration a', { hasText: 'Run on local-linux' });
  await lens.first().waitFor();
});

test('removing shows the change, too, and leaves nothing behind', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Remove the agent from this project');
  await pick(page, 'files removed');
  await toast('The agent was removed from').waitFor();
  expect(everything()).toEqual(before);
});

testInAll('the agent can be added again', async () => {
  const { page } = session;
  await runCommand(page, 'Cyclescope: Add the agent to this project');
  await quick().getByText('files added').first().waitFor();
  await page.keyboard.press('Escape');
});
