import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { FACTS } from '../../agent/testing/facts';
import {
  collectSimulated,
  exampleCounts,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../runs/record/testing/example';
import type { RunRecord } from '../../runs';
import { runColumn } from '../columns';
import { csvText } from './csv';
import { reportFormats } from './formats';
import { exampleImport, exampleRun } from '../testing';

const sound = exampleOperation('heap/malloc', 146, 100, { params: 'size=4', batches: [] });
const coarse = exampleOperation('mutex/lock', 8, 100);
const lossy = exampleOperation('heap/free', 128, 100, { unsent: 3, batches: [] });
const record = exampleRecord(examplePass(collectSimulated({ operations: [sound, coarse, lossy] })));
const columns = [record, exampleImport('latency-measure'), exampleImport('sched')].map(runColumn);

const write = (id: string, input = columns) => {
  const format = reportFormats.find((each) => each.id === id);
  if (format === undefined) throw new Error(`there is no ${id}`);
  return format.writeReport({ columns: input, name: 'report' });
};
const parseReport = (id: string, input = columns): unknown => JSON.parse(write(id, input).text);

/** Names of up to 1,024 and 64 characters; a value and its two bounds, and nothing else. */
const bmfSchema = v.record(
  v.pipe(v.string(), v.minLength(1), v.maxLength(1024)),
  v.record(
    v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    v.strictObject({
      value: v.number(),
      lower_value: v.optional(v.number()),
      upper_value: v.optional(v.number()),
    }),
  ),
);

const forPrograms = reportFormats.filter(({ ending }) => ending !== 'md').map(({ id }) => id);

test.each(forPrograms)('%s matches its golden file', async (id) => {
  const { text, beside } = write(id);
  await expect(text).toMatchFileSnapshot(`../../../test/golden/report.${id}`);
  for (const file of beside) {
    await expect(file.text).toMatchFileSnapshot(`../../../test/golden/${file.name}`);
  }
});

describe('CSV', () => {
  test('has the same number of fields in every line', () => {
    const { text, beside } = write('csv');
    for (const content of [text, beside[0]?.text ?? '']) {
      const lines = content.trimEnd().split('\n');
      const fields = lines.map((line) => line.replace(/"[^"]*"/g, '').split(',').length);
      expect(new Set(fields).size).toBe(1);
      expect(lines.length).toBeGreaterThan(5);
    }
  });

  test('has one sample per decoded value in its samples file', () => {
    const [file] = write('csv').beside;
    const lines = (file?.text ?? '').split('\n').map((line) => line.split(','));
    const counts = lines.flatMap(([, , name, , , , , , count]) => {
      return name === 'heap/malloc' ? [Number(count)] : [];
    });
    const decoded = record.passes[0]?.operations[0]?.decoded;
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(decoded);
  });

  const withValues = (quiet: readonly (readonly [number, number])[]) => {
    const passes = record.passes.map((pass) => ({
      ...pass,
      operations: pass.operations.slice(0, 1).map((each) => ({ ...each, quiet, ticked: [] })),
    }));
    const changed = { ...record, passes } as unknown as RunRecord;
    return write('csv', [runColumn(changed)]);
  };

  test('has one line each for many values', () => {
    const [file] = withValues(Array.from({ length: 25_000 }, (_, at) => [at, 1] as const)).beside;
    const values = (file?.text ?? '').match(/,sample,\w+,(\d+),1$/gm) ?? [];
    expect(values).toHaveLength(25_000);
    expect(values.at(-1)).toContain(',24999,1');
  });

  test('rejects more values than a string can hold, with their number and advice', () => {
    const values = Array<readonly [number, number]>(4_000_001).fill([1, 1]);
    expect(() => withValues(values)).toThrow(
      expect.objectContaining({
        code: 'refused',
        message: expect.stringMatching(/^The samples are 4,000,\d{3} different values/),
        hint: expect.stringContaining('run.json'),
      }),
    );
  });

  test('rejects more characters than a string can hold, with the lines that fit and advice', () => {
    const lines = Array.from({ length: 20_000 }, () => ['x'.repeat(9)]);
    expect(csvText(lines, 200_000)).toHaveLength(200_000);
    expect(() => csvText(lines, 150_005)).toThrow(
      expect.objectContaining({
        code: 'refused',
        message: 'A CSV file holds 150,005 characters; 15,000 lines of this one fit.',
        hint: expect.stringContaining('run.json'),
      }),
    );
  });

  test('is one file if a second one is not possible', () => {
    const format = reportFormats.find(({ id }) => id === 'csv');
    expect(format?.writeReport({ columns, name: undefined }).beside).toEqual([]);
  });
});

test("JSON has a counter's remarks on batches", () => {
  const operations = [exampleOperation('heap/malloc', 146, 100, exampleCounts(146)), coarse];
  const run = exampleRecord(
    examplePass(collectSimulated({ facts: ['counter=cycles'], operations })),
  );
  expect(parseReport('json', [runColumn(run)])).toMatchObject({
    runs: [{ operations: [{ counted: { unit: 'cycles', batches: 10 } }, { op: 'lock' }] }],
  });
});

describe('the board card', () => {
  const { text, missing } = write('board-card');
  const table = text.split('\n').filter((line) => line.startsWith('| '));
  const cells = (line = '') => line.split(/(?<!\\)\|/).map((cell) => cell.trim());

  test('has a row for each sound operation, and the reason for each omitted one', () => {
    expect(table.slice(2).map((line) => cells(line)[1])).toEqual(['`heap/malloc`', '`mutex/lock`']);
    expect(text).toContain('- `heap/free`: inconclusive, 106 of 109 stored values arrived');
  });

  test('repeats every condition in every row', () => {
    const [titles, , ...rows] = table.map(cells);
    const conditions = ['board', 'core', 'system', 'compiler', 'image', 'measured', 'run'];
    const measured = [
      'mps2-an500',
      'Cortex-M7 at 25,000,000 Hz',
      'FreeRTOS V11.2.0',
      'gcc 12.2.1 -O2',
      'abababababab',
      '2026-11-20 by cyclescope 0.1.0',
      record.id,
    ];
    for (const row of rows) {
      expect(row).toHaveLength(titles?.length ?? 0);
      expect(conditions.map((title) => row[titles?.indexOf(title) ?? -1])).toEqual(measured);
      const others = row[titles?.indexOf('conditions') ?? -1] ?? '';
      for (const fact of ['heap=heap\\_4', 'tick\\_hz=100', 'caches=none', 'code\\_in=flash']) {
        expect(others).toContain(fact);
      }
      expect(others).not.toMatch(/protocol|ring|compiler/);
    }
  });

  test('has a condition for a fact that no agent reports today', () => {
    const facts = new Map([...FACTS, ['silicon', 'r1p2 | "rev B"']]);
    const pass = examplePass(collectSimulated({ operations: [sound] }), { facts });
    expect(write('board-card', [runColumn(exampleRecord(pass))]).text).toContain(
      'silicon=r1p2 \\| "rev B"',
    );
  });

  test('has the chip and the place of its image, but no number of the user’s own hardware', () => {
    const board = [
      ['chip', 'STM32F407VG'],
      ['core_mpu', '8 regions'],
      ['core_caches', 'none'],
      ['image_at', '0x20000000..0x2000c410'],
      ['chip_id', '4d0038'],
      ['probe', '066BFF'],
    ] as const;
    const pass = examplePass(collectSimulated({ operations: [sound] }), {
      facts: new Map([...FACTS, ...board]),
    });
    const card = write('board-card', [runColumn(exampleRecord(pass))]).text;
    expect(card).toContain(
      'chip=STM32F407VG, core\\_mpu=8 regions, core\\_caches=none, image\\_at=0x20000000..0x2000c410',
    );
    expect(card).not.toMatch(/4d0038|066BFF/);
  });

  test('states the load of a target that does not repeat exactly', () => {
    const pass = examplePass(collectSimulated({ operations: [sound] }), {
      conditions: { load_begin: '1.25' },
    });
    const run = exampleRecord(pass);
    const loaded = { ...run, target: { ...run.target, deterministic: false } };
    expect(write('board-card', [runColumn(loaded)]).text).toContain('load\\_begin=1.25');
    expect(write('board-card', [runColumn(run)]).text).not.toContain('load');
  });

  test('has headline figures only, and lists runs without any', () => {
    const traced = examplePass(
      collectSimulated({ begin: { hooks: true, traced: true }, operations: [sound] }),
      { build: 'traced' },
    );
    const run = { ...exampleRecord(traced), id: 'traced-alone' };
    expect(write('board-card', [runColumn(run)])).toMatchObject({
      text: '# Board card\n',
      missing: ['traced-alone is left out: it has no headline figures'],
    });
    expect(missing).toHaveLength(2);
    expect(missing?.[0]).toMatch(/ is left out: its conditions are unknown$/);
  });
});

describe('formats for services', () => {
  const names = ['heap/malloc', 'mutex/lock', 'context_switch/switch'];

  test('omit inconclusive operations, and those with losses or without a mean', () => {
    const entries = parseReport('gha') as { name: string; unit: string; value: number }[];
    expect(entries.map(({ name }) => name).slice(0, 3)).toEqual(names);
    expect(entries.every(({ value }) => Number.isFinite(value))).toBe(true);
    const benchmarks = parseReport('bmf') as object;
    expect(Object.keys(benchmarks)).toEqual(entries.map(({ name }) => name));
    expect(Object.keys(benchmarks)).not.toContain('heap/free');
  });

  test.each(['gha', 'bmf'])('list what %s omits, with the reason', (id) => {
    expect(write(id).missing).toContain(
      'heap/free is left out: inconclusive, 106 of 109 stored values arrived',
    );
  });

  test('match the published schema of the Bencher Metric Format', () => {
    const metrics = Object.values(v.parse(bmfSchema, parseReport('bmf'))).flatMap(Object.values);
    expect(metrics.length).toBeGreaterThan(4);
    for (const { value, lower_value: low, upper_value: high } of metrics) {
      expect(value).toBeGreaterThanOrEqual(low ?? value);
      expect(value).toBeLessThanOrEqual(high ?? value);
    }
  });

  test('keep the unit, and distinguish the same operation of several runs', () => {
    const two = [exampleRun({ 'heap/malloc': 100 }), exampleRun({ 'heap/malloc': 90 }, 'beef')];
    expect(parseReport('bmf', two.map(runColumn))).toMatchObject({
      'heap/malloc (20261120T221500Z-qemu-freertos-m7-1a2b)': {
        instructions: { value: 101.832 },
      },
      'heap/malloc (20261120T221500Z-qemu-freertos-m7-beef)': { instructions: { value: 91.832 } },
    });
  });
});

test('JSON compares if there is something to compare', () => {
  expect(parseReport('json')).toMatchObject({ schema: 1, comparison: { columns: [{}, {}, {}] } });
  expect(parseReport('json', columns.slice(0, 1))).not.toHaveProperty('comparison');
});

describe('Markdown', () => {
  test('has no cells that an imported tool does not report', async () => {
    const input = [runColumn(exampleImport('latency-measure'))];
    await expect(write('md', input).text).toMatchFileSnapshot(
      '../../../test/golden/imported-report.md',
    );
  });

  test('shows exactly the images that are written beside it', () => {
    const { text, beside } = write('md');
    const shown = [...text.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, name]) => name);
    expect(shown).toEqual(beside.map(({ name }) => name));
    expect(new Set(shown).size).toBe(3 + 5);
  });
});

