import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleColumn } from '../../core/measure/compare/testing';
import { formatRunRecord } from '../../core/runs/format';
import { pinRun } from '../../engine/resolve/baseline';
import { gateReport } from './gate';

const [before, after] = ['20261120T100000Z-board-aaaa', '20261120T110000Z-board-bbbb'];

let folder = '';
let runsFolder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gate-'));
  runsFolder = join(folder, 'runs');
});
afterEach(() => rm(folder, { recursive: true }));

interface Made {
  readonly target?: string;
  readonly deterministic?: boolean;
}

/** Keeps a run in which each operation always costs the same. */
async function keep(id: string, costs: Readonly<Record<string, number>>, made: Made = {}) {
  const { target = 'board', deterministic = true } = made;
  const operations = Object.entries(costs).map(([name, cost]) => ({
    name,
    runs: [new Array<number>(200).fill(cost)],
  }));
  const { record } = exampleColumn({ operations, deterministic, unit: 'instructions' });
  const kept = { ...record, id, target: { ...record.target, id: target } };
  await mkdir(join(runsFolder, id), { recursive: true });
  await writeFile(join(runsFolder, id, 'run.json'), formatRunRecord(kept));
}

async function report(
  old: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
  gate = 'regressed=5%',
  made: Made = {},
) {
  await keep(before, old, made);
  await keep(after, now);
  await pinRun({ id: before, folder: join(runsFolder, before) }, runsFolder);
  return gateReport(gate, { id: after, runsFolder });
}

describe('a run held against the baseline', () => {
  it('passes where nothing regressed', async () => {
    expect(await report({ 'heap/malloc': 100 }, { 'heap/malloc': 103 })).toEqual({
      ...{ gate: 'regressed=5%', baseline: before, outcome: 'ok', operations: [] },
    });
  });

  it('says of what regressed by how much, with both sides as text', async () => {
    const { outcome, operations } = await report(
      { 'heap/malloc': 100, 'heap/free': 50 },
      { 'heap/malloc': 120, 'heap/free': 50 },
    );
    expect(outcome).toBe('failed');
    expect(operations).toHaveLength(1);
    const [malloc] = operations;
    expect(malloc).toMatchObject({ operation: 'heap/malloc', outcome: 'failed' });
    expect(malloc?.why).toBe(
      "heap/malloc regressed: its mean is 1.200 times the baseline's; the gate allows 5 % more.",
    );
    expect(malloc?.expected).toContain('mean 100.0 instr');
    expect(malloc?.actual).toContain('mean 120.0 instr');
    expect(malloc?.actual.split('\n')).toHaveLength(malloc?.expected.split('\n').length ?? 0);
  });

  it('judges only what was measured this time', async () => {
    const { outcome } = await report({ 'heap/malloc': 100, 'heap/free': 50 }, { 'heap/free': 50 });
    expect(outcome).toBe('ok');
  });

  it('does not hold against a new operation that the baseline lacks it', async () => {
    const { outcome } = await report({ 'heap/free': 50 }, { 'heap/free': 50, 'own/bench': 9 });
    expect(outcome).toBe('ok');
  });

  it('is inconclusive where single runs say too little', async () => {
    const made = { deterministic: false };
    const { outcome, operations } = await report(
      { 'heap/malloc': 100 },
      { 'heap/malloc': 120 },
      'regressed',
      made,
    );
    expect(outcome).toBe('inconclusive');
    expect(operations[0]?.why).not.toBe('');
  });
});

describe('a gate that cannot be applied says why', () => {
  it('without a baseline', async () => {
    await keep(after, { 'heap/malloc': 100 });
    const failing = gateReport('regressed', { id: after, runsFolder });
    await expect(failing).rejects.toThrow('No run is pinned as the baseline.');
  });

  it('with a baseline of another target', async () => {
    const failing = report({ 'a/b': 1 }, { 'a/b': 1 }, 'regressed', { target: 'other' });
    await expect(failing).rejects.toThrow(/needs a baseline of board.* other\./);
  });

  it('with a baseline that measured something else', async () => {
    const failing = report({ 'heap/malloc': 1 }, { 'own/bench': 1 });
    await expect(failing).rejects.toThrow('The baseline has none of the operations of this run.');
  });

  it('with a setting that is no gate', async () => {
    const failing = report({ 'a/b': 1 }, { 'a/b': 1 }, 'slower');
    await expect(failing).rejects.toThrow(/cyclescope\.gate: "slower" is no gate/);
  });
});
