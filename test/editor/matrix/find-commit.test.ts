import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatRunRecord, readRunRecord } from '../../../extension/runs';
import { demoWorkspace } from '../../../scripts/ide/demo.mjs';
import { runCommand } from '../../../scripts/editor/workbench.mjs';
import { copyObjects } from '../../../scripts/lib/objects.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { editorSession } from '../clicks/session';

const session = editorSession({
  open: (parent) => {
    const folder = join(parent, 'firmware');
    copyObjects(folder, 'qemu-freertos-m7');
    demoWorkspace(folder);
    storeChange(folder);
    return { folder };
  },
});

/** Makes a repository of three commits, of which the second adds an instruction, and runs of the first and the last. */
function storeChange(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const commit = (title: string) => {
    git('add', 'benchmarks', 'src');
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=a@example.com'];
    git(...identity, 'commit', '-q', '--allow-empty', '-m', title);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'trunk');
  const first = commit('Begin');
  const source = join(folder, 'benchmarks', 'crc.c');
  const text = readFileSync(source, 'utf8');
  const slower = text.replace(/\n\{\n/, '\n{\n    __asm__ volatile("nop");\n');
  writeFileSync(source, slower);
  commit('Check the owner twice');
  const last = commit('Tidy up');
  const samples = inRoot('media', 'sample');
  const sample = readdirSync(samples).find((name) => name.includes('qemu-freertos-m7')) ?? '';
  const { record } = readRunRecord(readFileSync(join(samples, sample, 'run.json'), 'utf8'));
  if (!record) throw new Error('no sample');
  for (const [at, id] of [first, last].entries()) {
    const revision = { commit: id, describe: id.slice(0, 7), commitTime: '', dirty: false };
    const passes = record.passes.map((pass) => ({
      ...pass,
      image: { ...pass.image, revision },
      operations: pass.operations.slice(0, 1).map((operation) => ({
        ...operation,
        suite: 'crc',
        op: 'bits',
        params: {},
        quiet: operation.quiet.map(([value, count]): [number, number] => [value + at, count]),
        digest: `${operation.digest}${at}`,
      })),
    }));
    const run = `${sample.slice(0, -4)}000${at}`;
    const runFolder = join(folder, '.cyclescope', 'runs', run);
    mkdirSync(runFolder, { recursive: true });
    writeFileSync(join(runFolder, 'run.json'), formatRunRecord({ ...record, id: run, passes }));
  }
}

test('a change in the history leads to the commit, among those that were not measured', async () => {
  const { page, view } = session;
  await runCommand(page, 'Cyclescope: Show history over commits');
  await view.getByText('Commits in between that were not measured: 1').waitFor();
  await view.getByRole('button', { name: 'Find the commit' }).click();
  const found = page.locator('.monaco-editor .view-lines', { hasText: 'is the first bad commit' });
  await found.waitFor();
  expect(await found.innerText()).toMatch(/Check.the.owner.twice/);
});
