import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createRandom } from '../compare/testing';
import { bisectLine, type HistoryRequest } from './history';
import { cleanRevision, exampleHistory, type ExampleHistory, readAll } from './testing/repository';

let example: ExampleHistory;
beforeEach(() => {
  example = exampleHistory();
});
afterEach(() => example.remove());

const read = (change?: Partial<HistoryRequest>) => readAll(example, change);

/** Titles and figures of the first series. */
const listPoints = ({ commits, series }: Awaited<ReturnType<typeof read>>) =>
  series[0]?.points.map(({ commit, figure }) => [commits[commit]?.subject, figure]);

function measureAll(costs: readonly number[]): void {
  for (const [at, cost] of costs.entries()) {
    example.commit(`c${at}`);
    example.run(cost);
  }
}

describe('the order', () => {
  it('is that of the graph, whatever the clocks say', async () => {
    example.commit('c0', '2030-01-01T00:00:00Z');
    const first = example.git('rev-parse', 'HEAD');
    example.commit('c1', '2020-01-01T00:00:00Z');
    example.run(11);
    example.run(10, { revision: cleanRevision(first) });
    const history = await read();
    expect(history).toMatchObject({ branch: 'trunk', skipped: [] });
    expect(listPoints(history)).toEqual([
      ['c0', 10],
      ['c1', 11],
    ]);
  });

  it('names runs that were begun before their commit was made', async () => {
    measureAll([10, 11]);
    const commit = example.git('rev-parse', 'HEAD');
    const early = example.run(11, {
      revision: { ...cleanRevision(commit), commitTime: '2026-01-02T09:20:01+09:00' },
    });
    example.run(11, {
      revision: { ...cleanRevision(commit), commitTime: '2026-01-02T00:09:59Z' },
    });
    const history = await read();
    expect(history.doubted).toEqual([
      { why: expect.stringMatching(/^begun before .* one of the clocks was wrong/), runs: [early] },
    ]);
    expect(history.skipped).toEqual([]);
    expect(history.series[0]?.points[1]?.runs).toHaveLength(3);
  });

  it('follows a branch, and names the runs of others', async () => {
    measureAll([10]);
    example.git('checkout', '-q', '-b', 'side');
    example.commit('side');
    const side = example.run(12);
    example.git('checkout', '-q', 'trunk');
    example.git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
    example.run(12);
    const history = await read();
    expect(listPoints(history)).toEqual([
      ['c0', 10],
      ['merge', 12],
    ]);
    expect(history.skipped).toEqual([{ why: 'their commits are not on trunk', runs: [side] }]);
    expect(listPoints(await read({ branch: 'side' }))).toEqual([
      ['c0', 10],
      ['side', 12],
    ]);
  });

  it('begins at a commit, or at the last one that it contains', async () => {
    measureAll([10, 11, 12]);
    example.git('tag', 'v1', 'HEAD~1');
    const expected = [
      ['c1', 11],
      ['c2', 12],
    ];
    expect(listPoints(await read({ since: 'v1' }))).toEqual(expected);
    expect((await read({ since: 'v1' })).skipped).toEqual([]);
    expect(listPoints(await read({ since: 'HEAD~2' }))).toHaveLength(3);
    await expect(read({ since: 'v9' })).rejects.toThrow('There is no commit "v9".');
  });
});

