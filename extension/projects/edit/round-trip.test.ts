import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readWorld } from '../read';
import { changeToAdd } from './add';
import { applyChange } from './apply';
import { stepsToBuild } from './built';
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

beforeAll(async () => {
  sdk = await readSdk(REPOSITORY);
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'projects-'));
  await cp(SAMPLES, root, { recursive: true });
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

async function findProject(name: string): Promise<Project> {
  const [project] = findProjects(await readWorld({ folders: [{ path: join(root, name) }] }));
  if (project === undefined) throw new Error(`no project in ${name}`);
  return project;
}

function requireChange(outcome: ChangeOutcome) {
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
    const project = await findProject(name);
    expect([project.kind, project.title, project.hasAgent]).toEqual([kind, title, false]);
    const target = answersTo(project, 'target').at(-1)?.value;
    const answers = target === undefined ? {} : { target };

    const added = requireChange(changeToAdd(project, await readState(project), sdk, answers));
    expect(added.remarks).toEqual([]);
    await applyChange(added);
    const withAgent = await findProject(name);
    expect(withAgent.hasAgent).toBe(true);
    expect(await everything()).not.toEqual(before);

    const again = requireChange(changeToAdd(withAgent, await readState(withAgent), sdk));
    expect([again.files, again.remarks]).toEqual([[], []]);

    const removed = requireChange(changeToRemove(withAgent, await readState(withAgent)));
    expect(removed.remarks).toEqual([]);
    await applyChange(removed);
    expect(await everything()).toEqual(before);
    expect((await findProject(name)).hasAgent).toBe(false);
  },
);

/** Returns the code in the cells of a row of "By hand" in docs/projects.md. */
async function rowByHand(system: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(join(REPOSITORY, 'docs/projects.md'), 'utf8');
  const [, section = ''] = text.split('\n## By hand\n');
  const row = section.split('\n').find((line) => line.startsWith('|') && line.includes(system));
  const cells = row?.split('|').slice(1, -1) ?? [];
  return cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
}

test.each([
  ['Zephyr', 'zephyr-blinky', { board: 'b' }],
  ['MCUXpresso SDK', 'mcux-west-sensor', { board: 'b' }],
  ['plain CMake', 'freertos-pump', { target: 'pump', preset: 'release' }],
])('docs/projects.md describes by hand what is added to %s', async (system, name, answers) => {
  const [, [call = '', ...inProject] = [], [build = '', ...inBuild] = []] = await rowByHand(system);
  const project = await findProject(name);
  const { files } = requireChange(changeToAdd(project, await readState(project), sdk, answers));
  const written = new Map(files.map(({ path, after }) => [relative(project.folder, path), after]));
  const start = call.replace(/(<cyclescope>)?\)$/, '').replace('firmware', 'pump');
  expect(written.get('CMakeLists.txt')).toContain(start);
  if (inProject.includes('cyclescope.conf')) expect(written.has('cyclescope.conf')).toBe(true);

  const plan = stepsToBuild({ ...project, westTop: root }, 'headline', answers, 'linux');
  const lines = 'steps' in plan ? plan.steps.map(({ line }) => line).join('\n') : plan.gap.what;
  const [command = '', snippet] = build.split(' -S ');
  for (const word of command.split(' ')) expect(lines).toContain(word);
  const snippets = 'sdk-integration/zephyr/snippets';
  const named =
    snippet === undefined ? inBuild : [...inBuild, `${snippets}/${snippet}/snippet.yml`];
  for (const path of named) expect(existsSync(join(REPOSITORY, path)), path).toBe(true);
});

test('a newer Cyclescope updates the copy, and shows that', async () => {
  const before = await everything();
  const project = await findProject('linux-logger');
  await applyChange(requireChange(changeToAdd(project, await readState(project), sdk)));
  const files = new Map(sdk.files);
  files.set('target-agent/core/run.c', '/* newer */\n');
  files.set('target-agent/core/new.c', '/* new */\n');
  files.delete('target-agent/core/agent.c');
  const newer: SdkFiles = { version: '99.0.0', files };
  const withAgent = await findProject('linux-logger');
  const change = requireChange(changeToAdd(withAgent, await readState(withAgent), newer));
  const contents = change.files.map(({ path, before: old, after }) => [
    relative(join(withAgent.folder, 'cyclescope'), path),
    old !== undefined,
    after !== undefined,
  ]);
  expect(contents).toEqual([
    ['target-agent/core/run.c', true, true],
    ['target-agent/core/new.c', false, true],
    ['target-agent/core/agent.c', true, false],
    ['SHA256SUMS', true, true],
  ]);
  await applyChange(change);
  const renewed = await findProject('linux-logger');
  await applyChange(requireChange(changeToRemove(renewed, await readState(renewed))));
  expect(await everything()).toEqual(before);
});
