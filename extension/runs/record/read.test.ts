import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { migrate, readRunRecord } from './read';
import { formatRunRecord } from './record';
import { collectSimulated, exampleOperation, examplePass, exampleRecord } from './testing/example';

const record = exampleRecord(
  examplePass(collectSimulated({ operations: [exampleOperation('heap/malloc', 146, 160)] })),
);

describe('readRunRecord', () => {
  test('writing and reading a record round-trips', () => {
    expect(readRunRecord(formatRunRecord(record))).toEqual({ record, problems: [] });
  });

  test('text that looks like a list of numbers is unchanged', () => {
    const tricky = { ...record, command: 'cyclescope run --bench "[1,  2]"', problems: ['[3, 4]'] };
    expect(readRunRecord(formatRunRecord(tricky)).record).toEqual(tricky);
  });

  test.each([
    ['', 'This is not a run record: it is not JSON.'],
    ['[]', 'This is not a run record.'],
    ['{}', 'This is not a run record: it names no schema.'],
    ['{"schema":0}', 'There never was a run record of schema 0.'],
    [
      '{"schema":3}',
      'This run record has schema 3; this version of Cyclescope reads schemas up to 2. ' +
        'A newer Cyclescope can open it.',
    ],
  ])('rejects %s', (text, problem) => {
    expect(readRunRecord(text)).toEqual({ record: undefined, problems: [problem] });
  });

  test('a record of schema 1 opens, and has no commit', () => {
    const old = formatRunRecord(record).replace('"schema": 2', '"schema": 1');
    expect(readRunRecord(old)).toEqual({ record, problems: [] });
  });

  test('reports the place of the damage', () => {
    const damaged = formatRunRecord(record).replace('"decoded": 198', '"decoded": "many"');
    const { problems } = readRunRecord(damaged);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('passes.0.operations.0.decoded');
  });

  test('a missing clock is a problem, but the record opens', () => {
    const [pass] = record.passes;
    const reading = readRunRecord(
      formatRunRecord({ ...record, passes: [{ ...pass!, clocks: [] }] }),
    );
    expect(reading.record).toBeDefined();
    expect(reading.problems).toEqual(['heap/malloc (headline) names clock 0, which is missing.']);
  });

  test('any JSON is a record or has a problem', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readRunRecord(text).problems).not.toEqual([]);
      }),
    );
  });
});

describe('migrate', () => {
  const migrations = {
    1: ({ took, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, seconds: took }),
    2: (old: Readonly<Record<string, unknown>>) => ({ ...old, problems: [] }),
  };

  test.each([
    [
      { schema: 1, took: 4 },
      { schema: 3, seconds: 4, problems: [] },
    ],
    [
      { schema: 2, seconds: 5 },
      { schema: 3, seconds: 5, problems: [] },
    ],
    [
      { schema: 3, seconds: 6 },
      { schema: 3, seconds: 6 },
    ],
  ])('%j', (old, current) => {
    expect(migrate(old, 3, migrations)).toEqual({ record: current });
  });
});
