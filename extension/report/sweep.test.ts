import { describe, expect, test } from 'vitest';
import { compareColumns } from '../compare/compare';
import { findPublished } from '../runs/published/published';
import { readHead, readRunRecord } from '../runs/record/read';
import { formatRunRecord, type RunRecord } from '../runs/record/record';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../runs/record/testing/example';
import { paperColumn, runColumn } from './columns';
import { reportFormats } from './formats';
import { terminalTable } from './table';

const refused = { status: 'refused', reason: 'it does not fit', costs: [], batches: [] } as const;

/** Every point of a sweep over threads and size, `scale` times as long as usual. */
function sweep(scale = 1): RunRecord {
  const points = [2, 4].flatMap((threads) => [100, 1000].map((size) => ({ threads, size })));
  const runs = points.map(({ threads, size }) => {
    const params = `threads=${threads} size=${size} turns=8`;
    const [quick, selection] = ['sort/quick', 'sort/selection'].map((name) =>
      exampleOperation(name, scale * threads * size, 100, {
        params,
        batches: [],
        ...(name === 'sort/selection' && size === 1000 && refused),
      }),
    );
    return { operations: [quick!, selection!] };
  });
  const found = collectSimulated(...runs).map((run) => ({ run, repeat: 0 }));
  const pass = examplePass([], { runs: found });
  const axes = [
    { name: 'threads', values: [2, 4] },
    { name: 'size', values: [100, 1000] },
  ];
  return { ...exampleRecord(pass), sweep: axes };
}

const record = sweep();
const reports = new Map(
  reportFormats.map(({ id, writeReport }) => [
    id,
    writeReport({ columns: [runColumn(record)], name: undefined }).text,
  ]),
);

describe('a sweep', () => {
  test('matches its golden file', () => {
    expect(readRunRecord(formatRunRecord(record)).record).toEqual(record);
    expect(readHead(formatRunRecord(record))?.operations).toBe(8);
  });

  test('lists the points of an operation below it in the terminal, within 120 columns', () => {
    const lines = terminalTable(record).split('\n');
    const names = lines.slice(3, 13).map((line) => line.split(/ {2,}\d| {2,}–/)[0]);
    expect(names).toEqual([
      'sort/quick',
      '  threads=2 size=100',
      '  threads=2 size=1000',
      '  threads=4 size=100',
      '  threads=4 size=1000',
      'sort/selection',
      '  threads=2 size=100',
      '  threads=2 size=1000 !',
      '  threads=4 size=100',
      '  threads=4 size=1000 !',
    ]);
    expect(lines).toContain(
      'sort/selection threads=2 size=1000, sort/selection threads=4 size=1000: refused, it does not fit',
    );
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
  });

  test('drops the histogram in the terminal rather than the parameters', () => {
    const wide = terminalTable(sweep(100_000_000));
    expect(wide).toContain('\n  threads=4 size=1000 ');
    expect(wide).not.toContain('min .. max');
    for (const line of wide.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  test.each(['md', 'csv', 'json', 'bmf', 'gha'])('has a name for each point in %s', (format) => {
    const text = reports.get(format) ?? '';
    const names = ['sort/quick threads=2 size=1000', 'sort/selection threads=4 size=100'];
    if (format === 'json') {
      expect(text).toMatch(/"params": \{\s+"threads": 4,\s+"size": 1000,\s+"turns": 8/);
      return;
    }
    for (const name of names) expect(text).toContain(name);
  });

  test('is compared with another one point by point', () => {
    const { operations } = compareColumns(
      [runColumn(record), runColumn(sweep(2))].map((c) => c.column),
    );
    expect(operations).toHaveLength(8);
    const judged = operations.map(({ name, outcomes: [outcome] }) => [
      name,
      outcome?.kind === 'judged' ? outcome.verdict : outcome?.kind,
    ]);
    expect(judged).toContainEqual(['sort/quick threads=4 size=1000', 'regressed']);
    expect(judged).toContainEqual(['sort/selection threads=2 size=100', 'regressed']);
  });

  test('is shown beside the published cells with its parameters', () => {
    const published = findPublished('published:twr-k70/table-1/uclinux');
    if (!('column' in published)) throw new Error('there is no such column');
    const columns = [runColumn(record), paperColumn(published.column)].map((each) => each.column);
    const { operations } = compareColumns(columns);
    const both = operations.filter(({ cells }) => cells[0] && cells[1]);
    expect(
      both.map(({ op, params, cells }) => [op, params['threads'], params['size'], cells[1]?.mean]),
    ).toEqual(
      expect.arrayContaining([
        ['quick', 2, 100, { value: 180_000 }],
        ['quick', 4, 1000, { value: 310_000 }],
        ['selection', 2, 100, { value: 250_000 }],
      ]),
    );
    expect(both).toHaveLength(8);
  });
});
