import { describe, expect, it } from 'vitest';
import { summarise } from '../../../runs/record/summarise';
import {
  collected,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../runs/record/testing/example';
import { exampleRun } from '../runs/testing';
import { measuredRuns, newestRows } from './newest';

const rows = (
  costs: Readonly<Record<string, number>>,
  build: 'headline' | 'traced' = 'headline',
) => {
  const operations = Object.entries(costs).map(([name, cost]) => exampleOperation(name, cost, 100));
  return summarise(exampleRecord(examplePass(collected({ operations }), { build })));
};

describe('the newest figures of a target', () => {
  it('come from runs that were measured on it, however those ended', () => {
    const runs = [
      exampleRun({ id: '5', status: 'incomplete' }),
      exampleRun({ id: '4', imported: 'ztest-csv' }),
      exampleRun({ id: '3', target: { id: 'other', title: '', deterministic: true } }),
      exampleRun({ id: '2' }),
      exampleRun({ id: '1' }),
    ];
    expect(measuredRuns(runs, 'board').map(({ id }) => id)).toEqual(['5', '2', '1']);
  });

  it('are of each operation the newest: one alone does not hide the others', () => {
    const latest = newestRows([
      { run: exampleRun({ id: '2' }), rows: rows({ 'heap/malloc': 90 }) },
      { run: exampleRun({ id: '1' }), rows: rows({ 'heap/malloc': 70, 'mutex/lock': 50 }) },
    ]);
    expect(latest?.run.id).toBe('2');
    const names = latest?.rows.map(({ suite, op, run }) => `${suite}/${op} of ${run.id}`);
    expect(names).toEqual(['heap/malloc of 2', 'mutex/lock of 1']);
  });

  it('are those of a newer run in doubt rather than older sound ones', () => {
    const doubtful = rows({ 'heap/malloc': 90 }).map((row) => {
      return { ...row, standing: 'inconclusive' as const, reasons: ['3 packets were lost'] };
    });
    const latest = newestRows([
      { run: exampleRun({ id: '2', status: 'failed' }), rows: doubtful },
      { run: exampleRun({ id: '1' }), rows: rows({ 'heap/malloc': 70 }) },
    ]);
    expect(latest?.rows).toMatchObject([{ standing: 'inconclusive', run: { id: '2' } }]);
  });

  it('are not hidden by a run that ended before it came to the operation', () => {
    const nothing = summarise(
      exampleRecord(
        examplePass(
          collected({
            operations: [exampleOperation('heap/malloc', 0, 0, { status: 'stopped', batches: [] })],
          }),
        ),
      ),
    );
    expect(nothing).toMatchObject([{ standing: 'stopped', samples: 0 }]);
    const latest = newestRows([
      { run: exampleRun({ id: '2', status: 'incomplete' }), rows: nothing },
      { run: exampleRun({ id: '1' }), rows: rows({ 'heap/malloc': 70 }) },
    ]);
    expect(latest?.rows.map(({ run }) => run.id)).toEqual(['1']);
  });

  it('are never those of the traced pass', () => {
    const run = exampleRun();
    const both = [...rows({ 'heap/malloc': 500 }, 'traced'), ...rows({ 'heap/malloc': 70 })];
    const latest = newestRows([{ run, rows: both }]);
    expect(latest?.rows.map(({ build }) => build)).toEqual(['headline']);
  });

  it('are none without a run', () => {
    expect(newestRows([])).toBeUndefined();
  });
});
