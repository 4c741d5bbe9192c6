import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importRun } from '../engine';
import { exampleHistory, type ExampleHistory, readAll } from './testing/repository';

let example: ExampleHistory;
beforeEach(() => {
  example = exampleHistory();
});
afterEach(() => example.remove());

const formats = join(import.meta.dirname, '../runs/imports/formats');

/** Imports a format's example as measured at a commit. */
async function importExample(format: string, commit: string | undefined): Promise<void> {
  const file = join(example.folder, `${format}.txt`);
  writeFileSync(file, readFileSync(join(formats, `${format}.example.txt`)));
  await importRun({
    file,
    format: undefined,
    runsFolder: example.runsFolder,
    isChosenFolder: false,
    commit: commit === undefined ? undefined : { name: commit, cwd: example.folder },
    tool: 'cyclescope',
    command: '',
  });
}

test.each([
  ['ztest-csv', 'cycles'],
  ['twister', 'cycles'],
  ['thread-metric', 'ns'],
])('results of %s over commits are a history', async (format, unit) => {
  for (const title of ['c0', 'c1', 'c2']) {
    example.commit(title);
    await importExample(format, 'HEAD');
  }
  const { commits, series, skipped } = await readAll(example);
  expect(skipped).toEqual([]);
  expect(commits.map(({ subject }) => subject)).toEqual(['c0', 'c1', 'c2']);
  expect(series.length).toBeGreaterThan(0);
  for (const each of series) {
    expect(each).toMatchObject({ unit, isExact: false, changes: [] });
    expect(each.target).toMatch(/^imported/);
    expect(each.points).toHaveLength(3);
  }
});

test('a commit that does not exist is refused, and an import without one is skipped', async () => {
  example.commit('c0');
  await expect(importExample('twister', 'v9')).rejects.toThrow('There is no commit "v9".');
  await importExample('twister', undefined);
  expect((await readAll(example)).skipped).toMatchObject([
    { why: expect.stringContaining('no commit') },
  ]);
});
