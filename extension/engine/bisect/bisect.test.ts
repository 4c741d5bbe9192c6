import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleColumn } from '../../compare/testing';
import { bisect, type BisectRequest, type BisectStep, type Measurement } from './bisect';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-history-'));
  git('init', '-q', '-b', 'trunk');
});
afterEach(() => rmSync(folder, { recursive: true }));

const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
const git = (...args: string[]) =>
  execFileSync('git', [...IDENTITY, ...args], { cwd: folder, stdio: 'pipe' })
    .toString()
    .trim();

/** Commits a file that holds the operation's cost; the tag is the title. */
function commit(title: string, cost: string): void {
  writeFileSync(join(folder, 'cost.txt'), `${cost}\n${title}\n`);
  git('add', 'cost.txt');
  git('commit', '-q', '-m', title);
  git('tag', title);
}

/** Makes the same commits of several costs, in one call of git. */
function commitAll(costs: readonly string[]): void {
  const data = (text: string) => `data ${text.length}\n${text}\n`;
  const commits = costs.map((cost, at) =>
    [
      'commit refs/heads/trunk\n',
      `committer A <a@example.com> ${at} +0000\n`,
      data(`c${at}`),
      'M 100644 inline cost.txt\n',
      data(`${cost}\nc${at}\n`),
      `reset refs/tags/c${at}\nfrom refs/heads/trunk\n\n`,
    ].join(''),
  );
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('') });
  git('reset', '-q', '--hard');
}

/** The cost in what is checked out; any word is code that does not build. */
function measureCost(tree: string): Promise<Measurement> {
  const cost = Number(readFileSync(join(tree, 'cost.txt'), 'utf8').split('\n')[0]);
  if (Number.isNaN(cost)) return Promise.resolve({ skipped: 'It does not compile.' });
  const operations = [{ name: 'a/b', runs: [new Array<number>(20).fill(cost)] }];
  const { record } = exampleColumn({ operations, deterministic: true, unit: 'instructions' });
  return Promise.resolve({ record });
}

const find = (good: string, bad: string, change: Partial<BisectRequest> = {}) =>
  bisect({
    folder,
    good,
    bad,
    measure: measureCost,
    onStep: () => undefined,
    signal: new AbortController().signal,
    ...change,
  });

/** All that a bisection must leave as it was. */
const state = () => [
  readFileSync(join(folder, '.git', 'index')).toString('hex'),
  git('status', '--porcelain'),
  git('stash', 'list'),
  git('worktree', 'list'),
  git('rev-parse', '--abbrev-ref', 'HEAD'),
  readFileSync(join(folder, 'cost.txt'), 'utf8'),
];

describe('bisecting a line of commits', () => {
  test('finds one instruction despite commits that do not build', async () => {
    commitAll(['166', '166', 'x', '166', '166', 'x', 'x', '167', '167', 'x', '167', '167']);
    const { culprit, before, figures, margins, unit, unjudged } = await find('c0', 'c11');
    expect(margins).toEqual([undefined, undefined]);
    expect([culprit.subject, before.subject, figures, unit]).toEqual([
      'c7',
      'c4',
      [166, 167],
      'instructions',
    ]);
    expect(unjudged.map(({ subject }) => subject).toSorted()).toEqual(['c5', 'c6']);
  });

  test.each([1, 8, 16, 31])('finds change %d of 31 in five steps', async (at) => {
    commitAll(Array.from({ length: 32 }, (_, each) => (each < at ? '50' : '49')));
    const { culprit, steps } = await find('c0', 'c31');
    expect(culprit.subject).toBe(`c${at}`);
    expect(steps.filter(({ step }) => step > 0).length).toBeLessThanOrEqual(5);
  });

  test('assigns other figures in between to the nearer end', async () => {
    commitAll(['100', '102', '99', '190', '210', '200']);
    expect((await find('c0', 'c5')).culprit.subject).toBe('c3');
  });
});

test('figures that vary have their margin and the number of repeats', async () => {
  commitAll(['1000', '1000', '1200', '1200']);
  const steps: BisectStep[] = [];
  const measure = async (tree: string): Promise<Measurement> => {
    const cost = Number(readFileSync(join(tree, 'cost.txt'), 'utf8').split('\n')[0]);
    const runs = [-8, -4, 0, 4, 8].map((apart) => new Array<number>(200).fill(cost + apart));
    const { record } = exampleColumn({ operations: [{ name: 'a/b', runs }] });
    return Promise.resolve({ record });
  };
  const onStep = (step: BisectStep) => steps.push(step);
  const { culprit, figures, margins, repeats } = await find('c0', 'c3', { measure, onStep });
  expect([culprit.subject, figures, repeats]).toEqual(['c2', [1000, 1200], [5, 5]]);
  for (const margin of [...margins, ...steps.map((step) => step.margin)]) {
    expect(margin).toBeGreaterThan(5);
    expect(margin).toBeLessThan(15);
  }
});

test('finds a change on a branch that was merged', async () => {
  commitAll(['5', '5']);
  git('checkout', '-q', '-b', 'side');
  commit('side-good', '5');
  commit('side-bad', '9');
  git('checkout', '-q', 'trunk');
  git('commit', '-q', '--allow-empty', '-m', 'aside');
  git('merge', '-q', '--no-edit', 'side');
  expect((await find('c0', 'trunk')).culprit.subject).toBe('side-bad');
});

test.each([
  ['c2', 'c0', /^c2 is not an ancestor of c0/],
  ['c0', 'c0', /^c0 is not an ancestor of c0/],
  ['c0', 'c1', /the operation is unchanged: there is no change to find/],
  ['c0', 'c3', /^c3 cannot be measured: It does not compile/],
  ['c0', 'c9', /^There is no commit "c9"/],
])('refuses a range from %s to %s', async (good, bad, message) => {
  commitAll(['5', '5', '6', 'x']);
  await expect(find(good, bad)).rejects.toThrow(message);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

describe("the user's work tree, index and stash", () => {
  beforeEach(() => {
    commitAll(['5', '5', '6', '6']);
    writeFileSync(join(folder, 'cost.txt'), 'stashed');
    git('stash', '-q');
    writeFileSync(join(folder, 'staged.txt'), '');
    git('add', 'staged.txt');
    writeFileSync(join(folder, 'cost.txt'), 'mine');
    // Would run on every checkout.
    const hook = join(folder, '.git', 'hooks', 'post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch "${folder}/hooked"\n`, { mode: 0o755 });
  });

  test('are untouched', async () => {
    const before = state();
    expect((await find('c0', 'c3')).culprit.subject).toBe('c2');
    expect(state()).toEqual(before);
    expect(readdirSync(folder)).not.toContain('hooked');
  });

  test('are untouched if it is interrupted or a measurement fails', async () => {
    const before = state();
    const controller = new AbortController();
    const interrupted = find('c0', 'c3', {
      signal: controller.signal,
      onStep: () => controller.abort(),
    });
    await expect(interrupted).rejects.toMatchObject({ code: 'cancelled' });
    expect(state()).toEqual(before);
    const measure = () => Promise.reject(new Error('the board is gone'));
    await expect(find('c0', 'c3', { measure })).rejects.toThrow('the board is gone');
    expect(state()).toEqual(before);
  });
});