describe('changes', () => {
  it('of exact figures are all differences, with the commits in between', async () => {
    measureAll([10, 10]);
    example.commit('not measured');
    example.commit('slow');
    example.run(11, { facts: { compiler: 'gcc 13' } });
    const [series] = (await read()).series;
    expect(series).toMatchObject({ operation: 'mutex/lock', unit: 'instructions', isExact: true });
    expect(series?.changes).toEqual([
      {
        at: 2,
        before: 1,
        figures: [10, 11],
        commits: 2,
        facts: [{ name: 'compiler', values: [expect.any(String), 'gcc 13'] }],
      },
    ]);
  });

  function measureStep(): void {
    const random = createRandom('history');
    for (let at = 0; at < 16; at += 1) {
      example.commit(`c${at}`);
      const cost = at < 8 ? 1000 : 1100;
      const runs = [Array.from({ length: 50 }, () => Math.round(cost + 5 * random.normal()))];
      example.run(0, { deterministic: false, operations: [{ name: 'mutex/lock', runs }] });
    }
  }

  it('of varying figures are where their mean moves', async () => {
    measureStep();
    const [series] = (await read()).series;
    expect(series).toMatchObject({ isExact: false, changes: [{ at: 8, before: 7, commits: 1 }] });
    const [change] = series?.changes ?? [];
    expect(change?.figures.map(Math.round)).toEqual([
      expect.closeTo(1000, -1),
      expect.closeTo(1100, -1),
    ]);
  });

  it('are searched once among the same figures', async () => {
    measureStep();
    const file = join(dirname(example.runsFolder), 'history.json');
    const before = await read();
    const text = readFileSync(file, 'utf8');
    const keep = (at: number) => writeFileSync(file, text.replace(':[8]}', `:[${at}]}`));
    keep(9);
    expect((await read()).series[0]?.changes).toMatchObject([{ at: 9, before: 8 }]);
    keep(99);
    expect(await read()).toEqual(before);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));
  });

  it('are not looked for in differences from a commit, which are marked', async () => {
    measureAll([10]);
    const commit = example.git('rev-parse', 'HEAD');
    example.run(19, { revision: { ...cleanRevision(commit), dirty: true, diff: 'ab' } });
    example.run(18, { revision: { ...cleanRevision(commit), dirty: true, diff: 'cd' } });
    const [series] = (await read()).series;
    expect(series?.points.map(({ isDirty, figure }) => [isDirty, figure])).toEqual([
      [false, 10],
      [true, 19],
      [true, 18],
    ]);
    expect(series?.changes).toEqual([]);
  });
});

describe('the runs of a commit', () => {
  it('are joined: the newest if they are exact, with what they differ by', async () => {
    example.commit('c0');
    const ids = [example.run(10), example.run(12)];
    expect((await read()).series[0]?.points).toEqual([
      { commit: 0, isDirty: false, figure: 12, margin: 2, repeats: 2, runs: ids },
    ]);
  });

  it('have a mean and an interval if they vary', async () => {
    example.commit('c0');
    for (const cost of [100, 104]) example.run(cost, { deterministic: false });
    const [point] = (await read()).series[0]?.points ?? [];
    expect(point?.figure).toBeCloseTo(102, 0);
    expect(point?.margin).toBeGreaterThan(10);
  });

  it('of a sweep are a series for each point, which the command line sets', async () => {
    const measure = (costs: readonly number[]) => {
      example.commit(`c${costs.join()}`);
      const operations = costs.map((cost, at) => ({
        name: 'sort/quick',
        runs: [new Array<number>(20).fill(cost)],
        change: { params: { size: 100 * (at + 1) } },
      }));
      example.run(0, { operations });
    };
    measure([10, 20]);
    measure([10, 21]);
    const history = await read();
    expect(history.series.map(({ operation, params }) => [operation, params])).toEqual([
      ['sort/quick size=100', { size: 100 }],
      ['sort/quick size=200', { size: 200 }],
    ]);
    const [, second] = history.series;
    const [change] = second?.changes ?? [];
    if (!second || !change) throw new Error('no change');
    expect(bisectLine(history, second, change)).toContain(
      ' --bench sort/quick --set size=200 --target emulated ',
    );
  });

  it('of different targets are different series, one of which can be selected', async () => {
    example.commit('c0');
    example.run(10);
    example.run(90, { target: 'board' });
    expect((await read()).series.map(({ target }) => target)).toEqual(['emulated', 'board']);
    expect((await read({ target: 'board' })).series).toMatchObject([{ target: 'board' }]);
    expect((await read({ patterns: ['queue'] })).series).toEqual([]);
  });
});

