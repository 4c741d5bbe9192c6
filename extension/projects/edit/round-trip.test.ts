import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWorld } from '../read';
import { changeToAdd } from './add';
import { applyChange } from './apply';
import { answersTo } from './facts';
import { findProjects } from './find';
import type { ChangeOutcome, Project } from './project';
import { changeToRemove } from './remove';
import { readSdk, type SdkFiles } from './sdk';
import { readState } from './state';

const SAMPLES = join(import.meta.dirname, '../../../test/golden/projects');
const REPOSITORY = join(import.meta.dirname, '../../..');

let root = '';
let sdk: SdkFiles;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'projects-'));
  await cp(SAMPLES, root, { recursive: true });
  sdk = await readSdk(REPOSITORY);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Every file and folder with its bytes. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const all = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isFile() ? (await readFile(path)).toString('base64') : 'folder';
      return [relative(root, path), content] as const;
    }),
  );
  return Object.fromEntries(all.sort());
}

async function projectIn(name: string): Promise<Project> {
  const [project] = findProjects(await readWorld({ folders: [{ path: join(root, name) }] }));
  if (project === undefined) throw new Error(`no project in ${name}`);
  return project;
}

function changeOf(outcome: ChangeOutcome) {
  if ('gap' in outcome) throw new Error(outcome.gap.what);
  return outcome.change;
}

const samples = [
  ['zephyr-blinky', 'zephyr', 'Zephyr application "blinky"'],
  ['mcux-west-sensor', 'mcuxpresso', 'MCUXpresso project "sensor"'],
  ['mcux-zip-hello', 'mcuxpresso-zip', 'MCUXpresso project "hello_world"'],
  ['freertos-pump', 'cmake-freertos', 'FreeRTOS project "pump"'],
  ['linux-logger', 'cmake-linux', 'Linux program "logger"'],
] as const;

test.each(samples)(
  'adding and removing the agent leaves %s as it was, byte for byte',
  async (name, kind, title) => {
    const before = await everything();
    const project = await projectIn(name);
    expect([project.kind, project.title, project.hasAgent]).toEqual([kind, title, false]);
    const target = answersTo(project, 'target').at(-1)?.value;
    const answers = target === undefined ? {} : { target };

    const added = changeOf(changeToAdd(project, await readState(project), sdk, answers));
    expect(added.remarks).toEqual([]);
    await applyChange(added);
    const withAgent = await projectIn(name);
    expect(withAgent.hasAgent).toBe(true);
    expect(await everything()).not.toEqual(before);

    const again = changeOf(changeToAdd(withAgent, await readState(withAgent), sdk));
    expect([again.files, again.remarks]).toEqual([[], []]);

    const removed = changeOf(changeToRemove(withAgent, await readState(withAgent)));
    expect(removed.remarks).toEqual([]);
    await applyChange(removed);
    expect(await everything()).toEqual(before);
    expect((await projectIn(name)).hasAgent).toBe(false);
  },
);

test('a newer Cyclescope updates the copy, and shows that', async () => {
  const before = await everything();
  const project = await projectIn('linux-logger');
  await applyChange(changeOf(changeToAdd(project, await readState(project), sdk)));
  const files = new Map(sdk.files);
  files.set('target-agent/core/run.c', '/* newer */\n');
  files.set('target-agent/core/new.c', '/* new */\n');
  files.delete('target-agent/core/agent.c');
  const newer: SdkFiles = { version: '99.0.0', files };
  const withAgent = await projectIn('linux-logger');
  const change = changeOf(changeToAdd(withAgent, await readState(withAgent), newer));
  const places = change.files.map(({ path, before: old, after }) => [
    relative(join(withAgent.folder, 'cyclescope'), path),
    old !== undefined,
    after !== undefined,
  ]);
  expect(places).toEqual([
    ['target-agent/core/run.c', true, true],
    ['target-agent/core/new.c', false, true],
    ['target-agent/core/agent.c', true, false],
    ['SHA256SUMS', true, true],
  ]);
  await applyChange(change);
  const renewed = await projectIn('linux-logger');
  await applyChange(changeOf(changeToRemove(renewed, await readState(renewed))));
  expect(await everything()).toEqual(before);
});
