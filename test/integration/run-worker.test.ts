import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  requireEmulator,
  listOwnLeftOvers,
  newWorkspace,
  listProcesses,
  until,
  untilMeasuring,
  type Workspace,
} from './cli-process';
import { testInAll } from '../everything';
import { type Owner, startOwner } from './run-worker/owner';

const long = { patterns: ['context_switch'], iterations: 2_000_000 };

let workspace: Workspace;
let owner: Owner;
beforeEach(() => {
  workspace = newWorkspace();
  owner = startOwner(workspace);
});
afterEach(async () => {
  owner.close();
  await until(() => listOwnLeftOvers(workspace).length === 0);
  workspace.remove();
});

const progress = () =>
  owner.updates.flatMap((update) => (update.kind === 'progress' ? [update.progress] : []));
const emulators = () => {
  return listProcesses(workspace).filter(({ args }) => args[0]?.includes('qemu-system'));
};

describe('a run in the worker of the package', () => {
  test('is stored, and reported on the way', async () => {
    owner.run({ patterns: ['heap'] });
    await until(() => owner.given.length > 0);
    const [kept] = owner.given;
    expect(kept).toMatchObject({ status: 'complete', problems: [] });
    expect(kept?.rows.map(({ op, standing }) => [op, standing])).toEqual([
      ['malloc', 'ok'],
      ['free', 'ok'],
    ]);
    expect(owner.updates.some(({ kind }) => kind === 'deploy')).toBe(true);
    expect(progress().at(-1)).toMatchObject({ operation: 'heap/free', isEnd: true, unit: 'instr' });
    expect(readdirSync(workspace.runs)).toEqual([kept?.id]);
  });

  test('shows a growing histogram', async () => {
    owner.run(long);
    const countSamples = () =>
      progress().map(({ histogram }) => histogram.counts.reduce((sum, count) => sum + count, 0));
    await until(() => countSamples().some((count) => count > 50_000));
    expect(countSamples()).toEqual([...countSamples()].sort((a, b) => a - b));
    expect(new Set(countSamples()).size).toBeGreaterThan(2);
  });

  test('is quiet after a cancel, and keeps what it measured', async () => {
    owner.run(long);
    await untilMeasuring(workspace);
    owner.send('cancel');
    await until(() => owner.updates.at(-1)?.kind === 'quiet' && emulators().length === 0);
    await until(() => owner.given.length > 0);
    expect(owner.given[0]).toMatchObject({ status: 'incomplete' });
    expect(owner.given[0]?.rows[0]?.samples).toBeGreaterThan(0);
  });

  test('that crashes is kept as incomplete by the next one, which runs in the same process', async () => {
    owner.run(long);
    await untilMeasuring(workspace);
    owner.send('end');
    await until(() => owner.ended() === 1);
    await until(() => listOwnLeftOvers(workspace).every((each) => each.includes('host.mjs')));
    expect(emulators()).toEqual([]);
    owner.run({ patterns: ['heap/free'] });
    await until(() => owner.given.length > 0);
    expect([owner.given[0]?.status, owner.failures]).toEqual(['complete', []]);
    const [crashed = ''] = readdirSync(workspace.runs).filter((id) => id !== owner.given[0]?.id);
    const record = JSON.parse(readFileSync(join(workspace.runs, crashed, 'run.json'), 'utf8'));
    expect(record).toMatchObject({ status: 'incomplete' });
  });

  testInAll('that is killed leaves no process and no lock', async () => {
    owner.run(long);
    await untilMeasuring(workspace);
    expect(requireEmulator(workspace).pid).toBeGreaterThan(0);
    owner.kill();
    await until(() => listOwnLeftOvers(workspace).length === 0);
  });

  test('reports that a target is in use, and by whom', async () => {
    owner.run(long);
    await untilMeasuring(workspace);
    const other = startOwner(workspace);
    other.run({ patterns: ['heap'] });
    await until(() => other.failures.length > 0);
    other.close();
    expect(other.failures[0]).toMatchObject({ code: 'busy' });
    expect(other.failures[0]?.message).toContain('in use by process');
  });
});