test("a record's commit is never an option of git's", async () => {
  measureAll([10]);
  const file = join(example.folder, 'written');
  const id = example.run(1, { revision: cleanRevision(`--output=${file}`) });
  const { skipped } = await read();
  expect(skipped).toEqual([{ why: expect.stringContaining('commit'), runs: [id] }]);
  expect(existsSync(file)).toBe(false);
});

test('runs without a place are named, and the others are shown', async () => {
  measureAll([10]);
  example.commit('c1');
  const measured = example.run(11);
  const unrecorded = example.run(1, { revision: undefined });
  const unknown = example.run(1, { revision: { unknown: 'git is not installed' } });
  const stranger = example.run(1, { revision: cleanRevision('1'.repeat(40)) });
  const rewritten = example.run(1);
  example.git('commit', '-q', '--amend', '--allow-empty', '-m', 'rewritten');
  const damaged = example.run(1);
  writeFileSync(join(example.runsFolder, damaged, 'run.json'), '{ "schema": 2');
  const history = await read();
  expect(listPoints(history)).toEqual([['c0', 10]]);
  expect(history.skipped).toEqual([
    { why: 'no commit: their images have no record of one', runs: [unrecorded] },
    { why: 'no commit: git is not installed', runs: [unknown] },
    { why: expect.stringContaining('not JSON'), runs: [damaged] },
    { why: 'their commits are not on trunk', runs: [measured, rewritten] },
    { why: expect.stringContaining('history was rewritten'), runs: [stranger] },
  ]);
});

test('a work tree and a shallow clone have a history of their own commits', async () => {
  measureAll([10, 11]);
  const [tree, shallow] = [join(example.folder, 'tree'), join(example.folder, 'shallow')];
  example.git('worktree', 'add', '-q', '--detach', tree, 'HEAD~1');
  const older = await read({ folder: tree });
  expect(listPoints(older)).toEqual([['c0', 10]]);
  expect(older.skipped).toMatchObject([{ why: 'their commits are not on a detached HEAD' }]);
  example.git('clone', '-q', '--depth', '1', `file://${example.folder}`, shallow);
  const newest = await read({ folder: shallow });
  expect(listPoints(newest)).toEqual([['c1', 11]]);
  expect(newest.skipped).toMatchObject([{ why: expect.stringContaining('the clone is shallow') }]);
});

describe('the index', () => {
  const file = () => join(dirname(example.runsFolder), 'history.json');

  it('is read in place of the records, and again where one is newer', async () => {
    measureAll([10, 11]);
    const seen: number[] = [];
    const onProgress = (_: number, total: number) => void seen.push(total);
    const before = await read({ onProgress });
    expect(seen).toEqual([2]);
    const { mtimeMs } = statSync(file());
    expect(await read({ onProgress })).toEqual(before);
    expect([seen, statSync(file()).mtimeMs]).toEqual([[2], mtimeMs]);
    example.run(11.5);
    await read({ onProgress });
    expect(seen).toEqual([2, 1]);
  });

  it.each([
    ['is cut', (text: string) => text.slice(0, text.length / 2)],
    ['has another schema', (text: string) => text.replace('"schema":1', '"schema":9')],
    ['names what it lacks', (text: string) => text.replace('"operations":[0]', '"operations":[7]')],
    ['lacks a figure', (text: string) => text.replace('"figures":[10]', '"figures":[]')],
  ])('is rebuilt if it %s', async (_, damage) => {
    measureAll([10, 11]);
    const before = await read();
    const text = readFileSync(file(), 'utf8');
    expect(damage(text)).not.toBe(text);
    writeFileSync(file(), damage(text));
    expect(await read()).toEqual(before);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });
});
