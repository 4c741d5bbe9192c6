import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, drawRuns, exampleColumn } from '../../extension/compare/testing';
import { writeRecord } from '../../extension/engine/figures';
import { cleanRevision, readAll } from '../../extension/history/testing/repository';

/* `make FOLDER` makes a repository with runs; `read FOLDER` prints how long their history takes, and its memory. */

const RUNS = 1000;
const OPERATIONS = 100;

async function make(folder: string): Promise<void> {
  const git = (input: string, ...args: string[]) =>
    execFileSync('git', args, { cwd: folder, input, encoding: 'utf8' });
  git('', 'init', '-q', '-b', 'trunk');
  const commits = Array.from({ length: RUNS }, (_, at) => {
    const who = `committer Ada <a@example.com> ${1_767_225_600 + at} +0000`;
    return `commit refs/heads/trunk\n${who}\ndata 8\nCommit ${at % 10}\n`;
  });
  git(commits.join(''), 'fast-import', '--quiet');
  const ids = git('', 'rev-list', '--reverse', 'trunk').trimEnd().split('\n');
  const random = createRandom('speed');
  for (const [at, id] of ids.entries()) {
    const operations = Array.from({ length: OPERATIONS }, (_, number) => {
      const mean = 500 * (1 + (number % 7)) * (at > 600 && number % 10 === 0 ? 1.05 : 1);
      const shape = { mean, runs: 1, samples: 200, within: 0.01, between: 0.02 };
      return { name: `suite${number % 10}/op${number}`, runs: drawRuns(random, shape) };
    });
    const { record } = exampleColumn({ operations, unit: 'cycles' });
    const run = `20260102T000000Z-board-${at.toString(16).padStart(4, '0')}`;
    const passes = record.passes.map((pass) => ({
      ...pass,
      image: { ...pass.image, revision: cleanRevision(id) },
    }));
    const runFolder = join(folder, '.cyclescope', 'runs', run);
    mkdirSync(runFolder, { recursive: true });
    await writeRecord(runFolder, { ...record, id: run, passes });
  }
}

async function read(folder: string): Promise<void> {
  const started = performance.now();
  const runsFolder = join(folder, '.cyclescope', 'runs');
  const { series } = await readAll({ folder, runsFolder }, { branch: 'trunk' });
  const seconds = (performance.now() - started) / 1000;
  const points = series.reduce((sum, each) => sum + each.points.length, 0);
  const { maxRSS } = process.resourceUsage();
  const { user, system } = process.cpuUsage();
  const cpu = (user + system) / 1e6;
  console.log(JSON.stringify({ seconds, cpu, points, megabytes: maxRSS / 1000 }));
}

const [what, folder = ''] = process.argv.slice(2);
void (what === 'make' ? make(folder) : read(folder));
