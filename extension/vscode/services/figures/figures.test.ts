import { describe, expect, it, vi } from 'vitest';
import { RemoteFailure } from '../../../base/calls';
import { summarise } from '../../../runs/record/summarise';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../runs/record/testing/example';
import type { Home, RunEntry } from '../../common/services';
import { exampleRow } from '../../features/testing-view/testing/examples';
import { exampleRun } from '../runs/testing';
import {
  listMeasuredRuns,
  newestPoints,
  newestRows,
  newFigures,
  newFiguresWorker,
  pointsText,
} from './figures';

const home = { id: 'home' } as Home;

function makeFigures(entries: readonly RunEntry[]) {
  const call = vi.fn(() => Promise.resolve([]));
  const runs = { list: () => Promise.resolve(entries), onDidChange: vi.fn() };
  return { figures: newFigures(runs, call), call };
}

describe('figures', () => {
  const [one, two] = [exampleRun({ folder: '/1' }), exampleRun({ folder: '/2' })];

  it('are read once, however often they are requested', async () => {
    const { figures, call } = makeFigures([one, two]);
    await Promise.all([figures.latest(home, 'board'), figures.of(one), figures.of(two)]);
    await figures.of(one);
    expect(call.mock.calls).toEqual([
      ['rows', { folder: '/1' }],
      ['rows', { folder: '/2' }],
    ]);
  });

  it('are compared with the older run as the baseline once', async () => {
    const { figures, call } = makeFigures([]);
    await Promise.all([figures.changes(two, one), figures.changes(two, one)]);
    expect(call.mock.calls).toEqual([
      ['changes', { columns: [{ folder: '/1' }, { folder: '/2' }] }],
    ]);
    await figures.changes(two, { ...one, version: '2' });
    expect(call).toHaveBeenCalledTimes(2);
    call.mockRejectedValueOnce(new Error('unreadable'));
    expect(await figures.changes(one, two)).toEqual([]);
  });

  it('are read again if the record has changed', async () => {
    const { figures, call } = makeFigures([]);
    await figures.of(one);
    await figures.of({ ...one, version: '2' });
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('are absent for a run that cannot be read', async () => {
    const { figures, call } = makeFigures([]);
    call.mockRejectedValueOnce(new Error('unreadable'));
    expect(await figures.of(one)).toEqual([]);
  });
});

const rows = (
  costs: Readonly<Record<string, number>>,
  build: 'headline' | 'traced' = 'headline',
) => {
  const operations = Object.entries(costs).map(([name, cost]) => exampleOperation(name, cost, 100));
  return summarise(exampleRecord(examplePass(collectSimulated({ operations }), { build })));
};

describe('the newest figures of a target', () => {
  it('come from runs measured on it, however those ended', () => {
    const runs = [
      exampleRun({ id: '5', status: 'incomplete' }),
      exampleRun({ id: '4', imported: 'ztest-csv' }),
      exampleRun({ id: '3', target: { id: 'other', title: '', deterministic: true } }),
      exampleRun({ id: '2' }),
      exampleRun({ id: '1' }),
    ];
    expect(listMeasuredRuns(runs, 'board').map(({ id }) => id)).toEqual(['5', '2', '1']);
  });

  it('are the newest of each operation: one does not hide the others', () => {
    const latest = newestRows([
      { run: exampleRun({ id: '2' }), rows: rows({ 'heap/malloc': 90 }) },
      { run: exampleRun({ id: '1' }), rows: rows({ 'heap/malloc': 70, 'mutex/lock': 50 }) },
    ]);
    expect(latest?.run.id).toBe('2');
    const names = latest?.rows.map(({ suite, op, run }) => `${suite}/${op} of ${run.id}`);
    expect(names).toEqual(['heap/malloc of 2', 'mutex/lock of 1']);
  });

  it('are those of a newer doubtful run rather than older sound ones', () => {
    const doubtful = rows({ 'heap/malloc': 90 }).map((row) => {
      return { ...row, standing: 'inconclusive' as const, reasons: ['3 packets were lost'] };
    });
    const latest = newestRows([
      { run: exampleRun({ id: '2', status: 'failed' }), rows: doubtful },
      { run: exampleRun({ id: '1' }), rows: rows({ 'heap/malloc': 70 }) },
    ]);
    expect(latest?.rows).toMatchObject([{ standing: 'inconclusive', run: { id: '2' } }]);
  });

  it('are not hidden by a run that ended before it reached the operation', () => {
    const nothing = summarise(
      exampleRecord(
        examplePass(
          collectSimulated({
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

  it('never come from the traced pass', () => {
    const run = exampleRun();
    const both = [...rows({ 'heap/malloc': 500 }, 'traced'), ...rows({ 'heap/malloc': 70 })];
    const latest = newestRows([{ run, rows: both }]);
    expect(latest?.rows.map(({ build }) => build)).toEqual(['headline']);
  });

  it('are absent without a run', () => {
    expect(newestRows([])).toBeUndefined();
  });
});

type Start = NonNullable<Parameters<typeof newFiguresWorker>[1]>;

describe('the figures worker', () => {
  it('starts on first use, once, and again after it has ended', async () => {
    let started = 0;
    let ended = 0;
    const start = (() => {
      started += 1;
      let calls = 0;
      const call = () => {
        calls += 1;
        if (started === 1 && calls === 2) {
          return Promise.reject(new RemoteFailure({ message: 'gone', code: 'worker-ended' }));
        }
        return Promise.resolve({ started });
      };
      return { client: { call }, end: async () => void (ended += 1) };
    }) as unknown as Start;
    const worker = newFiguresWorker({} as never, start);
    expect(started).toBe(0);
    expect(await worker.call('results', { folder: 'a' })).toEqual({ started: 1 });
    await expect(worker.call('results', { folder: 'a' })).rejects.toThrow('gone');
    expect(await worker.call('results', { folder: 'a' })).toEqual({ started: 2 });
    worker.dispose();
    expect([started, ended]).toEqual([2, 1]);
  });
});

const [newer, older] = [exampleRun({ id: '2' }), exampleRun({ id: '1' })];
const row = (name: string, size: number, run = newer) => ({
  ...exampleRow(name, { params: { size } }),
  run,
});

describe('the points of an operation', () => {
  it('come from the newest run that has it', () => {
    const [small, large] = [row('heap/malloc', 4), row('heap/malloc', 64)];
    const [before, other] = [row('heap/malloc', 32, older), row('heap/free', 4, older)];
    const rows = [small, large, before, other];
    expect(newestPoints(rows, 'heap/malloc')).toEqual([small, large]);
    expect(newestPoints(rows, 'heap/free')).toEqual([other]);
    expect(newestPoints(rows, 'heap/calloc')).toEqual([]);
  });

  it('range from median to median', () => {
    const points = [70, 400].map((cost) => exampleRow('heap/malloc', {}, { cost }));
    expect(pointsText(points)).toBe('2 points · p50 70 to 400 instr');
  });

  it('have the margins of both ends, and the least number of repeats', () => {
    const points = [70, 400].map((value) => {
      const { all, ...row } = exampleRow('heap/malloc');
      const percentiles = { ...all.percentiles, p50: { value, margin: value / 50 } };
      return { ...row, all: { ...all, percentiles }, repeats: value / 10 };
    });
    expect(pointsText(points.toReversed())).toBe(
      '2 points · p50 70±1.4 to 400±8 instr · 7 repeats',
    );
  });

  it('range from mean to mean if any has too few samples for a median', () => {
    const points = [2, 400].map((cost) => exampleRow('heap/malloc', {}, { cost, windows: 'free' }));
    expect(pointsText(points)).toMatch(/^2 points · mean [\d.]+ to 4[\d.]+ instr$/);
  });

  it('report how many have no figure', () => {
    const [good] = [exampleRow('heap/malloc')];
    const refused = exampleRow('heap/malloc', { status: 'refused', reason: 'too small' });
    const doubtful = exampleRow('heap/malloc', { problems: ['lost'] });
    expect(pointsText([good, refused, refused, doubtful])).toMatch(
      / · 2 refused · 1 inconclusive$/,
    );
    expect(pointsText([refused, refused])).toBe('2 points · 2 refused');
  });
});
