import { expect, test } from 'vitest';
import type { ImportedOperation, ImportedRun } from '../runs/imports/imported';
import type { RunColumn } from './column';
import { compareColumns } from './compare';
import { listImportedSubjects } from './subject';
import { exampleColumn, exampleMeans } from './testing';

const operation = (change: Partial<ImportedOperation>): ImportedOperation => ({
  suite: 'heap',
  op: 'malloc',
  originalName: 'heap.malloc',
  repeat: 0,
  mean: 300,
  doubts: [],
  notes: [],
  ...change,
});
const makeImportedRun = (change: Partial<ImportedRun>): ImportedRun => ({
  format: 'latency',
  unit: 'ns',
  facts: { board: 'nucleo' },
  operations: [operation({})],
  ...change,
});

test.each<[string, ImportedOperation[], object]>([
  ['one', [operation({})], { value: 300 }],
  ['several', [operation({}), operation({ repeat: 1, mean: 500 })], { value: 400 }],
  ['none', [operation({ mean: undefined })], { insufficient: 'the tool does not report it' }],
  [
    'refused',
    [operation({}), operation({ inconclusive: 'INCONCLUSIVE' })],
    { insufficient: 'INCONCLUSIVE' },
  ],
])('means of occurrences: %s', (_, operations, mean) => {
  expect(listImportedSubjects(makeImportedRun({ operations }))).toMatchObject([
    { mean, params: undefined },
  ]);
});

test('an absurd figure is not averaged in, and alone it is no mean', () => {
  const absurd = operation({ mean: 4_294_967, doubts: ['close to 2^32 / 1000'] });
  const again = { ...absurd, repeat: 1 };
  expect(
    listImportedSubjects(makeImportedRun({ operations: [operation({}), again] })),
  ).toMatchObject([
    { mean: { value: 300 }, doubts: ['occurrence 2 was excluded: close to 2^32 / 1000'] },
  ]);
  expect(listImportedSubjects(makeImportedRun({ operations: [absurd] }))).toMatchObject([
    { mean: { insufficient: 'close to 2^32 / 1000' }, doubts: ['close to 2^32 / 1000'] },
  ]);
});

test('an imported run is compared with the mean alone, its facts beside', () => {
  const { record } = exampleColumn({ operations: [] });
  const run: RunColumn = {
    kind: 'run',
    record: {
      ...record,
      passes: [],
      imported: makeImportedRun({ operations: [operation({ notes: ['called otherwise'] })] }),
    },
  };
  const comparison = compareColumns([exampleMeans({ 'heap/malloc': 200 }), run]);
  expect(comparison.operations[0]?.outcomes).toEqual([
    { kind: 'mean only', ratio: 1.5, unit: 'ns', notes: ['called otherwise'] },
  ]);
  expect(comparison.facts).toEqual([
    { name: 'board', matters: true, values: ['theirs', 'nucleo'] },
  ]);
});

test.each([
  [{ core_hz: '100000000' }, { ratio: 15 }],
  [{}, { why: 'ns against cycles, and the rate of a clock is not known' }],
])('cycles become time by the core clock: %j', (facts, outcome) => {
  const { record } = exampleColumn({ operations: [] });
  const other = { ...record, passes: [], imported: makeImportedRun({ unit: 'cycles', facts }) };
  const columns = [exampleMeans({ 'heap/malloc': 200 }), { kind: 'run', record: other }] as const;
  expect(compareColumns(columns).operations[0]?.outcomes[0]).toMatchObject(outcome);
});
