import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { bisectInEditor } from '../../extension/workers/system/bisect';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { testInAll } from '../everything';
import { listOwnLeftOvers, newWorkspace, startCli, until, type Workspace } from './cli-process';

let workspace: Workspace;
afterEach(async () => {
  await until(() => listOwnLeftOvers(workspace).length === 0);
  workspace.remove();
});

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: workspace.folder,
  }).toString();

/** A repository in which one commit adds an instruction, and some do not compile. */
function commitAll(count: number, slower: number, broken: readonly number[], body = ''): void {
  workspace = newWorkspace();
  copyObjects(workspace.folder, 'qemu-freertos-m7');
  git('init', '-q', '-b', 'trunk');
  writeFileSync(join(workspace.folder, '.gitignore'), '.cyclescope\ntmp\n');
  for (let at = 1; at <= count; at += 1) {
    const added = at >= slower ? '__asm__ volatile("nop");' : '';
    const mistake = broken.includes(at) ? 'mistake' : '';
    writeFileSync(
      join(workspace.folder, 'work.c'),
      `#include <cyclescope/bench.h>\n/* ${at} */\nCYCLESCOPE_BENCH(work) { ${body} ${added} ${mistake} }\n`,
    );
    git('add', '.');
    git('commit', '-q', '-m', `Change ${at}`);
    git('tag', `c${at}`);
  }
}

const bisect = (good: string, bad: string, more = '') =>
  startCli(
    workspace,
    `bisect --good ${good} --bad ${bad} --bench work/work --target qemu-freertos-m7 --source work.c${more}`,
  );

test('names the commit that adds one instruction', async () => {
  commitAll(4, 3, [2]);
  const before = git('status', '--porcelain');
  const { code, out, err } = await bisect('c1', 'c4').ended;
  expect(code, err).toBe(0);
  expect(out).toMatch(/^[0-9a-f]{40} is the first bad commit\n {2}Change 3\n/);
  expect(out).toMatch(/: \+1\.0 instr$/m);
  expect(out).toMatch(/cannot be judged:\n.*Change 2\n/);
  expect(err).toContain('Change 2: skipped. work.c does not compile.');
  expect(git('status', '--porcelain')).toBe(before);
});

test('an interrupted bisection leaves no work tree behind', async () => {
  commitAll(4, 3, []);
  const started = bisect('c1', 'c4');
  await Promise.race([until(() => started.messages().includes('good: ')), started.ended]);
  started.kill('SIGINT');
  expect((await started.ended).code).toBe(130);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(git('status', '--porcelain')).toBe('');
});

testInAll("the editor's worker finds it as well, between the commits of two runs", async () => {
  commitAll(3, 2, []);
  const measureTag = async (tag: string) => {
    git('checkout', '-q', tag);
    await startCli(workspace, 'build --target qemu-freertos-m7 --source work.c').ended;
    const run = 'run --target qemu-freertos-m7 --bench work --json';
    return JSON.parse((await startCli(workspace, run).ended).out) as { readonly run: string };
  };
  const [good, bad] = [await measureTag('c1'), await measureTag('c3')];
  const steps: string[] = [];
  const { text } = await bisectInEditor(
    {
      folder: workspace.folder,
      runsFolder: workspace.runs,
      good,
      bad,
      bench: 'work/work',
      settings: {},
      target: 'qemu-freertos-m7',
      sources: ['work.c'],
      packageFolder: join(import.meta.dirname, '../..'),
    },
    { signal: new AbortController().signal, report: (step) => void steps.push(step.text) },
  );
  expect(text).toMatch(/is the first bad commit\n {2}Change 2\n/);
  expect(text).toContain('Instructions by function: work_operation +1.0');
  expect(steps).toHaveLength(3);
});

testInAll('finds the one of 64 commits that adds an instruction in eight steps', async () => {
  commitAll(64, 41, [7, 25, 32, 33, 55]);
  const { out, err } = await bisect('c1', 'c64', ' --profile').ended;
  expect(out).toContain('\n  Change 41\n');
  expect(err).not.toContain('Step 9:');
  expect(out).not.toContain('cannot be judged');
  expect(out).toMatch(/: \+1\.0 instr\nInstructions by function: work_operation \+1\.0/);
});

testInAll(
  'git bisect run finds it with the documented script, and skips a broken commit',
  async () => {
    commitAll(8, 7, [4, 5], '__asm__ volatile("nop");');
    git('checkout', '-q', 'c1');
    for (const line of [
      'build --target qemu-freertos-m7 --source work.c',
      'run --target qemu-freertos-m7 --bench work/work --for-bisect',
      'compare --pin latest',
    ]) {
      const { code, err } = await startCli(workspace, line).ended;
      expect(code, err).toBe(0);
    }
    const documented = readFileSync(inRoot('docs', 'regressions.md'), 'utf8');
    const [, script = ''] = /git bisect run sh -c '([^']+)'/.exec(documented) ?? [];
    expect(script).toContain('mine/op');
    const own = script.replace('mine/op', 'work/work').replace('--source bench', '--source work.c');
    const programs = join(workspace.folder, 'tmp');
    const command = `#!/bin/sh\nexec "${process.execPath}" "${inRoot('dist', 'cli.cjs')}" "$@"\n`;
    writeFileSync(join(programs, 'cyclescope'), command, { mode: 0o755 });
    git('bisect', 'start', 'c8', 'c1');
    const { stdout } = await promisify(execFile)('git', ['bisect', 'run', 'sh', '-c', own], {
      cwd: workspace.folder,
      env: { ...process.env, TMPDIR: programs, PATH: `${programs}:${process.env['PATH']}` },
    });
    expect(stdout).toContain(`${git('rev-parse', 'c7').trim()} is the first bad commit`);
    expect(git('bisect', 'log')).toMatch(/^git bisect skip /m);
  },
);
