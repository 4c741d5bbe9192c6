import { describe, expect, test } from 'vitest';
import { FACTS } from '../agent/testing/facts';
import { readRunRecord } from '../runs/record/read';
import type { RunRecord } from '../runs/record/record';
import {
  collectSimulated,
  exampleCounts,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../runs/record/testing/example';
import { runColumn } from './columns';
import { markdown as markdownFormat, reportFormats } from './formats';
import { terminalTable } from './table';

const operations = [
  exampleOperation('heap/malloc', 146, 1000, { params: 'size=4' }),
  exampleOperation('heap/free', 128, 1000, { unsent: 3 }),
  exampleOperation('mutex/lock', 8, 1000),
  exampleOperation('context_switch/switch', 69, 20_000, { costs: makeTailedCosts(20_000) }),
  exampleOperation('thread/create', 525, 8, { status: 'failed', reason: 'no memory | heap_4' }),
];
const headline = examplePass(collectSimulated({ operations }));
const traced = examplePass(
  collectSimulated({ begin: { hooks: true, traced: true }, operations: operations.slice(0, 1) }),
  {
    build: 'traced',
    recording: 'recording-traced.SVDat',
    image: { sha256: 'cd'.repeat(32), compiler: 'gcc 12.2.1', flags: '-O2', hooks: 1 },
  },
);
const record = exampleRecord(headline, traced);
const markdown = (...records: readonly RunRecord[]): string =>
  markdownFormat.writeReport({ columns: records.map(runColumn), name: undefined }).text;

describe('the terminal table', () => {
  const table = terminalTable(record);

  test('matches its golden file', async () => {
    await expect(table).toMatchFileSnapshot('../../test/golden/run-table.txt');
  });

  test('fits 120 columns, whatever the names of its operations', () => {
    const name = `suite/${'very_'.repeat(20)}long`;
    const long = examplePass(
      collectSimulated({
        operations: [exampleOperation(name, 600_000_000, 20_000, { cold: 1, batches: [] })],
      }),
    );
    expect(terminalTable(exampleRecord(long))).toContain('600,000,0');
    for (const text of [table, terminalTable(exampleRecord(long), 80)]) {
      const lines = text.split('\n').filter((line) => !line.includes(': '));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
    }
  });

  test('reports that a record has no operations', () => {
    expect(terminalTable(exampleRecord())).toBe('Nothing was measured.\n');
  });
});

describe('the Markdown report', () => {
  test('matches its golden file', async () => {
    await expect(markdown(record)).toMatchFileSnapshot('../../test/golden/run-report.md');
  });

  test("never calls an emulator's instructions cycles", () => {
    const [own = ''] = markdown(record).split('## Beside published figures');
    const sentences = own.match(/[^.\n]*\bcycles\b[^.\n]*/g);
    for (const sentence of sentences ?? []) expect(sentence).toContain('never cycles');
  });

  test('puts several runs under one heading, each with its summary', () => {
    const other = { ...record, id: 'another', status: 'incomplete' as const };
    const text = markdown(record, other);
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text.match(/^## .*/gm)).toEqual([
      '## Comparison',
      `## Run \`${record.id}\``,
      '## Run `another`',
      '## Beside published figures',
    ]);
    expect(text).toContain('The run is **incomplete**.');
  });

  test('names the boards of shards', () => {
    const shards = ['board1', 'board2'].map((place) => ({
      target: `labgrid://${place}`,
      facts: { place },
    }));
    const passes = record.passes.map((pass) => ({
      ...pass,
      operations: pass.operations.map((each) => ({ ...each, shard: 0 })),
    }));
    const text = markdown({ ...record, shards, passes });
    expect(text).toContain(
      '- Shard 1: `labgrid://board1`, place `board1`: `heap/malloc`, `heap/free`, `mutex/lock`, ' +
        '`context_switch/switch`, `thread/create`.',
    );
    expect(text).toContain('- Shard 2: `labgrid://board2`, place `board2`.');
    expect(markdown({ ...record, shards: [{ target: 'emulated' }] })).not.toContain('Shard 1');
  });

  test('also shows cycles of a real clock as time', () => {
    const begin = { unit: 'cycles', clock: 'dwt', clockHz: 600_000_000, ratio: [1, 1] } as const;
    const real = examplePass(collectSimulated({ begin, operations: operations.slice(0, 1) }));
    expect(markdown(exampleRecord(real))).toMatch(/\d ns \|/);
  });
});

