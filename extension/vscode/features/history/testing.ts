import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../../../../scripts/editor/workbench.mjs';
import type { Distribution } from '../../../measure';
import { formatRunRecord, readRunRecord, type RunRecord } from '../../../runs';

/** Makes a folder a repository of two commits: its runs belong to the first, slower copies to the second. */
export function storeHistory(folder: string): void {
  // Several tests of a window open the view.
  if (existsSync(join(folder, '.git'))) return;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const commit = (title: string) => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=a@example.com'];
    git(...identity, 'commit', '-q', '--allow-empty', '-m', title);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'trunk');
  const [first, second] = [commit('Begin'), commit('Check the owner twice')];
  const runs = join(folder, '.cyclescope', 'runs');
  for (const run of readdirSync(runs)) {
    const path = join(runs, run, 'run.json');
    const { record } = readRunRecord(readFileSync(path, 'utf8'));
    if (!record || record.imported) continue;
    writeFileSync(path, formatRunRecord(atCommit(record, first, 0)));
    const id = `${run.slice(0, -4)}ffff`;
    mkdirSync(join(runs, id));
    const slower = atCommit({ ...record, id }, second, 7);
    writeFileSync(join(runs, id, 'run.json'), formatRunRecord(slower));
  }
}

/** A record of a commit, with larger samples. */
function atCommit(record: RunRecord, commit: string, more: number): RunRecord {
  const revision = { commit, describe: commit.slice(0, 7), commitTime: '', dirty: false };
  const larger = (samples: Distribution) => samples.map(([value, count]) => [value + more, count]);
  const passes = record.passes.map((pass) => ({
    ...pass,
    image: { ...pass.image, revision },
    operations: pass.operations.map((operation) => ({
      ...operation,
      quiet: larger(operation.quiet) as [number, number][],
      digest: `${operation.digest}${more}`,
    })),
  }));
  return { ...record, passes };
}

/** Opens the view like a user and waits for its content: all views are checked with axe. */
export async function open({
  page,
  view,
  folder,
}: {
  readonly page: Page;
  readonly view: FrameLocator;
  readonly folder: string;
}): Promise<void> {
  storeHistory(join(folder, 'firmware'));
  await runCommand(page, 'Cyclescope: Show history over commits');
  await view.locator('.history-chart svg').first().waitFor();
}
