import { copyFileSync, cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExampleHistory, exampleHistory } from '../../extension/history/testing/repository';
import { inRoot, nodeForWindows } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../integration/agent/temporary';
import { onLinux, onWindows } from './command-line';
import { callWindowsGit, endWindows } from './wine';

const CYCLICTEST = inRoot('extension', 'runs', 'imports', 'formats', 'cyclictest.example.txt');

/** Two workspaces with the same runs, one for each system. */
let linux: string;
let windows: string;
beforeAll(async () => {
  [linux, windows] = [temporaryFolder('linux'), temporaryFolder('windows')] as const;
  const run = 'run --target qemu-freertos-m7 --bench heap --bench mutex --iterations 200';
  for (const line of [`${run} --trace`, run]) {
    const { code, err } = await onLinux(linux, line);
    expect(code, err).toBe(0);
  }
  copyFileSync(CYCLICTEST, join(linux, 'cyclictest.json'));
  const [traced = ''] = readdirSync(join(linux, '.cyclescope', 'runs'));
  for (const name of ['recording.SVDat', 'recording-traced.SVDat'])
    copyFileSync(join(linux, '.cyclescope', 'runs', traced, name), join(linux, name));
  cpSync(linux, windows, { recursive: true });
});
afterAll(endWindows);

/** The output with the names of a workspace's files as every system writes them. */
const plain = (text: string, folder: string) =>
  text.replaceAll(/\\+/g, '/').replaceAll(`Z:${folder}`, '.').replaceAll(folder, '.');

/** The content of a file, or of all files of a folder with their names. */
function readAll(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'latin1');
  const names = readdirSync(path).sort();
  return names.map((name) => `${name}: ${readFileSync(join(path, name), 'latin1')}`).join('\n');
}

describe('prints what it prints on Linux', () => {
  test.each([
    'decode recording.SVDat',
    'decode recording.SVDat --json',
    'decode recording-traced.SVDat --events',
    'compare latest~1 latest',
    'compare latest~1 latest --json',
    'compare latest~1 latest --format comment',
    'compare latest~1 latest --fail-on regressed=0%',
    'compare latest --fail-on nothing',
    'compare --pin latest',
    'explain latest~1 --json',
    'list --target qemu-freertos-m7',
  ])('%s', async (line) => {
    const [expected, found] = await Promise.all([onLinux(linux, line), onWindows(windows, line)]);
    expect([found.code, plain(found.out, windows)]).toEqual([
      expected.code,
      plain(expected.out, linux),
    ]);
  });
});

describe('writes what it writes on Linux', () => {
  const formats = ['md', 'board-card', 'tables', 'csv', 'json', 'gha', 'bmf'];
  test.each([
    ...formats.map((format) => `report latest~1 latest --format ${format} -o written`),
    ...['perfetto', 'chrome', 'ctf'].map(
      (format) => `export latest~1 --format ${format} -o written.${format}`,
    ),
  ])('%s', async (line) => {
    const [expected, found] = await Promise.all([onLinux(linux, line), onWindows(windows, line)]);
    expect(found.code, found.err).toBe(expected.code);
    const [name = ''] = line.split(' ').slice(-1);
    const readWritten = (folder: string) => readAll(join(folder, name));
    expect(plain(readWritten(windows), windows)).toBe(plain(readWritten(linux), linux));
  });

  test.each([
    ['Windows', 'Linux'],
    ['Linux', 'Windows'],
  ])('an archive of %s, which %s opens', async (from, to) => {
    const call = (system: string, line: string) =>
      system === 'Linux' ? onLinux(linux, line) : onWindows(linux, line);
    const file = `from-${from}.cyclescope`;
    for (const [system, line] of [
      [from, `export latest~1 -o ${file}`],
      [to, `open ${file} --out opened-${to}`],
    ] as const) {
      const { code, err } = await call(system, line);
      expect(code, err).toBe(0);
    }
    const [id = ''] = readdirSync(join(linux, `opened-${to}`));
    for (const name of ['recording.SVDat', 'recording-traced.SVDat'])
      expect(
        readFileSync(join(linux, `opened-${to}`, id, name)).equals(readFileSync(join(linux, name))),
      ).toBe(true);
  });

  test("other tools' output, as runs", async () => {
    const line = 'import cyclictest.json --json';
    const [expected, found] = await Promise.all([onLinux(linux, line), onWindows(windows, line)]);
    expect(found.code, found.err).toBe(0);
    const operations = (text: string) => (JSON.parse(text) as { operations?: unknown }).operations;
    expect(operations(found.out)).toEqual(operations(expected.out));
  });
});

describe('in a repository that git for Windows has made', () => {
  const programs = dirname(nodeForWindows.git);
  let example: ExampleHistory;
  let [first, last, imported] = ['', '', ''];
  beforeAll(async () => {
    example = exampleHistory(callWindowsGit);
    // Not in UTC, which is `Z` or `+00:00` by git's version.
    first = example.commit('Begin', '2026-01-01T12:00:00+01:00');
    example.run(166);
    example.commit('Not measured');
    last = example.commit('Check the owner twice', '2026-01-03T12:00:00+01:00');
    example.run(167);
    copyFileSync(CYCLICTEST, join(example.folder, 'cyclictest.json'));
    const line = 'import cyclictest.json --commit HEAD~2 --json';
    const { code, out, err } = await onWindows(example.folder, line, programs);
    expect(code, err).toBe(0);
    imported = (JSON.parse(out) as { run: string }).run;
  });
  afterAll(() => example.remove());

  /** Calls it on both systems, and returns the output, which must be the same. */
  async function callOnBoth(line: string): Promise<string> {
    const found = await onWindows(example.folder, line, programs);
    expect(found).toEqual(await onLinux(example.folder, line));
    expect(found.code, found.err).toBe(0);
    return found.out;
  }

  test('`history` names the commit of a change, and those before it', async () => {
    const [good, bad] = [first, last].map((id) => id.slice(0, 10));
    const [change, ...others] = (await callOnBoth('history')).split('\n').slice(2);
    expect(change).toBe(`    +1.0 instr (0.6 %)  ${bad} 2026-01-03 Ada: Check the owner twice`);
    expect(others[0]).toContain(`or the commit before it: cyclescope bisect --good ${good} `);
    expect(others).toContain('imported: 1 commit of trunk');
  });

  test('`history --json` does, and the commit that `import --commit` was given', async () => {
    const own = { points: [{ commit: first, runs: [imported] }], changes: [] };
    expect(JSON.parse(await callOnBoth('history --json'))).toMatchObject({
      branch: 'trunk',
      commits: [
        { id: first, subject: 'Begin' },
        { id: last, author: 'Ada' },
      ],
      series: [{ changes: [{ commit: last, figures: [166, 167], commits: 2 }] }, own, own],
    });
  });
});

test('names the page that explains how to install git, which `history` needs', async () => {
  const { code, err } = await onWindows(windows, 'history');
  expect([code, err.split('\n')]).toEqual([
    1,
    expect.arrayContaining([
      'cyclescope: git was not found.',
      'Install it as https://git-scm.com/downloads describes, and add its folder to PATH.',
    ]),
  ]);
});
