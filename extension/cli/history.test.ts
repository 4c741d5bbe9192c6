import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanRevision, exampleHistory, type ExampleHistory } from '../history/testing/repository';
import { call } from './testing/context';

let example: ExampleHistory;
const history = (line = '') =>
  call(['history', ...line.split(' ').filter(Boolean)], { cwd: example.folder, targets: [] });

let first = '';
let dirty = '';
beforeAll(() => {
  example = exampleHistory();
  example.commit('Begin', '2026-01-01T12:00:00Z');
  first = example.run(166);
  example.run(900, { target: 'board', deterministic: false });
  example.commit('Not measured');
  example.commit('Check the owner \u001b[2J twice', '2026-01-03T12:00:00Z');
  example.run(167, { facts: { kernel: 'FreeRTOS 11' } });
  const revision = { ...cleanRevision(example.git('rev-parse', 'HEAD')), dirty: true, diff: 'ab' };
  dirty = example.run(250, { revision });
  example.run(1, { revision: undefined });
  writeFileSync(join(example.runsFolder, example.run(1), 'run.json'), '{');
});
afterAll(() => example.remove());

test('shows each operation with its changes, their commits and how to find the one', async () => {
  const { code, out, err } = await history();
  const ids = example.git('rev-list', '--first-parent', 'HEAD').split('\n');
  const [at, , begin] = ids.map((id) => id.slice(0, 10));
  expect(code).toBe(0);
  expect(out).toBe(
    [
      'emulated: 2 commits of trunk',
      '  mutex/lock  ▁█  167.0 instr, and 1 point of changed sources',
      `    +1.0 instr (0.6 %)  ${at} 2026-01-03 Ada: Check the owner ␛[2J twice`,
      `      or the commit before it: cyclescope bisect --good ${begin} --bad ${at} ` +
        '--bench mutex/lock --target emulated --source FILE-OR-DIR',
      '      also different: kernel (none) → FreeRTOS 11',
      '',
      'board: 1 commit of trunk',
      '  mutex/lock  ▁  900.0 cycles',
      '',
    ].join('\n'),
  );
  expect(err).toMatch(/^Skipped 1 run, no commit: .*\nSkipped 1 run, .*not JSON/);
});

test('prints a line for each point as CSV', async () => {
  const { out } = await history('mutex/lock --target emulated --csv');
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^target,operation,unit,commit,date,author,/);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(
    RegExp(`^emulated,mutex/lock,instructions,.*,Begin,0,166,,1,0,${first}$`),
  );
  expect(lines[2]).toMatch(/,0,167,,1,1,/);
  expect(lines[3]).toMatch(RegExp(`,1,250,,1,0,${dirty}$`));
});

test('with --json, points and changes name their commits', async () => {
  const head = example.git('rev-parse', 'HEAD');
  expect((await history('--target emulated --since HEAD~2 --json')).json()).toMatchObject({
    schema: 1,
    branch: 'trunk',
    commits: [{ subject: 'Begin' }, { id: head, author: 'Ada' }],
    series: [
      {
        points: [{ figure: 166, runs: [first] }, { commit: head }, { isDirty: true }],
        changes: [{ commit: head, figures: [166, 167], commits: 2 }],
      },
    ],
    skipped: [{ runs: [expect.any(String)] }, {}],
  });
});

test.each([
  ['queue/send', 2, /No stored run of queue\/send belongs to a commit of trunk/],
  ['--csv --json', 2, /--csv and --json/],
  ['--branch nothing', 2, /There is no commit "nothing"/],
])('%s ends with %d', async (line, code, message) => {
  const done = await history(line);
  expect([done.code, done.err + done.out]).toEqual([code, expect.stringMatching(message)]);
});
