import { describe, expect, test } from 'vitest';
import {
  collected,
  exampleCounts,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../runs/testing/example';
import type { RunRecord } from '../runs/record';
import { runColumn } from './columns';
import { reportFormats } from './format';
import { writeMarkdown } from './markdown';
import { terminalTable } from './table';

const operations = [
  exampleOperation('heap/malloc', 146, 1000, { params: 'size=4' }),
  exampleOperation('heap/free', 128, 1000, { unsent: 3 }),
  exampleOperation('mutex/lock', 8, 1000),
  exampleOperation('context_switch/switch', 69, 20_000, { costs: tailed(20_000) }),
  exampleOperation('thread/create', 525, 8, { status: 'failed', reason: 'no memory | heap_4' }),
];
const headline = examplePass(collected({ operations }));
const traced = examplePass(
  collected({ begin: { hooks: true, traced: true }, operations: operations.slice(0, 1) }),
  {
    build: 'traced',
    recording: 'recording-traced.SVDat',
    image: { sha256: 'cd'.repeat(32), compiler: 'gcc 12.2.1', flags: '-O2', hooks: 1 },
  },
);
const record = exampleRecord(headline, traced);
const markdown = (...records: readonly RunRecord[]): string =>
  writeMarkdown({ columns: records.map(runColumn), name: undefined }).text;

describe('the terminal table', () => {
  const table = terminalTable(record);

  test('as it stands', async () => {
    await expect(table).toMatchFileSnapshot('../../../test/golden/run-table.txt');
  });

  test('fits 120 columns, whatever its operations are called', () => {
    const name = `suite/${'very_'.repeat(20)}long`;
    const long = examplePass(
      collected({
        operations: [exampleOperation(name, 600_000_000, 20_000, { cold: 1, batches: [] })],
      }),
    );
    expect(terminalTable(exampleRecord(long))).toContain('600,000,0');
    for (const text of [table, terminalTable(exampleRecord(long))]) {
      const lines = text.split('\n').filter((line) => !line.includes(': '));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
    }
  });

  test('a record without operations says so', () => {
    expect(terminalTable(exampleRecord())).toBe('Nothing was measured.\n');
  });
});

describe('the Markdown report', () => {
  test('as it stands', async () => {
    await expect(markdown(record)).toMatchFileSnapshot('../../../test/golden/run-report.md');
  });

  test('never calls the instructions of an emulator cycles', () => {
    const sentences = markdown(record).match(/[^.\n]*\bcycles\b[^.\n]*/g);
    for (const sentence of sentences ?? []) expect(sentence).toContain('never cycles');
  });

  test('several runs stand under one heading, each with its summary', () => {
    const other = { ...record, id: 'another', status: 'incomplete' as const };
    const text = markdown(record, other);
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text.match(/^## .*/gm)).toEqual([
      '## Comparison',
      `## Run \`${record.id}\``,
      '## Run `another`',
    ]);
    expect(text).toContain('The run is **incomplete**.');
  });

  test('cycles of a real clock are shown as time too', () => {
    const begin = { unit: 'cycles', clock: 'dwt', clockHz: 600_000_000, ratio: [1, 1] } as const;
    const real = examplePass(collected({ begin, operations: operations.slice(0, 1) }));
    expect(markdown(exampleRecord(real))).toMatch(/\d ns \|/);
  });
});

describe('what a counter said of batches', () => {
  const run = {
    facts: ['counter=instructions'],
    operations: [
      exampleOperation('heap/malloc', 146, 1000, exampleCounts(146)),
      exampleOperation('heap/free', 128, 1000, { ...exampleCounts(128), unsent: 3 }),
    ],
  };
  const counted = exampleRecord(examplePass(collected(run)));
  const sentence = "instr/op is by the processor's own counter around 10 more batches";

  test('stands in the terminal table', async () => {
    const table = terminalTable(counted);
    await expect(table).toMatchFileSnapshot('../../../test/golden/run-table-counted.txt');
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  test('stands in the Markdown report', () => {
    const lines = markdown(counted).split('\n');
    const at = lines.findIndex((line) => line.includes('| batches'));
    const cells = [0, 2, 3].map((below) => lines[at + below]?.split('|').map((c) => c.trim()));
    const column = cells[0]?.indexOf('instr/op') ?? 0;
    expect(cells.map((row) => row?.[column])).toEqual(['instr/op', '146.6', '–']);
    expect(markdown(counted)).toContain(sentence);
  });

  test('is not spoken of where there was no counter', () => {
    for (const text of [terminalTable(record), markdown(record)]) {
      expect(text).not.toContain('instr/op');
      expect(text).not.toContain(sentence);
    }
  });
});

test('every format has its own id', () => {
  const ids = reportFormats.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Mostly 70, sometimes 106, and once in ten thousand a very long one. */
function tailed(count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    if (i % 10_000 === 9_999) return 5_000;
    return i % 80 === 40 ? 106 : 70;
  });
}