test('every format has throughput, as cost per byte and as a rate', () => {
  const begin = { unit: 'cycles', clock: 'dwt', clockHz: 320_000_000 } as const;
  const operations = [exampleOperation('stream/throughput', 1000, 200, { params: 'bytes=64' })];
  const input = [runColumn(exampleRecord(examplePass(collectSimulated({ begin, operations }))))];
  // 64 bytes in some 1,001.8 cycles at 100 MHz.
  const throughput = {
    bytes: 64,
    perByte: expect.closeTo(15.65, 1) as number,
    megabytesPerSecond: expect.closeTo(6.09, 1) as number,
  };
  expect(parseReport('json', input)).toMatchObject({ runs: [{ operations: [{ throughput }] }] });
  expect(write('csv', input).text.split('\n')[1]).toMatch(
    /,64,15\.\d+,6\.\d+,+1001,1008,none,+1,{6}2$/,
  );
  expect(write('md', input).text).toMatch(/\| 15\.\d+ cycles \| 6\.\d+ MB\/s \|/);
});

test("--tables prints the documents' tables only", () => {
  const { text, beside } = write('tables');
  expect(text).toContain("# The documents' tables, rebuilt");
  expect(text).toContain('### Average time of each operation');
  expect(text).not.toContain('Headline pass');
  expect(beside).toEqual([]);
  const [, , imported] = columns;
  const none = write('tables', imported === undefined ? [] : [imported]).text;
  expect(none).toContain("None of the documents' operations was measured.");
});