describe('a target that cannot see kernel ticks', () => {
  const unseen = exampleRecord(
    examplePass(
      collectSimulated({
        operations: [exampleOperation('heap/malloc', 146, 1000, { ticked: [] })],
      }),
      {
        facts: new Map([...FACTS, ['tick_hz', '0']]),
      },
    ),
  );
  const texts = reportFormats.map(({ id, writeReport }) => {
    const { text } = writeReport({ columns: [runColumn(unseen)], name: undefined });
    return [id, text] as const;
  });
  const text = new Map(texts);

  test('claims no ticks and no samples without them', () => {
    const [header, , line] = (text.get('md') ?? '')
      .split('\n')
      .filter((each) => /^\|.*/.test(each));
    const cells = (row = ''): string[] => row.split('|').map((cell) => cell.trim());
    expect(cells(line)[cells(header).indexOf('ticks inside')]).toBe('–');
    expect(text.get('md')).toContain('\nOther statistics:');
    expect(text.get('md')).not.toMatch(/without kernel ticks/i);
  });

  test('has the deviation of all samples', () => {
    const rows = (text.get('md') ?? '').split('\n').filter((each) => each.startsWith('|'));
    const at = rows.findIndex((each) => each.includes('| deviation |'));
    const [titles = [], , cells = []] = rows
      .slice(at)
      .map((row) => row.split('|').map((cell) => cell.trim()));
    const of = (title: string) => cells[titles.indexOf(title)];
    expect([of('mean'), of('p99'), of('deviation')]).toEqual(['–', '–', '5.3']);
  });

  test('is reported in every format', () => {
    const line = terminalTable(unseen)
      .split('\n')
      .find((each) => each.startsWith('heap/malloc'));
    expect(line).toMatch(/ instr +1,000 +–$/);
    expect(terminalTable(unseen)).toContain('Kernel ticks are not visible on this target');
    const json = JSON.parse(text.get('json') ?? '') as { runs: { operations: object[] }[] };
    expect(json.runs[0]?.operations[0]).not.toHaveProperty('ticksInside');
    const [titles = '', cells = ''] = (text.get('csv') ?? '').split(/\r?\n/);
    expect(cells.split(',')[titles.split(',').indexOf('ticks_inside')]).toBe('');
  });
});

describe('names of unknown origin', () => {
  const NASTY = '<img src=x onerror=alert(1)>\n```\n[x](command:a.b) \u001b[31m';
  const [first, ...others] = headline.operations;
  const nasty = {
    ...record,
    command: NASTY,
    tool: NASTY,
    target: { ...record.target, title: NASTY },
    passes: [
      {
        ...headline,
        facts: { ...headline.facts, [NASTY]: NASTY },
        operations: [{ ...first!, suite: NASTY, op: NASTY.repeat(1000) }, ...others],
      },
    ],
    problems: [NASTY],
    notes: [NASTY],
  };
  const report = markdownFormat.writeReport({ columns: [runColumn(nasty)], name: 'report' });

  test('stay on their line, and cannot become markup, a link or the end of a code block', () => {
    const outside = report.text
      .replace(/^(`{3,})\w*\n.*?\n\1$/gms, '')
      .replace(/(?<!\\)`[^`\n]*`/g, '');
    expect(outside).toContain('img src=x');
    expect(outside).not.toMatch(/(?<!\\)<img/);
    expect(outside).not.toMatch(/(?<!\\)\[x\]\(command/);
    expect(outside).not.toContain('```');
  });

  test('make file names that every system accepts, and images that can be read', () => {
    expect(report.beside.length).toBeGreaterThan(0);
    for (const { name, text } of report.beside) {
      expect(name.length).toBeLessThan(200);
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    }
  });
});

describe('notes', () => {
  const noted = { ...record, notes: ['Traced with 10 | iterations.'] };

  test('are listed with the method, not among the doubts', () => {
    const [doubts, method] = markdown(noted).split('### Environment and method');
    expect(doubts).not.toContain('Traced with 10');
    expect(method).toContain('- Note: Traced with 10 \\| iterations.');
  });

  test('are absent for runs that never had any', () => {
    const { notes, ...first } = record;
    expect(notes).toEqual([]);
    expect(readRunRecord(JSON.stringify(first)).record?.notes).toEqual([]);
  });
});

describe("a counter's remarks on batches", () => {
  const run = {
    facts: ['counter=instructions'],
    operations: [
      exampleOperation('heap/malloc', 146, 1000, exampleCounts(146)),
      exampleOperation('heap/free', 128, 1000, { ...exampleCounts(128), unsent: 3 }),
    ],
  };
  const counted = exampleRecord(examplePass(collectSimulated(run)));
  const sentence = "instr/op is by the processor's own counter around 10 more batches";

  test('are in the terminal table', async () => {
    const table = terminalTable(counted);
    await expect(table).toMatchFileSnapshot('../../test/golden/run-table-counted.txt');
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  test('are in the Markdown report', () => {
    const lines = markdown(counted).split('\n');
    const at = lines.findIndex((line) => line.includes('| batches'));
    const cells = [0, 2, 3].map((below) => lines[at + below]?.split('|').map((c) => c.trim()));
    const column = cells[0]?.indexOf('instr/op') ?? 0;
    expect(cells.map((row) => row?.[column])).toEqual(['instr/op', '146.6', '–']);
    expect(markdown(counted)).toContain(sentence);
  });

  test('are not mentioned without a counter', () => {
    for (const text of [terminalTable(record), markdown(record)]) {
      expect(text).not.toContain('instr/op');
      expect(text).not.toContain(sentence);
    }
  });
});

test('every format has a unique id', () => {
  const ids = reportFormats.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Mostly 70, sometimes 106, and once in ten thousand a very long one. */
function makeTailedCosts(count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    if (i % 10_000 === 9_999) return 5_000;
    return i % 80 === 40 ? 106 : 70;
  });
}
